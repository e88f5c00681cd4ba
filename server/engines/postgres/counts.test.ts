import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { countsIn } from './counts.ts';

let here: pg.Pool;
let there: pg.Pool;
beforeEach(async () => {
  const connectionString = await newPostgresDatabase();
  here = new pg.Pool({ connectionString });
  there = new pg.Pool({ connectionString });
});
afterEach(() => Promise.all([here, there].map((pool) => pool.ended || pool.end())));

describe('shared counts', () => {
  it('are one count for all processes, and keep kinds and clients apart', async () => {
    const [mine, theirs, other] = [
      countsIn(here)('checkout', 60),
      countsIn(there)('checkout', 60),
      countsIn(there)('orders', 60),
    ];
    const begun = Date.now();
    expect((await mine.increment('1.2.3.4')).hits).toBe(1);
    const { hits, resetsAt } = await theirs.increment('1.2.3.4');
    expect(hits).toBe(2);
    expect(resetsAt.getTime()).toBeGreaterThan(begun + 55_000);
    expect(resetsAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(await other.get('1.2.3.4')).toBeUndefined();
    expect(await theirs.get('5.6.7.8')).toBeUndefined();
    await theirs.decrement('1.2.3.4');
    expect(await mine.get('1.2.3.4')).toMatchObject({ hits: 1 });
  });

  it('of more clients than are told apart forget the smallest, so that many addresses do not fill the database', async () => {
    const counts = countsIn(here, 2)('checkout', 60);
    for (const key of ['first', 'first', 'second', 'third', 'fourth']) await counts.increment(key);
    expect((await counts.increment('fifth')).hits).toBe(1);
    expect((await counts.increment('first')).hits).toBe(3);
    const { rows } = await here.query('SELECT key FROM request_counts ORDER BY key');
    expect(rows).toEqual([{ key: 'checkout:fifth' }, { key: 'checkout:first' }]);
  });

  it('keep what other processes have counted of a client that this one forgets', async () => {
    const [mine, theirs] = [countsIn(here, 1)('checkout', 60), countsIn(there)('checkout', 60)];
    for (const counts of [theirs, theirs, mine]) await counts.increment('first');
    await mine.increment('second');
    expect(await theirs.get('first')).toMatchObject({ hits: 2 });
    expect(await theirs.get('second')).toMatchObject({ hits: 1 });
    await mine.increment('third');
    expect(await theirs.get('second')).toBeUndefined();
  });

  it('never fall below nothing: what is gone when it is given back is not owed to the next tries', async () => {
    const counts = countsIn(here, 1)('wrong-codes', 60);
    for (const key of ['first', 'second']) await counts.increment(key);
    await counts.decrement('first');
    expect((await counts.increment('first')).hits).toBe(1);
    await counts.decrement('first');
    await counts.decrement('first');
    expect((await counts.increment('first')).hits).toBe(1);
  });

  it('are deleted within a minute after their window, because they name addresses, and others stay', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const countsOf = countsIn(here);
    await countsOf('checkout', 60).increment('1.2.3.4');
    await countsOf('wrong-codes', 600).increment('5.6.7.8');
    vi.advanceTimersByTime(120_000);
    await expect
      .poll(async () => (await here.query('SELECT key FROM request_counts')).rows)
      .toEqual([{ key: 'wrong-codes:5.6.7.8' }]);
  });

  it('begin anew when the clock was set back, instead of going on until it has caught up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const counts = countsIn(here)('checkout', 60);
    for (let time = 0; time < 3; time += 1) await counts.increment('1.2.3.4');
    vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000);
    expect(await counts.get('1.2.3.4')).toBeUndefined();
    expect(await counts.increment('1.2.3.4')).toEqual({ hits: 1, resetsAt: new Date(Date.now() + 60_000) });
    expect(await counts.increment('1.2.3.4')).toMatchObject({ hits: 2 });
  });

  it('go on in the memory of the process while the database is away', async () => {
    const counts = countsIn(here)('checkout', 60);
    expect((await counts.increment('1.2.3.4')).hits).toBe(1);
    await here.end();
    expect((await counts.increment('1.2.3.4')).hits).toBe(2);
    expect((await counts.increment('1.2.3.4')).hits).toBe(3);
    await counts.decrement('1.2.3.4');
    expect(await counts.get('1.2.3.4')).toMatchObject({ hits: 2 });
  });
});
