import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import type { Purchase, RecordedOrder } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { isErased } from './erased-accounts.ts';
import { noteEvent, noteGrantEvents } from './events.ts';
import { claimIfAnythingWaits } from './grants.ts';
import { ownerLocks, paymentLock } from './locks.ts';
import { linesOf, paymentFactsOf, settle } from './order-life.ts';
import { withdrawalOf } from './withdrawals.ts';

interface PurchaseRow {
  id: number;
  checkout_session_id: string;
  payment_intent_id: string | null;
  email: string;
  account_id: string | null;
  currency: string;
  total_ore: number;
  live: boolean;
  paid_at: Date;
  consent_text: string | null;
}

/** Purchases with their lines and grants. */
export function purchaseMethods(
  db: PostgresDatabase,
): Pick<Store, 'recordPurchase' | 'findPurchase' | 'findOrder' | 'ownedOrders'> {
  return {
    recordPurchase: (...args) => {
      const [{ paymentIntentId, checkoutSessionId, accountId, email }] = args;
      const names = [paymentLock(paymentIntentId, checkoutSessionId), ...ownerLocks(accountId, email)];
      return db.write(names, (queries) => record(queries, ...args));
    },
    findPurchase: (checkoutSessionId) =>
      db.snapshot(async (queries) => {
        const row = await bySession(queries, checkoutSessionId);
        return row ? purchaseFromRow(row, await linesOf(queries, row.id)) : null;
      }),
    findOrder: (checkoutSessionId) =>
      db.snapshot(async (queries) => {
        const row = await bySession(queries, checkoutSessionId);
        return row ? orderFromRow(queries, row) : null;
      }),
    async ownedOrders(account, at) {
      await claimIfAnythingWaits(db, account, at);
      return db.snapshot(async (queries) => {
        const rows = await queries.all<PurchaseRow>(
          'SELECT * FROM purchases WHERE account_id = $1 ORDER BY paid_at DESC, id DESC',
          account.id,
        );
        const orders: RecordedOrder[] = [];
        for (const row of rows) orders.push(await orderFromRow(queries, row));
        return orders;
      });
    },
  };
}

async function record(
  queries: Queries,
  ...[purchase, grants, cause, at]: Parameters<Store['recordPurchase']>
): Promise<'fulfilled' | 'already_fulfilled'> {
  // Whoever deleted the account while the payment was under way has bought like a guest.
  const isOrphan = purchase.accountId !== null && (await isErased(queries, purchase.accountId));
  const accountId = isOrphan ? null : purchase.accountId;
  const inserted = await queries.get<{ id: number }>(
    `INSERT INTO purchases
       (checkout_session_id, payment_intent_id, email, account_id, currency, total_ore, live, paid_at, recorded_at,
        consent_text)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (checkout_session_id) DO NOTHING
     RETURNING id`,
    ...[purchase.checkoutSessionId, purchase.paymentIntentId, purchase.email, accountId],
    ...[purchase.currency, purchase.totalOre, purchase.live, purchase.paidAt, at, purchase.consentText],
  );
  const outcome = inserted ? 'fulfilled' : 'already_fulfilled';
  if (cause.event) await noteEvent(queries, cause.event, outcome, cause.by, at);
  if (!inserted) return outcome;
  await queries.run(
    `INSERT INTO purchase_lines (purchase_id, product_id, price_ore)
     SELECT $1, product_id, price_ore FROM unnest($2::text[], $3::bigint[]) AS given (product_id, price_ore)`,
    inserted.id,
    purchase.lines.map(({ productId }) => productId),
    purchase.lines.map(({ priceOre }) => priceOre),
  );
  const granted = await queries.all<{ id: number }>(
    `INSERT INTO grants (adventure_id, account_id, email, source, purchase_id, granted_at, claimed_at)
     SELECT adventure_id, $2, $3, 'purchase', $4, $5, $6
     FROM unnest($1::text[]) WITH ORDINALITY AS given (adventure_id, place) ORDER BY place
     RETURNING id`,
    ...[grants, accountId, purchase.email, inserted.id, purchase.paidAt],
    accountId === null ? null : at,
  );
  const ids = granted.map(({ id }) => id);
  await noteGrantEvents(queries, ids, 'granted', 'purchase', cause, at);
  await settle(queries, inserted.id, cause, at);
  return outcome;
}

function bySession(queries: Queries, checkoutSessionId: string): Promise<PurchaseRow | undefined> {
  return queries.get<PurchaseRow>(
    'SELECT * FROM purchases WHERE checkout_session_id = $1',
    checkoutSessionId,
  );
}

async function orderFromRow(queries: Queries, row: PurchaseRow): Promise<RecordedOrder> {
  return {
    purchase: purchaseFromRow(row, await linesOf(queries, row.id)),
    ...(await paymentFactsOf(queries, row.payment_intent_id)),
    withdrawal: await withdrawalOf(queries, row.id),
  };
}

function purchaseFromRow(row: PurchaseRow, lines: PurchaseLine[]): Purchase {
  return {
    checkoutSessionId: row.checkout_session_id,
    paymentIntentId: row.payment_intent_id,
    email: row.email,
    accountId: row.account_id,
    currency: row.currency,
    totalOre: row.total_ore,
    live: row.live,
    paidAt: row.paid_at,
    lines,
    consentText: row.consent_text,
  };
}
