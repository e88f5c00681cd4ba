// Who somebody is to the shop's tables, and what of theirs goes when they leave.

import type { Expression } from '#server/ledger/script.ts';

/** A person, by account, by address, or by both. */
export interface Owner {
  accountId: string | null;
  email: string | null;
}

/**
 * A person who is to be erased. Data that is linked to them only by the address is erased if it was there at `until`.
 * Later data may belong to somebody who bought as a guest after the account was deleted.
 */
export interface Leaving extends Owner {
  until: Date;
}

/**
 * When a purchase got its present address, by being recorded or moved there: somebody who leaves takes along only what was
 * at the address before.
 * @param id the column with the purchase's id, including its table
 */
export const atAddressSince = (id: string): Expression =>
  `coalesce((SELECT max(moved_at) FROM purchase_moves AS move WHERE move.purchase_id = ${id}),
     (SELECT recorded_at FROM purchases AS sale WHERE sale.id = ${id}))`;
