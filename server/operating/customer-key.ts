// A customer as operators name them: an e-mail address or an account id.

import { Refusal } from '#server/refusal.ts';
import { checkedEmail } from './checked-input.ts';

/** Somebody, by address or by account id. */
export type CustomerKey = { email: string } | { accountId: string };

/**
 * A customer as operators name them: an e-mail address, or the account's id at the identity service.
 * @throws {Refusal} when it is neither: an address whose @ was left out would have a grant go to nobody
 */
export function customerKey(typed: string): CustomerKey {
  if (typed.includes('@')) return { email: checkedEmail(typed) };
  const accountId = typed.trim();
  if (accountId === '') throw new Refusal('invalid_request', 'Name an e-mail address or an account id.');
  if (!/^[\w-]+$/.test(accountId)) {
    throw new Refusal(
      'invalid_request',
      `"${accountId}" is neither an e-mail address, which has an @, nor an account id, of letters, digits and hyphens.`,
    );
  }
  return { accountId };
}

export function keyText(key: CustomerKey): string {
  return 'email' in key ? key.email : key.accountId;
}
