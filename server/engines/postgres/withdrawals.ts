import type { Withdrawal } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { paymentLock } from './locks.ts';
import { settle } from './order-life.ts';

/** Reads the withdrawal of a purchase. */
export async function withdrawalOf(queries: Queries, purchaseId: number): Promise<Withdrawal | null> {
  const row = await queries.get<Omit<Withdrawal, 'productIds'> & { productIds: string }>(
    `SELECT reference, name, email, product_ids AS "productIds", refund_ore AS "refundOre", confirmation,
       received_at AS "receivedAt"
     FROM withdrawals WHERE purchase_id = $1`,
    purchaseId,
  );
  return row ? { ...row, productIds: JSON.parse(row.productIds) as string[] } : null;
}

/** Withdrawals from purchases. */
export function withdrawalMethods(db: PostgresDatabase): Pick<Store, 'recordWithdrawal'> {
  return {
    async recordWithdrawal(checkoutSessionId, withdrawal) {
      const purchase = await db.get<{ id: number; paymentIntentId: string | null }>(
        'SELECT id, payment_intent_id AS "paymentIntentId" FROM purchases WHERE checkout_session_id = $1',
        checkoutSessionId,
      );
      if (!purchase) return null;
      const lock = paymentLock(purchase.paymentIntentId, checkoutSessionId);
      return db.write([lock], async (queries) => {
        const { reference, name, email, productIds, refundOre, confirmation, receivedAt } = withdrawal;
        const inserted = await queries.run(
          `INSERT INTO withdrawals
             (reference, purchase_id, name, email, product_ids, refund_ore, confirmation, received_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (purchase_id) DO NOTHING`,
          ...[
            reference,
            purchase.id,
            name,
            email,
            JSON.stringify(productIds),
            refundOre,
            confirmation,
            receivedAt,
          ],
        );
        if (inserted > 0) await settle(queries, purchase.id, { by: 'account', event: null }, receivedAt);
        return withdrawalOf(queries, purchase.id);
      });
    },
  };
}
