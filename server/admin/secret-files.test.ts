import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { addToSettings } from './secret-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'settings-'));
const file = join(directory, '.env');
afterAll(() => rmSync(directory, { recursive: true }));

/** The file of settings after a secret was put into it. */
function withSecret(settings: string): string {
  writeFileSync(file, settings);
  addToSettings(file, 'SECRET', 'new');
  return readFileSync(file, 'utf8');
}

it('A secret comes before those that a setting has, and other lines stay as they are', () => {
  expect(withSecret('A=1\nSECRET=old, older\nB="2"\n')).toBe('A=1\nSECRET=new,old, older\nB="2"\n');
  expect(withSecret('A=1\nSECRET=')).toBe('A=1\nSECRET=new\n');
  expect(withSecret('A=1')).toBe('A=1\nSECRET=new\n');
});

it('Quotes around the value of before would become a part of it, and the site would not start', () => {
  expect(withSecret('SECRET="old"\n')).toBe('SECRET=new,old\n');
  expect(withSecret("SECRET='old,older'\n")).toBe('SECRET=new,old,older\n');
});
