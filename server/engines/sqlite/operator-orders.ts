import type { Database } from 'better-sqlite3';
import { deriveOrder } from '#server/buying/order-facts.ts';
import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { OrderMove, OrderSummary } from '#server/operating/records.ts';
import { grantHistory } from './events.ts';
import { actionRecorder } from './operator-actions.ts';
import { orderLife } from './order-life.ts';

interface PurchaseRow {
  id: number;
  checkout_session_id: string;
  payment_intent_id: string | null;
  email: string;
  account_id: string | null;
  currency: string;
  total_ore: number;
  live: number;
  paid_at: string;
}

/** Orders for operators: search, and the move to another address. */
export function operatorOrderMethods(
  db: Database,
): Pick<OperatorStore, 'findOrders' | 'ordersOf' | 'orderMoves' | 'moveOrder'> {
  const recordAction = actionRecorder(db);
  const noteGrantEvent = grantHistory(db);
  const life = orderLife(db);
  const search = db.prepare<{ part: string; most: number }, PurchaseRow>(
    `SELECT * FROM purchases
     WHERE email LIKE $part ESCAPE '\\' OR checkout_session_id LIKE $part ESCAPE '\\'
       OR payment_intent_id LIKE $part ESCAPE '\\' OR account_id LIKE $part ESCAPE '\\'
     ORDER BY paid_at DESC, id DESC LIMIT $most`,
  );
  const byId = db.prepare<[string, string], PurchaseRow>(
    'SELECT * FROM purchases WHERE checkout_session_id = ? OR payment_intent_id = ?',
  );
  const byEmail = db.prepare<[string], PurchaseRow>('SELECT * FROM purchases WHERE email = ? ORDER BY id');
  const byAccount = db.prepare<[string], PurchaseRow>(
    'SELECT * FROM purchases WHERE account_id = ? ORDER BY id',
  );
  const bySession = db.prepare<[string], PurchaseRow>(
    'SELECT * FROM purchases WHERE checkout_session_id = ?',
  );
  const linesOf = db.prepare<[number], PurchaseLine>(
    'SELECT product_id AS productId, price_ore AS priceOre FROM purchase_lines WHERE purchase_id = ?',
  );
  const movesOf = db.prepare<[string], Omit<OrderMove, 'at'> & { at: string }>(
    `SELECT from_email AS "from", to_email AS "to", reason, actor, moved_at AS at
     FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
     WHERE checkout_session_id = ? ORDER BY purchase_moves.id`,
  );
  const insertMove = db.prepare(
    `INSERT INTO purchase_moves (purchase_id, from_email, to_email, reason, actor, moved_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const setAddress = db.prepare('UPDATE purchases SET email = ?, account_id = NULL WHERE id = ?');
  const moveGrants = db.prepare<[string, number], { id: number }>(
    `UPDATE grants SET email = ?, account_id = NULL, claimed_at = NULL
     WHERE purchase_id = ? AND revoked_at IS NULL RETURNING id`,
  );

  const summaryOf = (row: PurchaseRow): OrderSummary => {
    const lines = linesOf.all(row.id);
    const { standing } = deriveOrder({
      lines,
      totalOre: row.total_ore,
      refunds: life.refundsOf(row.payment_intent_id),
      disputes: life.disputesOf(row.payment_intent_id),
      withdrawal: null,
    });
    return {
      checkoutSessionId: row.checkout_session_id,
      paymentIntentId: row.payment_intent_id,
      email: row.email,
      accountId: row.account_id,
      totalOre: row.total_ore,
      currency: row.currency,
      live: row.live === 1,
      paidAt: new Date(row.paid_at),
      productIds: lines.map(({ productId }) => productId),
      standing,
    };
  };

  const moveOrder = db.transaction((...[session, email, action]: Parameters<OperatorStore['moveOrder']>) => {
    const order = bySession.get(session);
    if (!order) return false;
    const { actor, at, reason } = action;
    insertMove.run(order.id, order.email, email, reason, actor, at.toISOString());
    setAddress.run(email, order.id);
    for (const { id } of moveGrants.all(email, order.id)) {
      noteGrantEvent(id, 'moved', 'other_address', { by: actor, event: null }, at);
    }
    recordAction(action);
    return true;
  });

  return {
    findOrders: async (query, most) => {
      const exact = byId.all(query, query);
      if (exact.length > 0) return exact.map(summaryOf);
      const part = `%${query.replace(/[\\%_]/g, '\\$&')}%`;
      return search.all({ part, most }).map(summaryOf);
    },
    ordersOf: async (customer) =>
      ('email' in customer ? byEmail.all(customer.email) : byAccount.all(customer.accountId)).map(summaryOf),
    orderMoves: async (session) => movesOf.all(session).map((row) => ({ ...row, at: new Date(row.at) })),
    moveOrder: async (...args) => moveOrder.immediate(...args),
  };
}
