import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { addToSettings, changePrivate, tryPrivate } from './secret-files.ts';

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

it('A file that another process is writing, or was killed while writing, stays: it may be the only copy of a secret', () => {
  writeFileSync(file, 'SECRET=old\n');
  writeFileSync(`${file}.unfinished`, 'SECRET=of another process\n');
  const said = `${file}.unfinished exists: another command is writing there at this moment, or one was interrupted. If none is running, look whether it holds a secret that ${file} lacks, and delete it`;
  expect(() => tryPrivate(file)).toThrow(said);
  expect(() => addToSettings(file, 'SECRET', 'new')).toThrow(said);
  expect(readFileSync(`${file}.unfinished`, 'utf8')).toBe('SECRET=of another process\n');
  expect(readFileSync(file, 'utf8')).toBe('SECRET=old\n');
  rmSync(`${file}.unfinished`);
  tryPrivate(file);
  expect(withSecret('SECRET=old\n')).toBe('SECRET=new,old\n');
  expect(existsSync(`${file}.unfinished`)).toBe(false);
});

it('Nobody else writes while the text of before is read, and nothing is left when it cannot be changed', () => {
  writeFileSync(file, 'old\n');
  changePrivate(file, (before) => {
    expect(() => changePrivate(file, () => 'lost')).toThrow('exists: another command');
    return `new,${before}`;
  });
  expect(readFileSync(file, 'utf8')).toBe('new,old\n');
  expect(() =>
    changePrivate(file, () => {
      throw new Error('No room');
    }),
  ).toThrow('No room');
  expect(existsSync(`${file}.unfinished`)).toBe(false);
});

it.runIf(process.getuid?.() === 0)('Whoever it belongs to can still read it when root has changed it', () => {
  writeFileSync(file, 'old');
  chownSync(file, 1234, 4321);
  changePrivate(file, () => 'new');
  const { uid, gid, mode } = statSync(file);
  expect([uid, gid, (mode & 0o777).toString(8)]).toEqual([1234, 4321, '600']);
});
