// The withdrawals table: at most one withdrawal per order.

import type { Ledger } from '#server/ledger/ledger.ts';
import { paymentLock } from '#server/ledger/locks.ts';
import { integer, nullable, text } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { writeLetter } from '#server/mailing/outbox.ts';
import { giftOf } from '#server/owning/gifts.ts';
import { byAccount } from '#server/owning/grants.ts';
import type { Withdrawal } from './records.ts';
import { lockOrdersOfBuyer } from './repeated-orders.ts';
import { settleOrder, withdrawalOf } from './settle-order.ts';

const purchaseOfSession = query('SELECT {columns} FROM purchases WHERE checkout_session_id = ?', {
  id: integer,
  paymentIntentId: nullable(text),
});
const insert = command(
  `INSERT INTO withdrawals
     (reference, purchase_id, name, email, product_ids, refund_ore, confirmation, received_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (purchase_id) DO NOTHING`,
);

/**
 * Records a withdrawal, raises it for the operator and writes its acknowledgement letter, in one transaction. A repeated
 * one keeps the first.
 * @param whileUnopened only if nobody has opened the gift yet; somebody may do so at this moment
 * @returns the one that is on record now, or `null` when there is no such order or the gift was opened
 */
export async function recordWithdrawal(
  ledger: Ledger,
  checkoutSessionId: string,
  withdrawal: Withdrawal,
  whileUnopened = false,
): Promise<Withdrawal | null> {
  const purchase = await ledger.read(() => purchaseOfSession.get(checkoutSessionId));
  if (!purchase) return null;
  const { id, paymentIntentId } = purchase;
  return ledger.write([paymentLock(paymentIntentId, checkoutSessionId)], function* () {
    // Opening the gift locks the same order first.
    yield* lockOrdersOfBuyer(id);
    if (whileUnopened && (yield* giftOf(id))?.openedAt) return null;
    const { reference, name, email, productIds, refundOre, confirmation, receivedAt } = withdrawal;
    const inserted = yield* insert.run(
      ...[reference, id, name, email, JSON.stringify(productIds), refundOre, confirmation, receivedAt],
    );
    if (inserted > 0) {
      yield* settleOrder(id, byAccount, receivedAt);
      const letter = { kind: 'withdrawal-acknowledged', subject: reference, happenedAt: receivedAt } as const;
      yield* writeLetter({ ...letter, purchaseId: id }, receivedAt);
    }
    return yield* withdrawalOf(id);
  });
}
