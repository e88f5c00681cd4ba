import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';

it('Refunds and disputes from before their days were stored have the day of their state in the books', () => {
  const clock = () => new Date('2026-03-01T00:00:00Z');
  const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const file of readdirSync('migrations').filter((name) => name < '0016' && name.endsWith('.sql')))
    copyFileSync(join('migrations', file), join(directory, file));
  const db = openDatabase(':memory:');
  migrate(db, readMigrations(directory), clock);
  rmSync(directory, { recursive: true });
  const january = '2026-01-15T00:00:00.000Z';
  const states = { payment_refunds: ['pending', 'succeeded', 'failed'], payment_disputes: ['lost', 'won'] };
  for (const [table, statuses] of Object.entries(states))
    for (const status of statuses)
      db.prepare(
        `INSERT INTO ${table} (id, payment_intent_id, amount_ore, status, as_of
           ${table === 'payment_refunds' ? ', product_ids' : ''})
         VALUES (?, 'pi_1', 1, ?, ? ${table === 'payment_refunds' ? ", '[]'" : ''})`,
      ).run(status, status, january);
  migrate(db, readMigrations('migrations'), clock);
  const days = db
    .prepare(
      `SELECT status, counted_at AS counted, reinstated_at AS reinstated FROM payment_refunds
       UNION ALL SELECT status, counted_at, reinstated_at FROM payment_disputes ORDER BY status`,
    )
    .all();
  expect(days).toEqual([
    { status: 'failed', counted: null, reinstated: january },
    { status: 'lost', counted: january, reinstated: null },
    { status: 'pending', counted: january, reinstated: null },
    { status: 'succeeded', counted: january, reinstated: null },
    { status: 'won', counted: null, reinstated: january },
  ]);
  db.close();
});
