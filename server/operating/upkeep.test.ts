import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { type OperatorsDesk, openDesk, sessionOf } from '#tests/support/operators-desk.ts';
import { listActions } from './operator-action.ts';
import { backUp, noteRestored, reconcileNow } from './upkeep.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

it('A run of the reconciler is on record with what it found, a dry one as such', async () => {
  const needs = desk.withProvider({
    async *completedSessions() {
      yield sessionOf(1);
    },
  });
  expect(await reconcileNow(needs, { dryRun: true })).toMatchObject({ purchases: ['cs_1'] });
  expect(await desk.ledger.findPurchase('cs_1')).toBeNull();
  expect(await reconcileNow(needs, {})).toMatchObject({ purchases: ['cs_1'], failed: 0 });
  expect(await desk.ledger.findPurchase('cs_1')).not.toBeNull();
  expect(await desk.recorded()).toEqual([
    ['reconcile', null, null, { dryRun: true, purchases: 1, failed: 0 }],
    ['reconcile', null, null, { dryRun: false, purchases: 1, failed: 0 }],
  ]);
});

it('Where a restored database came from is on record', async () => {
  await noteRestored(desk.needs, '/backups/monday.sqlite');
  const from = { from: '/backups/monday.sqlite' };
  expect(await desk.recorded()).toEqual([['restore', from.from, null, from]]);
});

it('A backup is on record with its size, and only when there is one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'upkeep-'));
  const ledger = openSqliteLedger(join(directory, 'site.sqlite'), 'migrations', desk.clock);
  try {
    const needs = { ...desk.needs, ledger };
    const copy = join(directory, 'copy.sqlite');
    const progress: number[] = [];
    const report = await backUp(needs, copy, (done) => progress.push(done));
    expect(report).toMatchObject({ faults: [], bytes: statSync(copy).size });
    expect(progress.length).toBeGreaterThan(0);
    await expect(backUp(needs, copy, () => undefined)).rejects.toThrow();
    expect(await listActions(needs, 9)).toMatchObject([
      { action: 'backup', subject: copy, details: { bytes: report.bytes } },
    ]);
  } finally {
    await ledger.close();
    rmSync(directory, { recursive: true });
  }
});
