// Rate limits shared by several processes, in PostgreSQL.

import type pg from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedCounts, mostClients } from '#server/ledger/bounded-counts.ts';
import type { Count, NewRequestCounts } from '#server/ledger/request-counts.ts';

/**
 * Counts in the table `request_counts`, so that a limit that is reached on one process is reached on all. Each process
 * counts along in bounded memory: what it has to forget goes from the table too, and its own counts stand in while the
 * database is away. Rows whose window is over go an hour later.
 * @param most clients of a kind that this process tells apart in a window; their rows take about 150 bytes
 */
export function countsIn(pool: pg.Pool, most = mostClients): NewRequestCounts {
  return (kind, windowSeconds) => {
    const limiter = new RateLimiterPostgres({
      keyPrefix: kind,
      // Only counted here, never refused: what is too much is the caller's to say.
      points: Number.MAX_SAFE_INTEGER,
      duration: windowSeconds,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'request_counts',
      tableCreated: true,
    });
    const own = new BoundedCounts(windowSeconds * 1000, most);
    /** The shared count, or this process's own while there is none to be had. */
    const or = <T>(shared: Promise<T>, instead: () => T): Promise<T> => shared.catch(instead);
    return {
      async increment(key) {
        const { count, forgotten } = own.increment(key);
        if (forgotten !== undefined) await or(limiter.delete(forgotten), () => false);
        return or(limiter.penalty(key).then(countOf), () => count);
      },
      async decrement(key) {
        own.decrement(key);
        await or<unknown>(limiter.reward(key), () => null);
      },
      get: (key) =>
        or(
          limiter.get(key).then((result) => (result === null ? undefined : countOf(result))),
          () => own.get(key),
        ),
    };
  };
}

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { hits: consumedPoints, resetsAt: new Date(Date.now() + msBeforeNext) };
}
