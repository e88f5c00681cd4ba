import { expect, it } from 'vitest';
import { isDiskFull, machineFaultText } from './set-up-fault.ts';

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error('of the library'), { code, ...more });

it.each([
  ['ENOSPC', 'the disk is full. Make room'],
  ['SQLITE_FULL', 'the disk is full. Make room'],
  ['SQLITE_IOERR_SHMSIZE', 'the disk is full. Make room'],
  ['SQLITE_READONLY_DBMOVED', 'its file was replaced or removed while this program worked with it. Start'],
  ['SQLITE_READONLY_DIRECTORY', 'it can only be read. See that'],
  ['SQLITE_IOERR_FSYNC', 'its disk fails. See that'],
  ['POSTGRES_53100', 'the disk of the PostgreSQL server is full. Make room there'],
  ['POSTGRES_ECONNREFUSED', 'PostgreSQL does not answer. See that it runs'],
  ['POSTGRES_53300', 'PostgreSQL has no connection free for this user. See what holds them'],
  ['POSTGRES_57P03', 'PostgreSQL does not answer. See that it runs'],
  ['POSTGRES_42P05', 'a pooler in front of PostgreSQL loses prepared statements. Let it be'],
  ['POSTGRES_26000', 'a pooler in front of PostgreSQL loses prepared statements. Let it be'],
  ['SQLITE_CORRUPT_INDEX', 'it is damaged. Keep the file'],
])('%s is told in words, with what to do', (code, words) => {
  expect(machineFaultText(coded(code))).toContain(`The database: ${words}`);
  expect(machineFaultText(coded(code))).toContain(` (${code}).`);
});

it('The file that an error names is named, also where the error is the cause of another', () => {
  const error = coded('ENOENT', { path: '/nowhere' });
  expect(machineFaultText(error)).toMatch(/^\/nowhere: there is no such file or folder\. Make it/);
  expect(machineFaultText(new Error('over it', { cause: error }))).toBe(machineFaultText(error));
  expect(machineFaultText(coded('ENOSPC'), 'books.csv')).toMatch(/^books\.csv: the disk is full/);
});

it('A full disk is told from one that fails: with room the same goes through', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])
    expect(isDiskFull(new Error('over it', { cause: coded(code) })), code).toBe(true);
  for (const code of ['EIO', 'EROFS', 'SQLITE_IOERR_READ']) expect(isDiskFull(coded(code)), code).toBe(false);
  expect(isDiskFull('x')).toBe(false);
});

it.each([
  [coded('SQLITE_ERROR')],
  [coded('POSTGRES_23505')],
  [coded('ERR_INVALID_ARG_TYPE')],
  [new TypeError('a bug')],
  ['x'],
  [null],
])('An error of the program stays one, with its stack: %s', (error) =>
  expect(machineFaultText(error)).toBeNull(),
);
