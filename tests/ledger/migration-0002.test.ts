import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { createSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import { ledgerVerbs } from '#tests/support/ledger-verbs.ts';

it('A shop from before refunds were followed keeps its ledger and its grants, and the grants get a history', async () => {
  const clock = () => new Date('2026-01-01T00:00:00Z');
  const directory = mkdtempSync(join(tmpdir(), 'first-migration-'));
  const [first = ''] = readdirSync('migrations').toSorted();
  copyFileSync(join('migrations', first), join(directory, first));
  const db = openDatabase(':memory:');
  migrate(db, readMigrations(directory), clock);
  rmSync(directory, { recursive: true });
  db.exec(`
    INSERT INTO webhook_events VALUES ('evt_1', 'checkout.session.completed', 'cs_test_1', 'fulfilled', '2025-01-01', '2025-01-01');
    INSERT INTO purchases VALUES (1, 'cs_test_1', 'pi_1', 'anna@example.com', 'sub-anna', 'sek', 25000, 0, '2025-01-01', '2025-01-01');
    INSERT INTO purchase_lines VALUES (1, 'fod', 25000);
    INSERT INTO grants (adventure_id, account_id, email, source, purchase_id, granted_at, claimed_at)
      VALUES ('fod', 'sub-anna', 'anna@example.com', 'purchase', 1, '2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z');
  `);
  migrate(db, readMigrations('migrations'), clock);
  const ledger = ledgerVerbs(createSqliteLedger(db));
  expect(await ledger.hasEvent('evt_1')).toBe(true);
  expect(await ledger.findPurchase('cs_test_1')).toMatchObject({ consentText: null });
  const before = await ledger.orderGrants('cs_test_1');
  expect(before.history.map(({ what, actor }) => `${actor} ${what}`)).toEqual([
    'migration granted',
    'migration claimed',
  ]);

  const fact = {
    kind: 'refund' as const,
    ...{ id: 're_1', paymentIntentId: 'pi_1', amountOre: 25_000, status: 'succeeded' },
    ...{ productIds: [], asOf: clock(), countedAt: clock() },
  };
  const cause = { by: 'reconciler', event: null } as const;
  expect(await ledger.recordPaymentFact(fact, cause, clock())).toBe('applied');
  expect(await ledger.recordPaymentFact(fact, cause, clock())).toBe('unchanged');
  expect((await ledger.orderGrants('cs_test_1')).grants).toMatchObject([{ withheldReason: 'refunded' }]);
  await ledger.close();
});
