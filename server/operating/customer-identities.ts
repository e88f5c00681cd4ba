// The accounts and addresses of one person.

import type { Owner } from '#server/identity/leaving.ts';
import { nullable, type Row, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';

const identityShape = {
  accountId: nullable(text),
  email: nullable(text),
  /** Known from sessions only. */
  username: nullable(text),
} as const;
/** An account and an address that occur together in a session, a purchase or a grant. */
export type CustomerIdentity = Row<typeof identityShape>;

const identities = query(
  `SELECT account_id, email, max(username) AS username FROM (
     SELECT account_id, email, username FROM sessions WHERE email = ? OR account_id = ?
     UNION SELECT account_id, email, NULL FROM grants WHERE (email = ? OR account_id = ?) AND id <> ?
     UNION SELECT account_id, email, NULL FROM purchases WHERE email = ? OR account_id = ?
     UNION SELECT account_id, NULL, NULL FROM redemptions WHERE account_id = ?) AS seen
   GROUP BY account_id, email
   ORDER BY account_id COLLATE "C" NULLS FIRST, email COLLATE "C" NULLS FIRST`,
  identityShape,
);

/**
 * The accounts and addresses that ever occurred together with this one.
 * @param exceptGrant the number of a grant that does not count
 */
export const identitiesOf = ({ email, accountId }: Owner, exceptGrant = 0): Script<CustomerIdentity[]> =>
  identities.all(email, accountId, email, accountId, exceptGrant, email, accountId, accountId);

/** The accounts among them, each once. */
export function accountsOf(seen: readonly CustomerIdentity[]): string[] {
  return [...new Set(seen.flatMap(({ accountId }) => accountId ?? []))];
}
