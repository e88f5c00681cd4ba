import { expect, it } from 'vitest';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { createCipher } from '#server/providers/cipher.ts';
import { beginSession, createSessionReader } from './browser-session.ts';
import type { Account, IdentityProvider } from './identity-provider.ts';

const account: Account = { id: 'sub-1', username: 'anna', email: 'anna@example.com', emailVerified: true };

/** An identity service that rotates refresh tokens without grace: using one twice ends the session. */
function rotatingIdentity() {
  let valid = 'refresh-0';
  let refreshes = 0;
  const identity: IdentityProvider = {
    verifyIdToken: async () => account,
    rememberedAccount: () => account,
    accountIdOfAccessToken: async () => account.id,
    async refresh(refreshToken) {
      await new Promise((resolve) => setImmediate(resolve));
      if (refreshToken !== valid) return null;
      refreshes += 1;
      valid = `refresh-${refreshes}`;
      return {
        idToken: `id-${refreshes}`,
        accessToken: `access-${refreshes}`,
        refreshToken: valid,
        expiresAt: new Date(),
      };
    },
    revoke: async () => undefined,
    deleteUser: async () => 'gone',
  };
  return { identity, refreshes: () => refreshes };
}

it('Tabs that ask at the same moment share one refresh, so that a rotated refresh token is never used twice', async () => {
  const clock = () => new Date();
  const ledger = openSqliteLedger(':memory:', 'migrations', clock);
  const { identity, refreshes } = rotatingIdentity();
  const needs = { ledger, identity, cipher: createCipher(['k'.repeat(32)]), clock };
  const { id } = await beginSession(needs, account, 'refresh-0');
  const readSession = createSessionReader(needs);

  const sessions = await Promise.all(Array.from({ length: 8 }, () => readSession(id)));
  expect(sessions.map((session) => session?.idToken)).toEqual(Array(8).fill('id-2'));
  expect(refreshes()).toBe(2);

  // Later the rotated token is the one that is used.
  expect((await readSession(id))?.idToken).toBe('id-3');
  await ledger.close();
});
