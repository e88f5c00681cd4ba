import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
