import {
  type Account,
  type IdentityProvider,
  IdentityProviderUnavailable,
  type IdentityTokens,
} from '#server/identity/identity-provider.ts';
import type { Pause, Surroundings } from '../surroundings.ts';

/** A user of the pool. */
export interface PoolUser {
  sub: string;
  username: string;
  email: string;
  /** Who deleted the user, if anybody. */
  deletedBy: 'the shop' | 'the app' | null;
}

export interface PoolService {
  /** Signs a user in, like the app and the pages. The tokens of a deleted user stay valid until they expire. */
  signIn(user: PoolUser): IdentityTokens;
  /** The pool as a process of the shop reaches it, over a network that loses requests and answers. */
  reach(pause: Pause): IdentityProvider;
}

const hourMs = 60 * 60 * 1000;
const refreshTokenMs = 30 * 24 * hourMs;

interface Issued {
  user: PoolUser;
  kind: 'id' | 'access' | 'refresh';
  /** The user's attributes at that time: tokens do not change. */
  account: Account;
  expiresAt: number;
}

/** A user pool that issues tokens for an hour, and revocable refresh tokens for 30 days. */
export function openPool({ time, weather, dice }: Surroundings): PoolService {
  const issued = new Map<string, Issued>();
  const revoked = new Set<string>();
  const lastOf = new Map<string, IdentityTokens>();
  let number = 0;

  function issue(user: PoolUser, kind: Issued['kind'], account: Account, lifeMs: number): string {
    number += 1;
    const token = `${kind}-token-${number}`;
    issued.set(token, { user, kind, account, expiresAt: time.now + lifeMs });
    return token;
  }
  function tokensOf(user: PoolUser, signedInAt: Date, refreshToken?: string): IdentityTokens {
    const { sub: id, username, email } = user;
    const account: Account = { id, username, email, emailVerified: true, signedInAt };
    return {
      idToken: issue(user, 'id', account, hourMs),
      accessToken: issue(user, 'access', account, hourMs),
      refreshToken: refreshToken ?? issue(user, 'refresh', account, refreshTokenMs),
      expiresAt: new Date(time.now + hourMs),
    };
  }
  const good = (token: string, kind: Issued['kind']): Issued | null => {
    const found = issued.get(token);
    return found?.kind === kind && found.expiresAt > time.now && !revoked.has(token) ? found : null;
  };

  return {
    signIn(user) {
      if (user.deletedBy === null) lastOf.set(user.sub, tokensOf(user, new Date(time.now)));
      return (
        lastOf.get(user.sub) ?? { idToken: '', accessToken: '', refreshToken: '', expiresAt: new Date(0) }
      );
    },
    reach(pause) {
      async function across<T>(ask: () => T): Promise<T> {
        await pause(dice.between('to the pool', 5, 60));
        const unavailable = () => new IdentityProviderUnavailable('The user pool does not answer');
        if (weather.strikes('pool', 1)) throw unavailable();
        const answer = ask();
        await pause(dice.between('from the pool', 5, 60));
        if (weather.strikes('pool', 1)) throw unavailable();
        return answer;
      }
      return {
        // The keys are cached, so tokens are verified without a request.
        verifyIdToken: async (token) => good(token, 'id')?.account ?? null,
        rememberedAccount: () => undefined,
        accountIdOfAccessToken: async (token) => good(token, 'access')?.account.id ?? null,
        refresh: (token) =>
          across(() => {
            const found = good(token, 'refresh');
            if (!found) return null;
            if (found.user.deletedBy) return 'gone';
            return tokensOf(found.user, found.account.signedInAt ?? new Date(time.now), token);
          }),
        revoke: (token) => across(() => void revoked.add(token)),
        signOutEverywhere: (token) =>
          across(() => {
            const found = good(token, 'access');
            if (!found || found.user.deletedBy) return 'refused';
            for (const [other, { user, kind }] of issued)
              if (user === found.user && kind === 'refresh') revoked.add(other);
            return 'done';
          }),
        hasSecondFactor: async () => false,
        deleteUser: (token) =>
          across(() => {
            const found = good(token, 'access');
            if (!found) return 'refused';
            found.user.deletedBy ??= 'the shop';
            return 'gone';
          }),
      };
    },
  };
}
