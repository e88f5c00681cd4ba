import type { Database } from 'better-sqlite3';
import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import type { Purchase, RecordedOrder } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import { erasedAccounts } from './erased-accounts.ts';
import { eventLedger, grantHistory } from './events.ts';
import { claimer } from './grants.ts';
import type { GroupCommit } from './group-commit.ts';
import { orderLife } from './order-life.ts';
import { withdrawalReader } from './withdrawals.ts';

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
  consent_text: string | null;
}

/** Purchases with their lines and grants. */
export function purchaseMethods(
  db: Database,
  { shared }: GroupCommit,
): Pick<Store, 'recordPurchase' | 'findPurchase' | 'findOrder' | 'ownedOrders'> {
  const insertPurchase = db.prepare<unknown[], { id: number }>(
    `INSERT INTO purchases
       (checkout_session_id, payment_intent_id, email, account_id, currency, total_ore, live, paid_at, recorded_at,
        consent_text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (checkout_session_id) DO NOTHING
     RETURNING id`,
  );
  const insertLine = db.prepare(
    'INSERT INTO purchase_lines (purchase_id, product_id, price_ore) VALUES (?, ?, ?)',
  );
  const insertGrant = db.prepare<unknown[], { id: number }>(
    `INSERT INTO grants (adventure_id, account_id, email, source, purchase_id, granted_at, claimed_at)
     VALUES (?, ?, ?, 'purchase', ?, ?, ?) RETURNING id`,
  );
  const purchaseBySession = db.prepare<[string], PurchaseRow>(
    'SELECT * FROM purchases WHERE checkout_session_id = ?',
  );
  const purchasesByAccount = db.prepare<[string], PurchaseRow>(
    'SELECT * FROM purchases WHERE account_id = ? ORDER BY paid_at DESC, id DESC',
  );
  const linesOf = db.prepare<[number], PurchaseLine>(
    'SELECT product_id AS productId, price_ore AS priceOre FROM purchase_lines WHERE purchase_id = ?',
  );

  const { noteEvent } = eventLedger(db);
  const noteGrantEvent = grantHistory(db);
  const life = orderLife(db);
  const withdrawalOf = withdrawalReader(db);
  const claims = claimer(db);
  const claim = shared(claims.claim);
  const erased = erasedAccounts(db);

  const orderFromRow = (row: PurchaseRow): RecordedOrder => ({
    purchase: purchaseFromRow(row, linesOf.all(row.id)),
    refunds: life.refundsOf(row.payment_intent_id),
    disputes: life.disputesOf(row.payment_intent_id),
    withdrawal: withdrawalOf(row.id),
  });

  const recordPurchase = shared((...[purchase, grants, cause, at]: Parameters<Store['recordPurchase']>) => {
    const paidAt = purchase.paidAt.toISOString();
    // Whoever deleted the account while the payment was under way has bought like a guest.
    const isOrphan = purchase.accountId !== null && erased.has(purchase.accountId);
    const accountId = isOrphan ? null : purchase.accountId;
    const inserted = insertPurchase.get(
      purchase.checkoutSessionId,
      purchase.paymentIntentId,
      purchase.email,
      accountId,
      purchase.currency,
      purchase.totalOre,
      purchase.live ? 1 : 0,
      paidAt,
      at.toISOString(),
      purchase.consentText,
    );
    const outcome = inserted ? ('fulfilled' as const) : ('already_fulfilled' as const);
    if (cause.event) noteEvent(cause.event, outcome, cause.by, at);
    if (!inserted) return outcome;
    for (const line of purchase.lines) insertLine.run(inserted.id, line.productId, line.priceOre);
    for (const adventureId of grants) {
      const claimedAt = accountId === null ? null : at.toISOString();
      const owner = [accountId, purchase.email];
      const grant = insertGrant.get(adventureId, ...owner, inserted.id, paidAt, claimedAt);
      if (grant) noteGrantEvent(grant.id, 'granted', 'purchase', cause, at);
    }
    life.settle(inserted.id, cause, at);
    return outcome;
  });

  return {
    recordPurchase,
    findPurchase: async (checkoutSessionId) => {
      const row = purchaseBySession.get(checkoutSessionId);
      return row ? purchaseFromRow(row, linesOf.all(row.id)) : null;
    },
    findOrder: async (checkoutSessionId) => {
      const row = purchaseBySession.get(checkoutSessionId);
      return row ? orderFromRow(row) : null;
    },
    ownedOrders: async (account, at) => {
      if (claims.waits(account)) await claim(account, at);
      return purchasesByAccount.all(account.id).map(orderFromRow);
    },
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
    live: row.live === 1,
    paidAt: new Date(row.paid_at),
    lines,
    consentText: row.consent_text,
  };
}
