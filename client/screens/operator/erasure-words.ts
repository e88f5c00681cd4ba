import type { Erasure, OperatorCustomer } from '#shared/api/customers.ts';
import { counted } from './words.ts';

/**
 * What an erasure came to, and what the operator does next. After a try whose answer was lost the server erases nothing, and
 * no longer knows which account it was: then the page does.
 * @param shown who was to be erased, as the page showed them before
 * @param erased `null` when the server knew nothing of them any more
 */
export function erasedText(
  { address, identities }: Pick<OperatorCustomer, 'address' | 'identities'>,
  erased: Erasure | null,
): string {
  const { grants = 0, sessions = 0, keptOrders, accountIds = [], otherAddresses = [] } = erased ?? {};
  const gone = [
    ...(grants > 0 ? [counted(grants, 'unlock')] : []),
    ...(sessions > 0 ? [counted(sessions, 'session')] : []),
  ].join(' and ');
  const accounts = new Set([...identities.flatMap(({ accountId }) => accountId ?? []), ...accountIds]);
  const shownToo = new Set(identities.flatMap(({ email }) => (email === address ? [] : (email ?? []))));
  return [
    gone === ''
      ? 'No unlock and no session was left to erase: a try before may have erased them'
      : `${gone} erased`,
    keptOrders === undefined ? '.' : `, ${counted(keptOrders, 'payment record')} kept.`,
    accounts.size > 0 && ` Now delete the user ${[...accounts].join(', ')} in the user pool.`,
    otherAddresses.length > 0 &&
      ` ${otherAddresses.join(', ')} was seen with the account too, and what hangs on that alone is left: look it up, and erase it if it is theirs.`,
    gone === '' &&
      shownToo.size > 0 &&
      ` Look ${[...shownToo].join(', ')} up too, and erase what is left there if it is theirs.`,
  ]
    .filter(Boolean)
    .join('');
}
