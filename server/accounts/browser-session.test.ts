import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityProvider, IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { createCipher } from '#server/providers/cipher.ts';
import { anna, bo, testCipher as cipher } from '#tests/support/accounts.ts';
import { type IdentityPort, identityPort } from '#tests/support/identity-port.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import {
  beginSession,
  createSessionReader,
  endSession,
  findSession,
  noteUse,
  sweepDeletedAccounts,
} from './browser-session.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const days = (number: number, milliseconds = 0) =>
  new Date(at.getTime() + number * 24 * 60 * 60 * 1000 + milliseconds);
const device = 'Chrome on Android';

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(at);
});
afterEach(() => memory.ledger.close());

const needsWith = (answers: Partial<IdentityProvider> = {}) => ({
  ...{ ledger: memory.ledger, clock: memory.clock, log: silentLog },
  ...{ cipher, identity: identityPort(anna, answers) },
});
/** The refresh token that is kept for anna's only session. */
async function keptToken(): Promise<string | null> {
  const [session, ...more] = await memory.ledger.sessionsOf(anna.id);
  if (!session || more.length > 0) throw new Error('Not one session');
  return cipher.decrypt(session.refreshTokenEncrypted, anna.id);
}
const asked = ({ identity }: { identity: IdentityPort }) => identity.asked;

describe('a session that begins', () => {
  it('has an id of 256 random bits that only the cookie knows, and gives the page fresh tokens', async () => {
    const needs = needsWith();
    const { id, session } = await beginSession(needs, anna, 'r', device);
    const other = await beginSession(needs, anna, 'r', device);
    expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(other.id).not.toBe(id);
    expect(session).toEqual({
      ...{ username: 'anna', email: 'anna@example.com', emailVerified: true },
      ...{ idToken: 'id of r', accessToken: 'access of r', expiresAt: '2025-06-01T13:00:00.000Z' },
    });
    const hashes = (await memory.ledger.sessionsOf(anna.id)).map(({ idHash }) => idHash);
    expect(hashes).toContain(createHash('sha256').update(id).digest('hex'));
    expect(asked(needs).slice(0, 2)).toEqual([
      ['refresh', 'r'],
      ['verifyIdToken', 'id of r'],
    ]);
  });

  it('keeps the token that the service gave for it, encrypted for its account', async () => {
    await beginSession(needsWith(), anna, 'r', device);
    expect(await keptToken()).toBe('r+');
  });

  it('is as the service says that the account is now, not as the request says', async () => {
    const { session } = await beginSession(needsWith(), { ...anna, email: 'old@example.com' }, 'r', device);
    expect(session.email).toBe('anna@example.com');
    expect(await memory.ledger.sessionsOf(anna.id)).toMatchObject([{ account: anna }]);
  });

  it.each<[string, Partial<IdentityProvider>]>([
    ['does not work', { refresh: async () => null }],
    ['is that of a user who was deleted', { refresh: async () => 'gone' }],
    ['belongs to another account', { verifyIdToken: async () => bo }],
    ['gives an id token that is not to be trusted', { verifyIdToken: async () => null }],
  ])('is refused when its refresh token %s, and nothing is kept', async (_, answers) => {
    await expect(beginSession(needsWith(answers), anna, 'r', device)).rejects.toMatchObject({
      code: 'session_rejected',
      message:
        "The refresh token is none that the site's own app client got for this account. Sign in again.",
    });
    for (const { id } of [anna, bo]) expect(await memory.ledger.sessionsOf(id)).toEqual([]);
  });

  it('is over after 14 days in which nobody used it, also for the housekeeping', async () => {
    const needs = needsWith();
    const { id } = await beginSession(needs, anna, 'r', device);
    expect(await findSession(needs, 'another id')).toBeNull();
    memory.turnTo(days(14, -1));
    expect(await findSession(needs, id)).toMatchObject({ account: anna, expiresAt: days(14) });
    memory.turnTo(days(14));
    expect(await findSession(needs, id)).toBeNull();
    const before = asked(needs).length;
    expect(await createSessionReader(needs)(id)).toBeNull();
    expect(asked(needs)).toHaveLength(before);
    await memory.ledger.removeExpiredSessions(days(14));
    expect(await memory.ledger.sessionsOf(anna.id)).toEqual([]);
  });

  it('goes on when it is used, by reading it or with its cookie alone, and is over after 30 days all the same', async () => {
    const needs = needsWith();
    const { id } = await beginSession(needs, anna, 'r', device);
    const read = createSessionReader(needs);
    memory.turnTo(days(13));
    await read(id);
    memory.turnTo(days(26));
    const stored = await findSession(needs, id);
    expect(stored).toMatchObject({ lastUsedAt: days(13), expiresAt: days(27), createdAt: at });
    if (!stored) throw new Error('It has ended');
    await noteUse(needs, stored);
    memory.turnTo(days(30, -1));
    expect(await findSession(needs, id)).toMatchObject({ lastUsedAt: days(26), expiresAt: days(30) });
    expect(await read(id)).not.toBeNull();
    memory.turnTo(days(30));
    expect(await read(id)).toBeNull();
  });

  it('is noted as used at most once an hour', async () => {
    const needs = needsWith();
    const { id } = await beginSession(needs, anna, 'r', device);
    const use = async (moment: Date) => {
      memory.turnTo(moment);
      const stored = await findSession(needs, id);
      if (stored) await noteUse(needs, stored);
      return (await findSession(needs, id))?.lastUsedAt;
    };
    const hour = 60 * 60 * 1000;
    expect(await use(days(0, hour - 1))).toEqual(at);
    expect(await use(days(0, hour))).toEqual(days(0, hour));
    expect(await use(days(0, hour + 1))).toEqual(days(0, hour));
  });

  it('is not used by the daily question whether its account is still there', async () => {
    const needs = needsWith();
    const { id } = await beginSession(needs, anna, 'r', device);
    memory.turnTo(days(10));
    await sweepDeletedAccounts(needs);
    expect(await findSession(needs, id)).toMatchObject({ lastUsedAt: at, expiresAt: days(14) });
    expect(await keptToken()).toBe('r++');
  });
});

