// A cache of id tokens whose signature was verified.

import { hash } from 'node:crypto';
import type { Account } from '#server/accounts/identity-provider.ts';
import type { Clock } from '#server/runtime.ts';

/** Most tokens that are remembered; the one that was used longest ago goes first. */
const mostTokens = 10_000;

/**
 * Accounts of tokens that were verified before: a signature check costs twenty times a look-up. Tokens are remembered by
 * their SHA-256, so that a memory dump holds none.
 */
export function createVerifiedTokens(clock: Clock, most = mostTokens) {
  const accounts = new Map<string, { account: Account; expiresAt: number }>();
  const hashOf = (token: string) => hash('sha256', token, 'base64');
  return {
    /** `undefined` when the token is not remembered or has expired since. */
    get(token: string): Account | undefined {
      const key = hashOf(token);
      const known = accounts.get(key);
      if (!known) return undefined;
      accounts.delete(key);
      if (known.expiresAt <= clock().getTime() / 1000) return undefined;
      // Put back at the end: a Map keeps its order, so the first is the one not used for longest.
      accounts.set(key, known);
      return known.account;
    },
    /** @param expiresAt the token's `exp`, in seconds since 1970 */
    remember(token: string, account: Account, expiresAt: number): void {
      accounts.set(hashOf(token), { account, expiresAt });
      const [oldest] = accounts.keys();
      if (accounts.size > most && oldest !== undefined) accounts.delete(oldest);
    },
    /** For when the keys that verified them have changed. */
    clear: () => accounts.clear(),
  };
}
