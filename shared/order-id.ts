/**
 * What operators search an order by: buyers send the address of its page, which has its id (`cs_…`). Any other text is
 * itself.
 */
export function orderSearchOf(text: string): string {
  const inAddress = text.includes('://') ? /\bcs_\w+/.exec(text)?.[0] : undefined;
  return inAddress ?? text.trim();
}

/** Whether this is the form of an id by which the payment provider knows an order: its checkout session or its payment. */
export const isOrderId = (text: string): boolean => /^(cs|pi)_\w+$/.test(text);
