import { expect, it } from 'vitest';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { createCipher } from '#server/providers/cipher.ts';
import { beginSession, createSessionReader, findSession } from './browser-session.ts';
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

it('A session ends 30 days after it began, however often it was used', async () => {
  let now = new Date('2026-01-01T12:00:00Z');
  const clock = () => now;
  const ledger = openSqliteLedger(':memory:', 'migrations', clock);
  const { identity } = rotatingIdentity();
  const needs = { ledger, identity, cipher: createCipher(['k'.repeat(32)]), clock };
  const { id } = await beginSession(needs, account, 'refresh-0');
  const readSession = createSessionReader(needs);
  now = new Date('2026-01-31T11:59:59.999Z');
  expect(await readSession(id)).not.toBeNull();
  expect(await findSession(needs, id)).toMatchObject({ account });
  now = new Date('2026-01-31T12:00:00Z');
  expect(await findSession(needs, id)).toBeNull();
  expect(await readSession(id)).toBeNull();
  await ledger.close();
});
