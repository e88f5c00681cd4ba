import type { Response } from 'express';
import { ipKeyGenerator, MemoryStore } from 'express-rate-limit';
import { Refusal } from '#server/domain/refusal.ts';

/** How many wrong codes an account and an address may try in a window. */
export const guessLimits = { windowSeconds: 15 * 60, perAccount: 10, perAddress: 50 } as const;

/**
 * How many mistyped codes of the shop's own format. They are no guesses, because none of them can exist; the limit only
 * keeps a machine from trying without an end, in case codes of another shop look like ours.
 */
export const typoLimits = { perAccount: 100, perAddress: 500 } as const;

/** Counts wrong activation codes. Codes that exist, used or not, are no guesses. */
export interface GuessLimit {
  /** @throws {Refusal} `too_many_requests`, with `Retry-After`, when a count is at its limit */
  check(accountId: string, address: string, response: Response): Promise<void>;
  /** @param mistyped whether the check character tells that no such code was ever made */
  count(accountId: string, address: string, mistyped: boolean): Promise<void>;
}

/** Keeps its counts in memory, in express-rate-limit's store, which forgets them when their window is over. */
export function createGuessLimit(): GuessLimit {
  const newStore = () => {
    const store = new MemoryStore();
    store.init({ windowMs: guessLimits.windowSeconds * 1000 } as Parameters<MemoryStore['init']>[0]);
    return store;
  };
  const guesses = { ...guessLimits, accounts: newStore(), addresses: newStore() };
  const typos = { ...typoLimits, accounts: newStore(), addresses: newStore() };
  return {
    async check(accountId, address, response) {
      const counts = await Promise.all(
        [guesses, typos]
          .flatMap(({ accounts, addresses, perAccount, perAddress }) => [
            { limit: perAccount, client: accounts.get(accountId) },
            { limit: perAddress, client: addresses.get(ipKeyGenerator(address)) },
          ])
          .map(async ({ limit, client }) => ({ limit, client: await client })),
      );
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
    async count(accountId, address, mistyped) {
      const { accounts, addresses } = mistyped ? typos : guesses;
      await Promise.all([accounts.increment(accountId), addresses.increment(ipKeyGenerator(address))]);
    },
  };
}
