import type { Database } from 'better-sqlite3';
import type { Withdrawal } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { GroupCommit } from './group-commit.ts';
import { orderLife } from './order-life.ts';

interface WithdrawalRow {
  reference: string;
  name: string;
  email: string;
  product_ids: string;
  refund_ore: number;
  confirmation: string;
  received_at: string;
}

/** Reads the withdrawal of a purchase. */
export function withdrawalReader(db: Database): (purchaseId: number) => Withdrawal | null {
  const byPurchase = db.prepare<[number], WithdrawalRow>('SELECT * FROM withdrawals WHERE purchase_id = ?');
  return (purchaseId) => {
    const row = byPurchase.get(purchaseId);
    return row
      ? {
          reference: row.reference,
          name: row.name,
          email: row.email,
          productIds: JSON.parse(row.product_ids) as string[],
          refundOre: row.refund_ore,
          confirmation: row.confirmation,
          receivedAt: new Date(row.received_at),
        }
      : null;
  };
}

/** Withdrawals from purchases. */
export function withdrawalMethods(db: Database, { shared }: GroupCommit): Pick<Store, 'recordWithdrawal'> {
  const life = orderLife(db);
  const withdrawalOf = withdrawalReader(db);
  const purchaseBySession = db.prepare<[string], { id: number }>(
    'SELECT id FROM purchases WHERE checkout_session_id = ?',
  );
  const insert = db.prepare(
    `INSERT INTO withdrawals
       (reference, purchase_id, name, email, product_ids, refund_ore, confirmation, received_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (purchase_id) DO NOTHING`,
  );

  const recordWithdrawal = shared(
    (...[checkoutSessionId, withdrawal]: Parameters<Store['recordWithdrawal']>) => {
      const purchase = purchaseBySession.get(checkoutSessionId);
      if (!purchase) return null;
      const { reference, name, email, productIds, refundOre, confirmation, receivedAt } = withdrawal;
      const inserted = insert.run(
        reference,
        purchase.id,
        name,
        email,
        JSON.stringify(productIds),
        refundOre,
        confirmation,
        receivedAt.toISOString(),
      );
      if (inserted.changes > 0) life.settle(purchase.id, { by: 'account', event: null }, receivedAt);
      return withdrawalOf(purchase.id);
    },
  );

  return { recordWithdrawal };
}
