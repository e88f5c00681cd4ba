import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keptBackups } from './backup-schedule.ts';

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
