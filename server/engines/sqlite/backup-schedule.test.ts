import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { silentLog as log } from '#tests/support/ledger-verbs.ts';
import { keptBackups, scheduleBackups } from './backup-schedule.ts';

it('A backup that a wrong clock dated in the future is not the newest', () => {
  const directory = mkdtempSync(join(tmpdir(), 'backups-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const names = [
    'site-20260101T030000Z.sqlite',
    'site-20260102T030000Z.sqlite',
    'site-20360102T030000Z.sqlite',
  ];
  for (const name of [...names, 'first.sqlite']) writeFileSync(join(directory, name), '');
  expect(keptBackups(directory, new Date('2026-01-02T03:00:00Z'))).toEqual([
    { file: join(directory, names[0] ?? ''), madeAt: new Date('2026-01-01T03:00:00Z') },
    { file: join(directory, names[1] ?? ''), madeAt: new Date('2026-01-02T03:00:00Z') },
  ]);
});

it('Each backup is made when it is due, for its owner alone; the oldest go, and other files stay', async () => {
  const data = mkdtempSync(join(tmpdir(), 'backups-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const [databaseFile, directory] = [join(data, 'site.sqlite'), join(data, 'backups')];
  putEmptyDatabase(databaseFile);
  const hour = 60 * 60 * 1000;
  const outcomes: string[] = [];
  const lookAfter = async (hours: number) => {
    const schedule = scheduleBackups({
      ...{ databaseFile, directory, everyHours: 24, keep: 2, log },
      clock: () => new Date(Date.UTC(2026, 0, 1) + hours * hour),
      onBackup: (outcome, at) => outcomes.push(`${outcome} ${at.toISOString().slice(0, 10)}`),
    });
    await schedule.run();
    await schedule.stop();
  };
  await lookAfter(0);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  const foreign = ['first.sqlite', 'site-20360102T030000Z.sqlite'];
  for (const name of foreign) writeFileSync(join(directory, name), '');
  writeFileSync(join(directory, 'site-20251231T000000Z.sqlite.unfinished'), '');
  for (const hours of [23, 24, 48]) await lookAfter(hours);
  expect(outcomes).toEqual(['made 2026-01-01', 'found 2026-01-01', 'made 2026-01-02', 'made 2026-01-03']);
  const made = ['site-20260102T000000Z.sqlite', 'site-20260103T000000Z.sqlite'];
  expect(readdirSync(directory).toSorted()).toEqual([...foreign, ...made].toSorted());
});

it('A backup that failed is tried again within an hour, not after a whole interval', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const outcomes: string[] = [];
  const schedule = scheduleBackups({
    ...{ databaseFile: 'x', directory: '/dev/null/backups', everyHours: 24, keep: 2, log },
    clock: () => new Date(),
    onBackup: (outcome) => outcomes.push(outcome),
  });
  await vi.advanceTimersByTimeAsync(2 * 60 * 60 * 1000);
  await schedule.stop();
  expect(outcomes).toEqual(['failed', 'failed', 'failed']);
});
