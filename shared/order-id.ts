/**
 * What operators search an order by: buyers send the address of its page, which has its id (`cs_…`). Any other text is
 * itself.
 */
export function orderSearchOf(text: string): string {
  const inAddress = text.includes('://') ? /\bcs_\w+/.exec(text)?.[0] : undefined;
  return inAddress ?? text.trim();
}
