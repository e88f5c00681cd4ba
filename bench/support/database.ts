import Database from 'better-sqlite3';
import { recordPurchase } from '../../server/buying/purchases.ts';
import { openSqliteLedger } from '../../server/engines/sqlite/ledger.ts';
import { soldProducts, usualProduct } from './sold.ts';

/** There are so many activation codes at least, each of which works for as many accounts as there are in any benchmark. */
export const fewestCodes = 20_000;
const usesOfACode = 1000;

/** One order in so many is a gift. */
const ordersAGift = 10;

/**
 * Makes the database of a shop that has sold so many orders: as many purchases with a line, a grant, its history, the
 * event that brought it and its letter; one in ten of them a gift with its claim link; and as many activation codes. Straight
 * with SQL, since only the result is wanted.
 * @param file where there is no database yet
 */
export async function fillDatabase(file: string, count: number): Promise<void> {
  const codes = Math.max(count, fewestCodes);
  await openSqliteLedger(file, 'migrations', () => new Date()).close();
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  // Spread over a year, oldest first, as orders come in.
  const time = "strftime('%Y-%m-%dT%H:%M:%fZ', '2025-11-01', '+' || (i * 31536000 / :count) || ' seconds')";
  const insert = (table: string, columns: string, values: string, rows = count) =>
    db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
         INSERT INTO ${table} (${columns}) SELECT ${values} FROM n`,
      )
      .run({ count: rows });
  const fill = db.transaction(() => {
    insert(
      'purchases',
      'id, checkout_session_id, payment_intent_id, email, account_id, currency, total_ore, live, paid_at, recorded_at',
      `i, 'cs_test_old' || i, 'pi_old' || i, 'old-' || i || '@example.com', 'old-account-' || i, 'sek', 25000, 0, ${time}, ${time}`,
    );
    insert('purchase_lines', 'purchase_id, product_id, price_ore', `i, '${usualProduct.id}', 25000`);
    insert(
      'grants',
      'id, adventure_id, account_id, email, source, purchase_id, granted_at, claimed_at',
      `i, '${usualProduct.unlocks[0]}', 'old-account-' || i, 'old-' || i || '@example.com', 'purchase', i, ${time}, ${time}`,
    );
    insert(
      'grant_events',
      'grant_id, what, reason, actor, event_id, at',
      `i, 'granted', 'purchase', 'webhook', 'evt_old' || i, ${time}`,
    );
    insert(
      'webhook_events',
      'id, type, object_id, outcome, brought_by, created_at, received_at',
      `'evt_old' || i, 'checkout.session.completed', 'cs_test_old' || i, 'fulfilled', 'webhook', ${time}, ${time}`,
    );
    insert(
      'letters',
      'kind, subject, purchase_id, state, bulk, written_at, due_at, tries, ended_at',
      `'order-confirmation', 'cs_test_old' || i, i, 'sent', 0, ${time}, ${time}, 1, ${time}`,
    );
    insert(
      'gifts',
      'purchase_id, buyer_email, recipient, sender, message, send_on, letters',
      `i * ${ordersAGift}, 'old-' || i * ${ordersAGift} || '@example.com', 'given-' || i || '@example.com', 'Anna', 'For dark evenings', '2025-12-24', 1`,
      Math.floor(count / ordersAGift),
    );
    insert(
      'claim_links',
      'token_hash, token_encrypted, checkout_session_id, created_at, expires_at',
      `printf('%064x', i), zeroblob(71), 'cs_test_old' || i * ${ordersAGift}, ${time}, '2027-01-01T00:00:00.000Z'`,
      Math.floor(count / ordersAGift),
    );
    db.exec(
      "INSERT INTO code_batches (id, campaign, origin, created_at, created_by) VALUES (1, 'bench', 'generated', '2025-11-01T00:00:00.000Z', 'migration')",
    );
    insert(
      'activation_codes',
      'id, code, folded, campaign, batch_id, most_redemptions, created_at',
      `i, 'torch-' || i, 'torch' || i, 'bench', 1, ${usesOfACode}, '2025-11-01T00:00:00.000Z'`,
      codes,
    );
    // Another one each, so that nobody who redeems many in turn has one already.
    insert('activation_code_unlocks', 'code_id, adventure_id', "i, 'bench-' || i", codes);
  });
  fill();
  // On disk before anything is measured: what the system still has to write would slow down the first to sync.
  db.pragma('synchronous = FULL');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Gives each of these addresses three orders, for their verified owner to claim. */
export async function sellTo(file: string, emails: readonly string[]): Promise<void> {
  const ledger = openSqliteLedger(file, 'migrations', () => new Date());
  const now = new Date();
  for (const email of emails) {
    for (const { id: productId, unlocks } of soldProducts) {
      const key = `${email.replace(/\W/g, '')}${productId.replace('-', '')}`;
      await recordPurchase(
        ledger,
        {
          checkoutSessionId: `cs_test_${key}`,
          paymentIntentId: `pi_${key}`,
          email,
          accountId: null,
          currency: 'sek',
          totalOre: 25_000,
          live: false,
          paidAt: now,
          lines: [{ productId, priceOre: 25_000 }],
          consentText: null,
          termsVersion: null,
          country: null,
          vatOre: null,
          invoiceId: null,
          paidAmount: null,
          paidCurrency: null,
        },
        [...unlocks],
        { by: 'webhook', event: null },
        now,
      );
    }
  }
  await ledger.close();
}
