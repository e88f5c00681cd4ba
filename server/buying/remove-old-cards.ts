// Housekeeping of gifts: recipients, words and waiting letters that are deleted for their age.

import { integer, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { cardsKeptSince, forgetCardOf, forgetOldCards, holdsCard } from '#server/owning/gifts.ts';
import { findStanding, isOver } from './order-standing.ts';

/** Whether the newest of an order's facts of this kind is as old as the parameter. */
const newestIsOld = (table: 'payment_refunds' | 'payment_disputes') =>
  `(SELECT max(as_of) FROM ${table} WHERE ${table}.payment_intent_id = purchases.payment_intent_id) <= ?`;
const perhapsEnded = query(
  `SELECT purchase_id, checkout_session_id FROM gifts JOIN purchases ON purchases.id = gifts.purchase_id
   WHERE ${holdsCard} AND (${newestIsOld('payment_refunds')} OR ${newestIsOld('payment_disputes')}
     OR EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.purchase_id = purchases.id AND received_at <= ?))
   ORDER BY purchase_id`,
  { purchaseId: integer, checkoutSessionId: text },
);

/**
 * Removes the recipient and the words of gifts, and their letters that still wait: 30 days after they were opened, after their
 * money went back, after their buyer withdrew, or after the last link that could open them was over.
 */
export function* removeOldCards(at: Date): Script<void> {
  yield* forgetOldCards(at);
  const since = cardsKeptSince(at);
  for (const { purchaseId, checkoutSessionId } of yield* perhapsEnded.all(since, since, since)) {
    const found = yield* findStanding(checkoutSessionId);
    if (found && isOver(found.error)) yield* forgetCardOf(purchaseId, at);
  }
}
