import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { drillPrefix, sweepDrillFolders } from './drill-folders.ts';

it('A copy of the data that a killed drill left is removed, one under way and other folders are not', () => {
  const directory = mkdtempSync(join(tmpdir(), 'data-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const folder = mkdtempSync(join(directory, drillPrefix));
  writeFileSync(join(folder, 'site.sqlite'), 'customers');
  mkdirSync(join(directory, 'drill-reports'));
  const sweepAfter = (hours: number) =>
    sweepDrillFolders(directory, new Date(statSync(folder).mtimeMs + hours * 60 * 60 * 1000));
  sweepAfter(5);
  expect(readdirSync(directory)).toHaveLength(2);
  sweepAfter(7);
  expect(readdirSync(directory)).toEqual(['drill-reports']);
});
