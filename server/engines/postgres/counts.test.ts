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
    await theirs.forget('1.2.3.4');
    expect(await mine.get('1.2.3.4')).toBeUndefined();
  });

  it('of more clients than are told apart are one count, so that many addresses do not fill the database', async () => {
    const counts = countsIn(here, 2)('checkout', 60);
    await counts.increment('first');
    await counts.increment('second');
    expect((await counts.increment('third')).hits).toBe(1);
    expect((await counts.increment('fourth')).hits).toBe(2);
    expect((await counts.increment('first')).hits).toBe(2);
    const { rows } = await here.query('SELECT count(*)::integer AS n FROM request_counts');
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('go on in the memory of the process while the database is away', async () => {
    const counts = countsIn(here)('checkout', 60);
    expect((await counts.increment('1.2.3.4')).hits).toBe(1);
    await here.end();
    expect((await counts.increment('1.2.3.4')).hits).toBe(1);
    expect((await counts.increment('1.2.3.4')).hits).toBe(2);
    expect(await counts.get('1.2.3.4')).toMatchObject({ hits: 2 });
  });
});