describe('a session that is read', () => {
  it('gives fresh tokens, and keeps the rotated one and what the account is called now', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const renamed = { ...anna, username: 'anna2', email: 'new@example.com', emailVerified: false };
    const needs = needsWith({ verifyIdToken: async () => renamed });
    expect(await createSessionReader(needs)(id)).toEqual({
      ...{ username: 'anna2', email: 'new@example.com', emailVerified: false },
      ...{ idToken: 'id of r+', accessToken: 'access of r+', expiresAt: '2025-06-01T13:00:00.000Z' },
    });
    expect(await keptToken()).toBe('r++');
    expect(await findSession(needs, id)).toMatchObject({ account: renamed });
  });

  it('is nobody without one, and nobody is asked', async () => {
    const needs = needsWith();
    expect(await createSessionReader(needs)('no such id')).toBeNull();
    expect(asked(needs)).toEqual([]);
  });

  it.each<[string, Partial<IdentityProvider>]>([
    ['was signed out elsewhere', { refresh: async () => null }],
    ['turns out to be of another account', { verifyIdToken: async () => bo }],
  ])('is removed when it %s', async (_, answers) => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    expect(await createSessionReader(needsWith(answers))(id)).toBeNull();
    expect(await memory.ledger.sessionsOf(anna.id)).toEqual([]);
  });

  it('is removed when no key opens its token, without asking the service', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const needs = { ...needsWith(), cipher: createCipher(['n'.repeat(32)]) };
    expect(await createSessionReader(needs)(id)).toBeNull();
    expect(asked(needs)).toEqual([]);
    expect(await memory.ledger.sessionsOf(anna.id)).toEqual([]);
  });

  it('keeps the rotated token also while nobody can say whose the id token is', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const outage = new IdentityProviderUnavailable('from the future: is the clock right?');
    const read = createSessionReader(needsWith({ verifyIdToken: () => Promise.reject(outage) }))(id);
    await expect(read).rejects.toBe(outage);
    expect(await keptToken()).toBe('r++');
  });

  it('lives through a clock that is wrong here: the rotated token is kept, and nobody is signed out', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const read = createSessionReader(needsWith({ verifyIdToken: async () => null }))(id);
    await expect(read).rejects.toThrow(IdentityProviderUnavailable);
    await expect(read).rejects.toMatchObject({ name: 'IdentityProviderUnavailable' });
    await expect(read).rejects.toThrow('A fresh id token does not check out: is the clock right?');
    expect(await keptToken()).toBe('r++');
    expect(await findSession(needsWith(), id)).toMatchObject({ account: anna });
  });

  it('goes on when another process renewed it at the same moment, so that the token of before is refused', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const elsewhere = createSessionReader(needsWith());
    const answering = identityPort(anna);
    const needs = needsWith({
      async refresh(token) {
        if (token !== 'r+') return answering.refresh(token);
        await elsewhere(id);
        return null;
      },
    });
    expect(await createSessionReader(needs)(id)).toMatchObject({ idToken: 'id of r++' });
    expect(await keptToken()).toBe('r+++');
  });

  it('that is signed out while it is renewed stays over, and the token that comes then is revoked', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const answering = identityPort(anna);
    const needs = needsWith({
      async refresh(token) {
        await endSession(needsWith(), id);
        return answering.refresh(token);
      },
    });
    expect(await createSessionReader(needs)(id)).toBeNull();
    expect(asked(needs).at(-1)).toEqual(['revoke', 'r++']);
    expect(await memory.ledger.sessionsOf(anna.id)).toEqual([]);
  });

  it('stays as it is in an outage, and the next one who asks tries again', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    let down = true;
    const answering = identityPort(anna);
    const read = createSessionReader(
      needsWith({
        async refresh(token) {
          if (down) throw new IdentityProviderUnavailable('no answer');
          return answering.refresh(token);
        },
      }),
    );
    await expect(read(id)).rejects.toThrow('no answer');
    expect(await keptToken()).toBe('r+');
    down = false;
    expect(await read(id)).toMatchObject({ idToken: 'id of r+' });
  });

  it('shares one refresh among tabs that ask at the same moment, so that a rotated token is never used twice', async () => {
    let valid = 'refresh-0';
    let refreshes = 0;
    const needs = needsWith({
      async refresh(refreshToken) {
        await new Promise((resolve) => setImmediate(resolve));
        if (refreshToken !== valid) return null;
        refreshes += 1;
        valid = `refresh-${refreshes}`;
        return {
          ...{ idToken: `id-${refreshes}`, accessToken: `access-${refreshes}`, refreshToken: valid },
          expiresAt: at,
        };
      },
    });
    const { id } = await beginSession(needs, anna, 'refresh-0', device);
    const readSession = createSessionReader(needs);
    const sessions = await Promise.all(Array.from({ length: 8 }, () => readSession(id)));
    expect(sessions.map((session) => session?.idToken)).toEqual(Array(8).fill('id-2'));
    expect(refreshes).toBe(2);
    // Later the rotated token is the one that is used.
    expect((await readSession(id))?.idToken).toBe('id-3');
  });
});

