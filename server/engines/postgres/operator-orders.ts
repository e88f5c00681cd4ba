import { deriveOrder } from '#server/buying/order-facts.ts';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { OrderMove, OrderSummary } from '#server/operating/records.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { noteGrantEvents } from './events.ts';
import { addressLock } from './locks.ts';
import { recordAction } from './operator-actions.ts';
import { linesOf, paymentFactsOf } from './order-life.ts';

type PurchaseRow = Omit<OrderSummary, 'productIds' | 'standing'> & { id: number };

const purchaseColumns =
  `id, checkout_session_id AS "checkoutSessionId", payment_intent_id AS "paymentIntentId", email,
  account_id AS "accountId", currency, total_ore AS "totalOre", live, paid_at AS "paidAt"` as const;

/** Orders for operators: search, and the move to another address. */
export function operatorOrderMethods(
  db: PostgresDatabase,
): Pick<OperatorStore, 'findOrders' | 'ordersOf' | 'orderMoves' | 'moveOrder'> {
  const summaries = (rest: string, ...values: unknown[]) =>
    db.snapshot(async (queries) => {
      const rows = await queries.all<PurchaseRow>(
        `SELECT ${purchaseColumns} FROM purchases ${rest}`,
        ...values,
      );
      const orders: OrderSummary[] = [];
      for (const row of rows) orders.push(await summaryOf(queries, row));
      return orders;
    });

  return {
    findOrders: async (query, most) => {
      const exact = await summaries('WHERE checkout_session_id = $1 OR payment_intent_id = $1', query);
      if (exact.length > 0) return exact;
      return summaries(
        `WHERE email ILIKE $1 ESCAPE '\\' OR checkout_session_id ILIKE $1 ESCAPE '\\'
           OR payment_intent_id ILIKE $1 ESCAPE '\\' OR account_id ILIKE $1 ESCAPE '\\'
         ORDER BY paid_at DESC, id DESC LIMIT $2`,
        ...[`%${query.replace(/[\\%_]/g, '\\$&')}%`, most],
      );
    },
    ordersOf: (customer) =>
      'email' in customer
        ? summaries('WHERE email = $1 ORDER BY id', customer.email)
        : summaries('WHERE account_id = $1 ORDER BY id', customer.accountId),
    orderMoves: (session) =>
      db.all<OrderMove>(
        `SELECT from_email AS "from", to_email AS "to", reason, actor, moved_at AS at
         FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
         WHERE checkout_session_id = $1 ORDER BY purchase_moves.id`,
        session,
      ),
    moveOrder: (session, email, action) =>
      db.write([addressLock(email)], async (queries) => {
        const order = await queries.get<{ id: number; email: string }>(
          'SELECT id, email FROM purchases WHERE checkout_session_id = $1 FOR NO KEY UPDATE',
          session,
        );
        if (!order) return false;
        const { actor, at, reason } = action;
        await queries.run(
          `INSERT INTO purchase_moves (purchase_id, from_email, to_email, reason, actor, moved_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          ...[order.id, order.email, email, reason, actor, at],
        );
        await queries.run(
          'UPDATE purchases SET email = $1, account_id = NULL WHERE id = $2',
          ...[email, order.id],
        );
        const moved = await queries.all<{ id: number }>(
          `UPDATE grants SET email = $1, account_id = NULL, claimed_at = NULL
           WHERE purchase_id = $2 AND revoked_at IS NULL RETURNING id`,
          ...[email, order.id],
        );
        const ids = moved.map(({ id }) => id).toSorted((a, b) => a - b);
        await noteGrantEvents(queries, ids, 'moved', 'other_address', { by: actor, event: null }, at);
        await recordAction(queries, action);
        return true;
      }),
  };
}

async function summaryOf(queries: Queries, { id, ...row }: PurchaseRow): Promise<OrderSummary> {
  const lines = await linesOf(queries, id);
  const facts = await paymentFactsOf(queries, row.paymentIntentId);
  const { standing } = deriveOrder({ lines, totalOre: row.totalOre, ...facts, withdrawal: null });
  return { ...row, productIds: lines.map(({ productId }) => productId), standing };
}
