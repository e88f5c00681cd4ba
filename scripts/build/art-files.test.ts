import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { versionOf } from './art-files.ts';
import { makersIn } from './picture-cache.ts';

it("The files' names, which browsers keep for ever, change with the encoder settings", () => {
  const folder = mkdtempSync(join(tmpdir(), 'makers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(import.meta.dirname, folder, { recursive: true });
  const version = () => makersIn(folder).digest('hex').slice(0, 8);
  expect(versionOf([])).toBe(version());

  const file = join(folder, 'art-files.ts');
  const code = readFileSync(file, 'utf8');
  writeFileSync(file, code.replace(/quality: \d+/, 'quality: 1'));
  expect(readFileSync(file, 'utf8')).not.toBe(code);
  expect(versionOf([])).not.toBe(version());
});
