import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { completeErasure, knownErasures } from '#server/accounts/erasures.ts';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { anna } from '#tests/support/accounts.ts';
import { byWebhook } from '#tests/support/grants.ts';
import { at, type OperatorsDesk, openDesk, purchaseOf, sessionOf } from '#tests/support/operators-desk.ts';
import { listActions } from './operator-action.ts';
import { backUp, completeRestore, reconcileNow } from './upkeep.ts';

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

it('Where a restored database came from is on record, and how many accounts were deleted again', async () => {
  const from = { from: '/backups/monday.sqlite' };
  expect(await completeRestore(desk.needs, from.from)).toBe(0);
  await desk.ledger.recordPurchase(purchaseOf(1, { accountId: anna.id }), ['fod'], byWebhook, at);
  const before = openDesk();
  await completeErasure(before.ledger, anna.id, at);
  const known = await before.ledger.read(knownErasures);
  await before.ledger.close();
  expect(await completeRestore(desk.needs, from.from, known)).toBe(1);
  expect(await completeRestore(desk.needs, from.from, known)).toBe(0);
  const about = ['restore', from.from, null];
  expect(await desk.recorded()).toEqual([
    [...about, from],
    [...about, { ...from, deletedAgain: 1 }],
    [...about, from],
  ]);
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
    expect(report.notNoted).toBeNull();
    const full = () => Promise.reject(Object.assign(new Error('no room'), { code: 'SQLITE_FULL' }));
    const last = join(directory, 'last.sqlite');
    const onFullDisk = { ...needs, ledger: { ...ledger, write: full } };
    expect(await backUp(onFullDisk, last, () => undefined)).toMatchObject({
      faults: [],
      notNoted: 'no room',
    });
    expect(statSync(last).size).toBeGreaterThan(0);
  } finally {
    await ledger.close();
    rmSync(directory, { recursive: true });
  }
});
