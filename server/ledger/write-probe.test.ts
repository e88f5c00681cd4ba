import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from '#server/runtime.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { DatabaseFault, type Ledger, movedFileCode } from './ledger.ts';
import { time } from './rows.ts';
import { query } from './script.ts';
import { probeWrites, usualProbeMs } from './write-probe.ts';

const at = new Date('2025-06-01T12:00:00Z');
const refused = 'The database refuses writes.';
let memory: LedgerInMemory;
let fault: unknown;
let noRoom: unknown;
let attempts: number;
let told: unknown[];
let written: Promise<unknown>;
let probe: ReturnType<typeof probeWrites>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  memory = openLedgerInMemory(at);
  [fault, noRoom, attempts, told] = [null, null, 0, []];
  const amend: Ledger['amend'] = async (script) => {
    attempts += 1;
    if (fault !== null) throw fault;
    const change = memory.ledger.amend(script);
    written = change;
    return change;
  };
  const tryRoom: Ledger['tryRoom'] = async () => {
    if (noRoom !== null) throw noRoom;
  };
  const note = (level: string) => () => void told.push(level);
  const log = { info: note('info'), warn: note('warn'), error: note('error') } as unknown as Log;
  const readiness = {
    awaits(what: string) {
      told.push(what);
      return { met: () => void told.push('met') };
    },
    stopSales: (why: string) => void told.push(`no sales: ${why}`),
  };
  probe = probeWrites({ ledger: { ...memory.ledger, amend, tryRoom }, clock: memory.clock, log, readiness });
  await probe.run();
});
afterEach(async () => {
  await probe.stop();
  vi.useRealTimers();
  await memory.ledger.close();
});

it('One row is written every twenty seconds, and nothing is said while that goes well', async () => {
  expect(attempts).toBe(1);
  memory.turnTo(new Date(at.getTime() + usualProbeMs));
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  await written;
  expect(attempts).toBe(2);
  const probed = query('SELECT {columns} FROM write_probe', { writtenAt: time });
  expect(await memory.ledger.read(() => probed.all())).toEqual([{ writtenAt: memory.clock() }]);
  expect(told).toEqual([]);
});

it('A refusal is told once, tried again ten times as often, and told to be over once', async () => {
  fault = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  expect(told).toEqual(['error', refused]);
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  expect(attempts).toBe(12);
  fault = null;
  await vi.advanceTimersByTimeAsync(usualProbeMs / 10);
  await written;
  expect(attempts).toBe(13);
  await vi.advanceTimersByTimeAsync(usualProbeMs - 1);
  expect(attempts).toBe(13);
  expect(told).toEqual(['error', refused, 'info', 'met']);
});

it('A disk without room is told, too, where the row itself can still be written', async () => {
  noRoom = new DatabaseFault('POSTGRES_53100', 'full', false, undefined);
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  await written;
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['error', refused]);
});

it('Nothing is sold any more once the file is another one, which is told once, with the restart that mends it', async () => {
  fault = new DatabaseFault(movedFileCode, 'Replaced. Restart the site.', false, undefined);
  await vi.advanceTimersByTimeAsync(2 * usualProbeMs);
  const noSales = ['error', 'no sales: Replaced. Restart the site.'];
  expect(told).toEqual(noSales);
  fault = null;
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  expect(told).toEqual(noSales);
});

it('A file that was moved to another disk, because its own was full, is told as moved, too', async () => {
  fault = new DatabaseFault('SQLITE_FULL', 'full', false, undefined);
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  fault = new DatabaseFault(movedFileCode, 'Replaced. Restart the site.', false, undefined);
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  expect(told).toEqual(['error', refused, 'error', 'no sales: Replaced. Restart the site.']);
});

it.each([
  ['somebody holds a lock', Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }), []],
  ['a connection broke', new DatabaseFault('POSTGRES_08006', 'gone', true, null), []],
  [
    'the server takes no writes',
    new DatabaseFault('POSTGRES_25006', 'standby', true, null),
    ['error', refused],
  ],
  ['the disk is full', new DatabaseFault('POSTGRES_53100', 'full', false, null), ['error', refused]],
  ['nobody knows why', new Error('strange'), ['error', refused]],
])('When %s, a write that fails is the disk’s fault or not', async (_when, error, said) => {
  fault = error;
  await vi.advanceTimersByTimeAsync(usualProbeMs);
  expect(told).toEqual(said);
});
