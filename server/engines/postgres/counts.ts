// Rate limits shared by several processes, in PostgreSQL.

import type pg from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedCounts, mostClients } from '#server/ledger/bounded-counts.ts';
import type { Count, NewRequestCounts } from '#server/ledger/request-counts.ts';

/** Subtracts this process's count from the shared count. */
const forget = `
  WITH gone AS (DELETE FROM request_counts WHERE key = $1 AND points <= $2)
  UPDATE request_counts SET points = points - $2 WHERE key = $1 AND points > $2`;

/** Deletes what nobody reads any more. Keys hold internet addresses, which are not kept longer than they are needed. */
const sweep = 'DELETE FROM request_counts WHERE expire <= $1';
const sweepEveryMs = 60_000;

/** Takes back one count, if its row is still there. */
const giveBack = 'UPDATE request_counts SET points = points - 1 WHERE key = $1 AND points > 0';

/**
 * Rate limit counters in the table `request_counts`, so that a limit reached on one process is reached on all. Each
 * process also counts in bounded memory: what it evicts from there is subtracted from the table too, and its own counts
 * are used while the database is down. Expired rows are deleted within a minute, as long as a process runs.
 * @param most clients of a kind that this process distinguishes in a window; their rows take about 150 bytes
 */
export function countsIn(pool: pg.Pool, most = mostClients): NewRequestCounts {
  const sweeping = setInterval(() => {
    if (pool.ending) clearInterval(sweeping);
    // What a broken connection keeps is deleted the next time.
    else void pool.query(sweep, [Date.now()]).catch(() => undefined);
  }, sweepEveryMs);
  sweeping.unref();
  return (kind, windowSeconds) => {
    const limiter = new RateLimiterPostgres({
      keyPrefix: kind,
      // It only counts and never refuses: the caller decides what is too much.
      points: Number.MAX_SAFE_INTEGER,
      duration: windowSeconds,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'request_counts',
      tableCreated: true,
      // It would delete an hour later, and once for each kind.
      clearExpiredByTimeout: false,
    });
    const own = new BoundedCounts(windowSeconds * 1000, most);
    const take = ({ key, hits }: { key: string; hits: number }) =>
      pool.query(forget, [limiter.getKey(key), hits]);
    /** A window that lasts this long was begun before the clock was set back. */
    const isOver = ({ msBeforeNext }: RateLimiterRes) => msBeforeNext > 2 * windowSeconds * 1000;
    async function count(key: string): Promise<Count> {
      const counted = await limiter.penalty(key);
      return countOf(isOver(counted) ? await limiter.set(key, 1, windowSeconds) : counted);
    }
    async function find(key: string): Promise<Count | undefined> {
      const found = await limiter.get(key);
      return found === null || isOver(found) ? undefined : countOf(found);
    }
    /** The shared count, or this process's own if the database is down. */
    const or = <T>(shared: Promise<T>, instead: () => T): Promise<T> => shared.catch(instead);
    return {
      async increment(key) {
        const { count: ownCount, forgotten } = own.increment(key);
        if (forgotten) await or<unknown>(take(forgotten), () => null);
        return or(count(key), () => ownCount);
      },
      async decrement(key) {
        own.decrement(key);
        await or<unknown>(pool.query(giveBack, [limiter.getKey(key)]), () => null);
      },
      get: (key) => or(find(key), () => own.get(key)),
    };
  };
}

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { hits: consumedPoints, resetsAt: new Date(Date.now() + msBeforeNext) };
}
