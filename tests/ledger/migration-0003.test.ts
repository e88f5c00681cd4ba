import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';

it('migration 0003 keeps every code, redemption, grant and history row, and gives old codes a batch', () => {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  const migrations = readMigrations('migrations');
  const now = () => new Date('2026-01-01T00:00:00Z');
  migrate(db, migrations.slice(0, 2), now);
  db.exec(`
    INSERT INTO purchases (id, checkout_session_id, email, currency, total_ore, live, paid_at, recorded_at)
      VALUES (7, 'cs_1', 'a@example.com', 'sek', 25000, 0, '2025-01-01', '2025-01-01');
    INSERT INTO activation_codes (id, code, campaign, created_at, revoked_at) VALUES
      (3, 'torch-lit-7k3m', 'demo', '2025-01-02', NULL), (4, 'old code_1', 'demo', '2025-01-01', '2025-02-01'),
      (5, 'other', 'press', '2025-03-01', NULL);
    INSERT INTO activation_code_unlocks (code_id, adventure_id) VALUES (3, 'fist'), (4, 'fod'), (5, 'fod');
    INSERT INTO redemptions (code_id, account_id, redeemed_at) VALUES (3, 'sub-a', '2025-01-05'), (5, NULL, '2025-01-04');
    INSERT INTO grants (id, adventure_id, account_id, email, source, purchase_id, code_id, granted_at, withheld_at, withheld_reason)
      VALUES (11, 'fod', NULL, 'a@example.com', 'purchase', 7, NULL, '2025-01-01', '2025-01-09', 'refunded'),
             (12, 'fist', 'sub-a', NULL, 'code', NULL, 3, '2025-01-05', NULL, NULL);
    INSERT INTO grant_events (grant_id, what, reason, actor, event_id, at)
      VALUES (11, 'granted', 'purchase', 'webhook', 'evt_1', '2025-01-01'), (12, 'granted', 'code', 'account', NULL, '2025-01-05');
  `);
  const rows = (sql: string) => db.prepare(sql).all();
  const columns = `id, adventure_id, account_id, email, source, purchase_id, code_id, granted_at, claimed_at, revoked_at,
    revoked_reason, withheld_at, withheld_reason`;
  const before = [rows(`SELECT ${columns} FROM grants`), rows('SELECT * FROM grant_events')];

  expect(migrate(db, migrations.slice(0, 3), now)).toEqual(['0003_codes_imports_audit.sql']);

  expect([rows(`SELECT ${columns} FROM grants`), rows('SELECT * FROM grant_events')]).toEqual(before);
  expect(rows('SELECT code_id, account_id, redeemed_at FROM redemptions ORDER BY code_id')).toEqual([
    { code_id: 3, account_id: 'sub-a', redeemed_at: '2025-01-05' },
    { code_id: 5, account_id: null, redeemed_at: '2025-01-04' },
  ]);
  expect(rows('SELECT id, code, folded, most_redemptions, batch_id FROM activation_codes')).toEqual([
    { id: 3, code: 'torch-lit-7k3m', folded: 't0rch11t7k3m', most_redemptions: 1, batch_id: 1 },
    { id: 4, code: 'old code_1', folded: '01dc0de1', most_redemptions: 1, batch_id: 1 },
    { id: 5, code: 'other', folded: '0ther', most_redemptions: 1, batch_id: 2 },
  ]);
  expect(rows('SELECT campaign, created_at FROM code_batches ORDER BY id')).toEqual([
    { campaign: 'demo', created_at: '2025-01-01' },
    { campaign: 'press', created_at: '2025-03-01' },
  ]);
  expect(rows('PRAGMA foreign_key_check')).toEqual([]);
  expect(rows("SELECT name FROM sqlite_schema WHERE instr(sql, '_new') > 0")).toEqual([]);
  db.close();
});
