// A cache of id tokens whose signature was verified.

import { hash } from 'node:crypto';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Clock } from '#server/runtime.ts';

/** Most tokens in the cache; the least recently used one is evicted first (LRU). */
const mostTokens = 10_000;

/**
 * A cache of verified tokens with their accounts: a signature check costs twenty times a look-up. Tokens are stored as
 * SHA-256, so that a memory dump contains none.
 */
export function createVerifiedTokens(clock: Clock, most = mostTokens) {
  const accounts = new Map<string, { account: Account; expiresAt: number }>();
  const hashOf = (token: string) => hash('sha256', token, 'base64');
  return {
    /** `undefined` when the token is not in the cache or has expired since. */
    get(token: string): Account | undefined {
      const key = hashOf(token);
      const known = accounts.get(key);
      if (!known) return undefined;
      accounts.delete(key);
      if (known.expiresAt <= clock().getTime() / 1000) return undefined;
      // Moved to the end: a Map keeps insertion order, so the first is the least recently used.
      accounts.set(key, known);
      return known.account;
    },
    /** @param expiresAt the token's `exp`, in seconds since 1970 */
    remember(token: string, account: Account, expiresAt: number): void {
      accounts.set(hashOf(token), { account, expiresAt });
      const [oldest] = accounts.keys();
      if (accounts.size > most && oldest !== undefined) accounts.delete(oldest);
    },
    /** Empties the cache, when the keys have changed. */
    clear: () => accounts.clear(),
  };
}
