import Database from 'better-sqlite3';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';

/**
 * Makes a SQLite shop with so many purchases, and with rows in every table, awkward ones among them: texts that sort
 * differently by byte and by language, gaps in ids, empty and odd values.
 */
export async function fillShop(file: string, purchases: number): Promise<void> {
  await openSqliteLedger(file, 'migrations', () => new Date()).close();
  const db = new Database(file);
  const moment = (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + ${seconds}, 'unixepoch')`;
  db.exec(`
    BEGIN;
    CREATE TEMP TABLE n AS
      WITH RECURSIVE count (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < ${purchases}) SELECT i FROM count;
    INSERT INTO webhook_events (id, type, object_id, outcome, brought_by, created_at, received_at)
      SELECT CASE i % 3 WHEN 0 THEN 'evt_A' WHEN 1 THEN 'evt_a' ELSE 'EVT-ä' END || i, 'checkout.session.completed',
        iif(i % 7, 'cs_' || i, NULL), 'fulfilled', 'webhook', ${moment('i')}, ${moment('i + 0.123')} FROM n;
    INSERT INTO purchases (id, checkout_session_id, payment_intent_id, email, account_id, currency, total_ore, live,
        paid_at, recorded_at, consent_text)
      SELECT i * 2, 'cs_' || i, iif(i % 11, 'pi_' || i, NULL), 'reader-' || (i / 3) || '@example.com',
        iif(i % 2, 'sub-' || (i / 3), NULL), 'sek', 25000, i % 2, ${moment('i')}, ${moment('i + 1')},
        iif(i % 5, NULL, 'I agree, "really" – ✓' || char(10)) FROM n;
    INSERT INTO purchase_lines SELECT i * 2, 'fod', 25000, iif(i % 4, NULL, 5080), iif(i % 4, NULL, 255000),
      iif(i % 4, NULL, 'FI') FROM n;
    INSERT INTO grants (id, adventure_id, account_id, email, source, purchase_id, granted_at, claimed_at, withheld_at,
        withheld_reason)
      SELECT i, 'fod', iif(i % 2, 'sub-' || (i / 3), NULL), 'reader-' || (i / 3) || '@example.com', 'purchase', i * 2,
        ${moment('i')}, iif(i % 2, ${moment('i + 2')}, NULL), iif(i % 13, NULL, ${moment('i + 3')}),
        iif(i % 13, NULL, 'refunded') FROM n;
    INSERT INTO grant_events (grant_id, what, reason, actor, event_id, at)
      SELECT i, 'granted', 'purchase', 'webhook', NULL, ${moment('i')} FROM n;
    INSERT INTO code_batches VALUES (7, 'Summer', 'generated', ${moment('1')}, 'operator:kim');
    INSERT INTO activation_codes (id, code, campaign, created_at, batch_id, folded, most_redemptions)
      SELECT i, 'code-' || i, 'Summer', ${moment('i')}, 7, 'c0de' || i, 2 FROM n WHERE i <= 50;
    INSERT INTO activation_code_unlocks SELECT i, 'fist' FROM n WHERE i <= 50;
    INSERT INTO activation_code_unlocks SELECT i, 'Fod' FROM n WHERE i <= 50;
    INSERT INTO redemptions (code_id, account_id, redeemed_at)
      SELECT i, iif(i % 3, 'sub-' || i, NULL), ${moment('i')} FROM n WHERE i <= 20;
    INSERT INTO imports VALUES (3, 'backers', 'list.csv', ${moment('1')}, 'operator:kim', NULL, NULL, NULL);
    INSERT INTO import_entries SELECT 'key-' || i, 3 FROM n WHERE i <= 30;
    INSERT INTO payment_refunds SELECT 're_' || i, 'pi_' || i, 25000, 'succeeded', '["fod"]', ${moment('i')}, ${moment('i')}, NULL
      FROM n WHERE i % 13 = 0;
    INSERT INTO payment_disputes VALUES ('du_1', 'pi_1', 25000, 'won', ${moment('1')}, ${moment('1')}, ${moment('2')}, 'sek');
    INSERT INTO payment_fraud_warnings VALUES ('issfr_1', 'pi_1', 1, ${moment('1')});
    INSERT INTO order_attention VALUES (2, 'dispute_lost', 'du_1', ${moment('1')}, NULL, NULL);
    INSERT INTO withdrawals VALUES ('W-1', 2, 'Åsa', 'reader-0@example.com', '["fod"]', 25000, 'word for word', ${moment('1')});
    INSERT INTO void_withdrawals VALUES ('W-0', 2, 'Mallory', 'stranger@example.com', '["fod"]', 25000, 'word for word',
      ${moment('1')}, ${moment('2')});
    INSERT INTO purchase_moves (purchase_id, from_email, to_email, reason, actor, moved_at)
      VALUES (2, 'a@example.com', 'reader-0@example.com', 'typo', 'operator:kim', ${moment('1')});
    -- Not in the form in which the site writes times.
    INSERT INTO reconciliations VALUES ('2025-01-01', '2025-01-01T00:00:01Z', '2024-12-31', '{}');
    INSERT INTO operator_actions (at, actor, action, details) VALUES (${moment('1')}, 'operator:kim', 'try', '{"a":1}');
    INSERT INTO sessions VALUES ('hash', 'sub-1', 'anna', 'anna@example.com', 1, x'00ff10', ${moment('1')}, ${moment('9')},
      ${moment('2')}, 'Chrome on Android', 1, ${moment('3')});
    INSERT INTO known_devices VALUES ('sub-1', 'Chrome on Android', ${moment('2')});
    INSERT INTO account_erasures VALUES ('sub-gone', NULL, x'', ${moment('1')});
    INSERT INTO erased_accounts VALUES ('digest', ${moment('1')});
    INSERT INTO opened_checkouts VALUES (3, 'cs_1', 'sub-1', 'hash', '["fod"]', ${moment('1')}, ${moment('9')}, NULL, NULL);
    INSERT INTO opened_checkouts VALUES (5, 'cs_0', NULL, 'hash', '[]', ${moment('1')}, ${moment('9')}, ${moment('2')}, 'cs_1');
    INSERT INTO claim_links VALUES ('digest of a token', 'cs_1', ${moment('1')}, ${moment('9')}, ${moment('2')}, x'00ff20');
    INSERT INTO gifts VALUES (2, NULL, 'Åsa@example.com', 'Anna', 'Read ✓' || char(10), '2026-03-05', 1);
    INSERT INTO address_letters VALUES ('gift', '2 1', 'digest of an address', '2026-03-05');
    INSERT INTO letters VALUES (4, 'order-confirmation', 'cs_1', 2, NULL, NULL, 'sent', 0, ${moment('1')}, ${moment('1')}, 1,
      NULL, ${moment('2')}, NULL);
    INSERT INTO letters VALUES (6, 'payment-failed', 'cs_0', NULL, 'Åsa@example.com', '{"productIds":["fod"]}', 'waiting', 1,
      ${moment('1')}, ${moment('3')}, 2, ${moment('4')}, NULL, '451 4.7.1');
    INSERT INTO announced_releases VALUES ('fod', '2025-03-28');
    INSERT INTO mail_service VALUES (1, ${moment('1')}, 'ECONNECTION', ${moment('2')}, NULL);
    INSERT INTO write_probe VALUES (1, ${moment('1')});
    UPDATE purchases SET paid_amount = 2190, paid_currency = 'eur' WHERE id = 4;
    COMMIT;
  `);
  db.close();
}
