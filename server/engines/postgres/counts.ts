import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Count, NewSharedCounts } from '#server/ledger/shared-counts.ts';

/** Most clients of a kind that one process tells apart in a window; their rows take about 150 bytes. */
const mostClients = 50_000;
/** Whom all further ones are counted as, together: an attacker with many addresses must not fill the database. */
const everybodyElse = '(everybody else)';

/**
 * Counts in the table `request_counts`, so that a limit that is reached on one process is reached on all. While the
 * database is away each process goes on counting by itself. Rows whose window is over go an hour later.
 * @param most clients of a kind that this process tells apart in a window
 */
export function countsIn(pool: pg.Pool, most = mostClients): NewSharedCounts {
  return (kind, windowSeconds) => {
    // Only counted here, never refused: what is too much is the caller's to say.
    const options = { keyPrefix: kind, points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'request_counts',
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    const keyOf = boundedKeys(windowSeconds, most);
    return {
      increment: async (key) => countOf(await limiter.penalty(keyOf(key))),
      decrement: async (key) => void (await limiter.reward(keyOf(key))),
      async get(key) {
        const result = await limiter.get(keyOf(key));
        return result === null ? undefined : countOf(result);
      },
      forget: async (key) => void (await limiter.delete(keyOf(key))),
    };
  };
}

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { hits: consumedPoints, resetsAt: new Date(Date.now() + msBeforeNext) };
}

/** Lets a number of keys through as they are, and forgets them when a window's length is over. */
function boundedKeys(windowSeconds: number, most: number): (key: string) => string {
  const known = new Set<string>();
  let turnsAt = performance.now() + windowSeconds * 1000;
  return (key) => {
    if (performance.now() >= turnsAt) {
      known.clear();
      turnsAt = performance.now() + windowSeconds * 1000;
    }
    if (known.size >= most && !known.has(key)) return everybodyElse;
    known.add(key);
    return key;
  };
}
