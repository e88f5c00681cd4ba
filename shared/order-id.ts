import { wholeAddressIn } from './whole-address.ts';

/**
 * What operators search an order by: buyers send the address of its page, which has its id (`cs_…`), or an id, which their
 * mail may have broken in two; what holds one whole e-mail address is that address. Any other text is itself.
 */
export function orderSearchOf(text: string): string {
  const inAddress = text.includes('://') ? /\bcs_\w+/.exec(text)?.[0] : undefined;
  if (inAddress !== undefined) return inAddress;
  return /^\s*(cs|pi)_[\w\s]*$/.test(text) ? text.replace(/\s/g, '') : (wholeAddressIn(text) ?? text.trim());
}

/**
 * Extracts the id of an order's checkout session from what contains it: what a buyer has kept, or the URL of its payment
 * page (`…/pay/cs_test_a1b2#fid…`).
 * @returns `null` when there is none
 */
export const orderIdIn = (text: string): string | null => /cs_[A-Za-z0-9_]{1,200}/.exec(text)?.[0] ?? null;

/** Whether this is the id of a checkout session and nothing else, as the order's page has it. */
export const isCheckoutSessionId = (text: string): boolean => orderIdIn(text) === text;

/** Whether this is the form of an id by which the payment provider knows an order: its checkout session or its payment. */
export const isOrderId = (text: string): boolean => /^(cs|pi)_\w+$/.test(text);