describe('a session that ends', () => {
  it('is over here, and said to be, before its refresh token is revoked, and stays over when that fails', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const { id: other } = await beginSession(needsWith(), anna, 'other', device);
    let told = false;
    const needs = needsWith({
      async revoke() {
        expect([await findSession(needs, id), told]).toEqual([null, true]);
        throw new IdentityProviderUnavailable('no answer');
      },
    });
    const tell = () => {
      told = true;
    };
    await expect(endSession(needs, id, tell)).rejects.toThrow('no answer');
    expect(asked(needs)).toEqual([['revoke', 'r+']]);
    expect(await findSession(needs, other)).not.toBeNull();
  });

  it('has the token revoked that it has at its end, also when the database was asked to remove it twice', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const needs = needsWith();
    const twice: typeof needs.ledger.amend = async (script) => {
      await memory.ledger.amend(script);
      return memory.ledger.amend(script);
    };
    await endSession({ ...needs, ledger: { ...needs.ledger, amend: twice } }, id);
    expect(asked(needs)).toEqual([['revoke', 'r+']]);

    const { id: other } = await beginSession(needsWith(), anna, 's', device);
    const late = needsWith();
    const renewed: typeof late.ledger.amend = async (script) => {
      await createSessionReader(needsWith())(other);
      return memory.ledger.amend(script);
    };
    await endSession({ ...late, ledger: { ...late.ledger, amend: renewed } }, other);
    expect(asked(late)).toEqual([['revoke', 's++']]);
  });

  it('is revoked once; what is no session, or not one of ours to open, asks nobody', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const needs = { ...needsWith(), cipher: createCipher(['n'.repeat(32)]) };
    await endSession(needs, id);
    await endSession(needsWith(), id);
    expect(asked(needs)).toEqual([]);
    expect(await memory.ledger.sessionsOf(anna.id)).toEqual([]);
  });
});
