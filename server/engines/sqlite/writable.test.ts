import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { assertDirectoryUsable } from './writable.ts';

it('A directory is usable that can be written or made, and is not made for the look', () => {
  const directory = mkdtempSync(join(tmpdir(), 'usable-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  assertDirectoryUsable(directory, 'BACKUP_DIR');
  assertDirectoryUsable(join(directory, 'a', 'b'), 'BACKUP_DIR');
  expect(existsSync(join(directory, 'a'))).toBe(false);
  writeFileSync(join(directory, 'file'), '');
  expect(() => assertDirectoryUsable(join(directory, 'file', 'a'), 'BACKUP_DIR')).toThrow(
    /cannot be written .* let BACKUP_DIR name/i,
  );
});

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

it('A file that an administrator’s command left beside a database is named, with the command that gives the folder back', () => {
  const directory = mkdtempSync(join(tmpdir(), 'of-root-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  // Nobody but root could make a file of somebody else: for other users one that its owner may not read does as well.
  const user = process.getuid?.() === 0 ? 65_534 : process.getuid?.();
  const group = process.getuid?.() === 0 ? 65_534 : process.getgid?.();
  if (user === undefined || group === undefined) throw new Error('There are no users here');
  chownSync(directory, user, group);
  const left = ['-wal', '-shm', '.lock', '.backup-lock'].map((end) =>
    join(directory, `site${end}.sqlite${end}`),
  );
  for (const file of left) writeFileSync(file, '', { mode: 0 });
  const trying = `
    import { assertDatabaseWhole } from ${module('integrity.ts')};
    import { openDatabase } from ${module('database.ts')};
    import { createSqliteLedger } from ${module('ledger.ts')};
    import { lockForBackup, lockForSite } from ${module('site-lock.ts')};
    const [wal, shm, lock, backupLock] = process.argv.slice(1);
    const inspect = (file) => createSqliteLedger(openDatabase(file)).inspect();
    const tries = [
      () => assertDatabaseWhole(wal), () => openDatabase(wal), () => assertDatabaseWhole(shm), () => openDatabase(shm),
      () => lockForSite(lock), () => inspect(lock), () => lockForBackup(backupLock), () => inspect(backupLock),
    ];
    for (const work of tries) try { await work(); console.log('nothing'); } catch ({ name, message }) { console.log(name, message); }`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', trying, ...left.map((file) => file.replace(/sqlite.*/, 'sqlite'))],
    { uid: user, gid: group, encoding: 'utf8' },
  );
  const told = left
    .flatMap((file) => [file, file])
    .map((file) =>
      expect.stringMatching(
        new RegExp(
          `^SetUpFault The file ${file} cannot be written \\(EACCES\\).* run "chown -R ${user}:${group} ${directory}"`,
        ),
      ),
    );
  expect([stderr, stdout.trim().split('\n')]).toEqual(['', told]);
});
