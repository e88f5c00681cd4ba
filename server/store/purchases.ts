import type { Database } from 'better-sqlite3';
import type { Purchase, PurchaseLine, Store } from '#server/domain/ports.ts';

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

/** Purchases with their lines and grants, and the ledger of webhook events. */
export function purchaseMethods(
  db: Database,
): Pick<Store, 'recordPurchase' | 'noteEvent' | 'hasEvent' | 'findPurchase'> {
  const insertPurchase = db.prepare<unknown[], { id: number }>(
    `INSERT INTO purchases
       (checkout_session_id, payment_intent_id, email, account_id, currency, total_ore, live, paid_at, recorded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (checkout_session_id) DO NOTHING
     RETURNING id`,
  );
  const insertLine = db.prepare(
    'INSERT INTO purchase_lines (purchase_id, product_id, price_ore) VALUES (?, ?, ?)',
  );
  const insertGrant = db.prepare(
    `INSERT INTO grants (adventure_id, account_id, email, source, purchase_id, granted_at, claimed_at)
     VALUES (?, ?, ?, 'purchase', ?, ?, ?)`,
  );
  const insertEvent = db.prepare(
    `INSERT INTO webhook_events (id, type, object_id, outcome, created_at, received_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
  );
  const eventById = db.prepare('SELECT 1 FROM webhook_events WHERE id = ?');
  const purchaseBySession = db.prepare<[string], PurchaseRow>(
    'SELECT * FROM purchases WHERE checkout_session_id = ?',
  );
  const linesOf = db.prepare<[number], PurchaseLine>(
    'SELECT product_id AS productId, price_ore AS priceOre FROM purchase_lines WHERE purchase_id = ?',
  );

  const noteEvent: (...args: Parameters<Store['noteEvent']>) => void = (event, outcome, at) => {
    insertEvent.run(
      event.id,
      event.type,
      event.objectId,
      outcome,
      event.createdAt.toISOString(),
      at.toISOString(),
    );
  };

  const recordPurchase = db.transaction(
    (...[purchase, grants, event, at]: Parameters<Store['recordPurchase']>) => {
      const paidAt = purchase.paidAt.toISOString();
      const inserted = insertPurchase.get(
        purchase.checkoutSessionId,
        purchase.paymentIntentId,
        purchase.email,
        purchase.accountId,
        purchase.currency,
        purchase.totalOre,
        purchase.live ? 1 : 0,
        paidAt,
        at.toISOString(),
      );
      if (!inserted) return 'already_fulfilled' as const;
      for (const line of purchase.lines) insertLine.run(inserted.id, line.productId, line.priceOre);
      for (const adventureId of grants) {
        const claimedAt = purchase.accountId === null ? null : at.toISOString();
        insertGrant.run(adventureId, purchase.accountId, purchase.email, inserted.id, paidAt, claimedAt);
      }
      if (event) noteEvent(event, 'fulfilled', at);
      return 'fulfilled' as const;
    },
  );

  return {
    recordPurchase: async (...args) => recordPurchase.immediate(...args),
    noteEvent: async (...args) => noteEvent(...args),
    hasEvent: async (id) => eventById.get(id) !== undefined,
    findPurchase: async (checkoutSessionId) => {
      const row = purchaseBySession.get(checkoutSessionId);
      return row ? purchaseFromRow(row, linesOf.all(row.id)) : null;
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
  };
}
