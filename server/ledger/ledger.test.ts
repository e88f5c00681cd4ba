import { describe, expect, it } from 'vitest';
import { DatabaseFault, databaseCode, isPassingFault, type Ledger, watchLedger } from './ledger.ts';
import { command } from './script.ts';

const failure = (code: unknown, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

describe("the database's name for what went wrong", () => {
  it('is found on the error and on what it was made of', () => {
    expect(databaseCode(failure('SQLITE_BUSY'))).toBe('SQLITE_BUSY');
    const fault = new DatabaseFault('POSTGRES_55P03', 'locked', true, failure('55P03'));
    expect(databaseCode(fault)).toBe('POSTGRES_55P03');
    expect(fault).toMatchObject({ name: 'DatabaseFault', passing: true, cause: { code: '55P03' } });
    expect(databaseCode(failure('other', failure('SQLITE_FULL')))).toBe('SQLITE_FULL');
  });

  it.each([
    ['another word', failure('ECONNREFUSED')],
    ['a word around it', failure('NOT_SQLITE_BUSY')],
    ['a word after it', failure('SQLITE_BUSY!')],
    ['no name', failure('SQLITE_')],
    ['a longer one than any label should be', failure(`SQLITE_${'A'.repeat(41)}`)],
    ['a number', failure(5)],
    ['nothing', null],
    ['a cause that is no error', failure('x', { code: 'SQLITE_BUSY' })],
    ['a text that is written like one', failure(['SQLITE_BUSY'])],
  ])('is not made of %s', (_name, error) => {
    expect(databaseCode(error)).toBeNull();
  });

  it('is at most a label long', () => {
    expect(databaseCode(failure(`SQLITE_${'A'.repeat(40)}`))).toBe(`SQLITE_${'A'.repeat(40)}`);
  });
});

it.each([
  ['a lock that another process holds', failure('SQLITE_BUSY_SNAPSHOT'), true],
  ['a table that is locked', failure('SQLITE_LOCKED'), true],
  ['the same as a cause', failure('other', failure('SQLITE_BUSY')), true],
  ['a server that restarts', new DatabaseFault('POSTGRES_57P03', 'x', true, undefined), true],
  ['the same as a cause', failure('x', new DatabaseFault('POSTGRES_57P03', 'x', true, undefined)), true],
  ['a broken server', new DatabaseFault('POSTGRES_XX001', 'x', false, failure('SQLITE_BUSY')), false],
  ['a full disk', failure('SQLITE_FULL'), false],
  ['a word before it', failure('NOT_SQLITE_BUSY'), false],
  ['a cause that is no error', failure('x', { code: 'SQLITE_BUSY' }), false],
  ['nothing', undefined, false],
])('%s passes or does not', (_name, error, passes) => {
  expect(isPassingFault(error)).toBe(passes);
});

describe('a watched ledger', () => {
  const failing = (error: unknown): Ledger => {
    const fail = () => Promise.reject(error);
    return {
      ...{ read: fail, snapshot: fail, write: fail, amend: fail, asLeader: fail },
      ...{ ping: fail, tryRoom: fail, backup: fail, inspect: fail, close: async () => undefined },
    };
  };
  const script = () => command('DELETE FROM t').run();
  const calls: [string, (ledger: Ledger) => Promise<unknown>][] = [
    ['read', (ledger) => ledger.read(script)],
    ['snapshot', (ledger) => ledger.snapshot(script)],
    ['write', (ledger) => ledger.write([], script)],
    ['amend', (ledger) => ledger.amend(script)],
    ['asLeader', (ledger) => ledger.asLeader('x', async () => undefined)],
    ['ping', (ledger) => ledger.ping()],
    ['tryRoom', (ledger) => ledger.tryRoom()],
    ['backup', (ledger) => ledger.backup('x', () => undefined)],
    ['inspect', (ledger) => ledger.inspect()],
  ];

  it.each(calls)('tells the code of a %s that the database failed, and fails as before', async (_n, call) => {
    const codes: string[] = [];
    const error = failure('SQLITE_IOERR');
    await expect(call(watchLedger(failing(error), (code) => codes.push(code)))).rejects.toBe(error);
    expect(codes).toEqual(['SQLITE_IOERR']);
  });

  it('tells of a fault once, which a call of the leader has met', async () => {
    const codes: string[] = [];
    const error = failure('SQLITE_IOERR');
    const ledger = {
      ...failing(error),
      asLeader: (_: string, work: () => Promise<void>) => work().then(() => true),
    };
    const watched = watchLedger(ledger, (code) => codes.push(code));
    await expect(watched.asLeader('x', async () => void (await watched.read(script)))).rejects.toBe(error);
    expect(codes).toEqual(['SQLITE_IOERR']);
  });

  it('says nothing of a database that does not close, which is no fault of a call', async () => {
    const codes: string[] = [];
    const error = failure('SQLITE_IOERR');
    const close = () => Promise.reject(error);
    const watched = watchLedger({ ...failing(error), close }, (code) => codes.push(code));
    await expect(watched.close()).rejects.toBe(error);
    expect(codes).toEqual([]);
  });

  it('tells nothing of what a script refuses itself', async () => {
    const codes: string[] = [];
    const error = new Error('refused');
    const watched = watchLedger(failing(error), (code) => codes.push(code));
    await expect(watched.read(script)).rejects.toBe(error);
    expect(codes).toEqual([]);
  });

  it('takes no more writes once they are refused, tells each, and goes on reading', async () => {
    const codes: string[] = [];
    const done = async () => 7 as never;
    const ledger = { ...failing(new Error('unasked')), read: done, snapshot: done, write: done, amend: done };
    const watched = watchLedger(ledger, (code) => codes.push(code));
    expect(await watched.write([], script)).toBe(7);
    watched.refuseWrites('It is damaged.');
    await expect(watched.write([], script)).rejects.toThrow('It is damaged.');
    await expect(watched.amend(script)).rejects.toThrow(DatabaseFault);
    expect(codes).toEqual(['SQLITE_CORRUPT', 'SQLITE_CORRUPT']);
    expect([await watched.read(script), await watched.snapshot(script)]).toEqual([7, 7]);
  });

  it('hands on arguments and answers', async () => {
    const asked: unknown[] = [];
    const ledger: Ledger = {
      ...failing(new Error('unasked')),
      async write<T>(locks: readonly string[]): Promise<T> {
        asked.push(locks);
        return 7 as T;
      },
    };
    expect(await watchLedger(ledger, () => undefined).write(['a'], script)).toBe(7);
    expect(asked).toEqual([['a']]);
  });
});
