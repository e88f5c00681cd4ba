import type { Response } from 'express';
import { ipKeyGenerator, MemoryStore } from 'express-rate-limit';
import { Refusal } from '#server/domain/refusal.ts';

/** How many wrong codes an account and an address may try in a window. */
export const guessLimits = { windowSeconds: 15 * 60, perAccount: 10, perAddress: 50 } as const;

/** Counts wrong activation codes. Codes that exist, used or not, are no guesses. */
export interface GuessLimit {
  /** @throws {Refusal} `too_many_requests`, with `Retry-After`, when either count is at its limit */
  check(accountId: string, address: string, response: Response): Promise<void>;
  count(accountId: string, address: string): Promise<void>;
}

/** Keeps its counts in memory, in express-rate-limit's store, which forgets them when their window is over. */
export function createGuessLimit(): GuessLimit {
  const newStore = () => {
    const store = new MemoryStore();
    store.init({ windowMs: guessLimits.windowSeconds * 1000 } as Parameters<MemoryStore['init']>[0]);
    return store;
  };
  const accounts = newStore();
  const addresses = newStore();
  return {
    async check(accountId, address, response) {
      const counts = [
        { limit: guessLimits.perAccount, client: await accounts.get(accountId) },
        { limit: guessLimits.perAddress, client: await addresses.get(ipKeyGenerator(address)) },
      ];
      const over = counts.filter(({ limit, client }) => client !== undefined && client.totalHits >= limit);
      if (over.length === 0) return;
      const resetAt = Math.max(...over.map(({ client }) => client?.resetTime?.getTime() ?? 0));
      const seconds = Math.max(1, Math.ceil((resetAt - Date.now()) / 1000));
      response.set('retry-after', String(seconds));
      throw new Refusal(
        'too_many_requests',
        `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      );
    },
    async count(accountId, address) {
      await Promise.all([accounts.increment(accountId), addresses.increment(ipKeyGenerator(address))]);
    },
  };
}
