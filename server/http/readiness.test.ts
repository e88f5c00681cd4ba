import { afterEach, expect, it, vi } from 'vitest';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Repeated } from '#server/repeat.ts';
import { openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { createReadiness, watchWrites } from './readiness.ts';

let probe: Repeated | null = null;
afterEach(() => probe?.stop());

it('A site is ready unless something is missing, until it is there', () => {
  const readiness = createReadiness();
  expect(readiness.obstacles()).toEqual([]);
  const keys = readiness.awaits('The keys are missing.');
  readiness.awaits('The mail service is missing.');
  expect(readiness.obstacles()).toEqual(['The keys are missing.', 'The mail service is missing.']);
  keys.met();
  expect(readiness.obstacles()).toEqual(['The mail service is missing.']);
  expect([readiness.salesStopped(), readiness.isStopping()]).toEqual([null, false]);
});

it('A site whose sales were stopped is not ready, and says why nothing is sold', () => {
  const readiness = createReadiness();
  readiness.stopSales('The books do not agree.');
  expect(readiness.obstacles()).toEqual(['The books do not agree.']);
  expect([readiness.salesStopped(), readiness.isStopping()]).toEqual(['The books do not agree.', false]);
});

it('A site that is stopping is not ready, and sells until it stops', () => {
  const readiness = createReadiness();
  readiness.stopping();
  expect(readiness.obstacles()).toEqual(['The site is stopping.']);
  expect([readiness.salesStopped(), readiness.isStopping()]).toEqual([null, true]);
});

it('A site is not ready while its database refuses writes', async () => {
  const { ledger, clock } = openLedgerInMemory(new Date());
  let isFull = true;
  const amend = ((script) =>
    isFull ? Promise.reject(new Error('The disk is full')) : ledger.amend(script)) as Ledger['amend'];
  const readiness = createReadiness();
  probe = watchWrites({ readiness, ledger: { ...ledger, amend }, clock, log: silentLog });
  expect(readiness.obstacles()).toEqual([]);
  void probe.run();
  await vi.waitFor(() => expect(readiness.obstacles()).toEqual(['The database refuses writes.']));
  isFull = false;
  await vi.waitFor(() => {
    void probe?.run();
    expect(readiness.obstacles()).toEqual([]);
  });
  isFull = true;
  await vi.waitFor(() => {
    void probe?.run();
    expect(readiness.obstacles()).toEqual(['The database refuses writes.']);
  });
});
