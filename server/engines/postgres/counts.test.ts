import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
