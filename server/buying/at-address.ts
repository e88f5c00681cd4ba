// The day from which an order belongs to its present e-mail address. An account that is erased takes along only what was
// at its address before.

import type { Expression } from '#server/ledger/script.ts';

/**
 * When the purchase got its present address, by being recorded or moved there.
 * @param id the column with the purchase's id, including its table
 */
export const atAddressSince = (id: string): Expression =>
  `coalesce((SELECT max(moved_at) FROM purchase_moves AS move WHERE move.purchase_id = ${id}),
     (SELECT recorded_at FROM purchases AS sale WHERE sale.id = ${id}))`;
