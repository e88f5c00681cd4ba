import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type IdentityProvider,
  IdentityProviderUnavailable,
} from '#server/identity/identity-provider.ts';
import { createCipher } from '#server/providers/cipher.ts';
import type { Log } from '#server/runtime.ts';
import { anna as annaAnyTime, bo, testCipher as cipher } from '#tests/support/accounts.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { DeletionNoted, type EraseAccountNeeds, eraseAccount, finishErasures } from './erase-account.ts';
import { endOwnSession, signOutEverywhere } from './own-sessions.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const later = new Date('2025-06-02T12:00:00Z');
const anna = { ...annaAnyTime, signedInAt: at };
const oldCipher = createCipher(['o'.repeat(32)]);

let memory: LedgerInMemory;
let logged: [level: string, fields: object, message: string][];
beforeEach(() => {
  memory = openLedgerInMemory(at);
  logged = [];
});
afterEach(() => memory.ledger.close());

function needsWith(answers: Partial<IdentityProvider> = {}) {
  const identity = identityPort(anna, answers);
  const write = (level: string) => (fields: object, message: string) => logged.push([level, fields, message]);
  const log = { info: write('info'), warn: write('warn'), error: write('error') } as unknown as Log;
  const { ledger, clock } = memory;
  return { ledger, clock, cipher, log, identity } satisfies EraseAccountNeeds;
}
const refused = async () => 'refused' as const;
const outage = async () => {
  throw new IdentityProviderUnavailable('no answer');
};
const signIn = (idHash: string, account: Account, refreshToken: string, sealedBy = cipher) =>
  memory.ledger.addSession(
    {
      ...{ idHash, account, expiresAt: later },
      refreshTokenEncrypted: sealedBy.encrypt(refreshToken, account.id),
    },
    at,
  );
const tokensAsked = (needs: ReturnType<typeof needsWith>) =>
  needs.identity.asked.filter(([method]) => method === 'deleteUser').map(([, token]) => token);

describe('the deletion of an account', () => {
  it("is not made with another account's access token, or with none that is to be trusted", async () => {
    for (const owner of [bo.id, null]) {
      const needs = needsWith({ accountIdOfAccessToken: async () => owner });
      await expect(eraseAccount(needs, anna, 'access')).rejects.toMatchObject({
        ...{ code: 'unauthorized', message: 'Sign in again, then delete the account.' },
      });
      expect(needs.identity.asked).toEqual([['accountIdOfAccessToken', 'access']]);
    }
    expect(await memory.ledger.pendingErasures()).toEqual([]);
  });

  it('asks for a sign-in of the last ten minutes, which a cookie alone never tells of', async () => {
    const needs = needsWith();
    const old = { code: 'sign_in_too_old' };
    const { signedInAt: _, ...byCookie } = anna;
    await expect(eraseAccount(needs, byCookie, 'access')).rejects.toMatchObject(old);
    memory.turnTo(new Date(at.getTime() + 10 * 60 * 1000 + 1));
    await expect(eraseAccount(needs, anna, 'access')).rejects.toMatchObject(old);
    expect(needs.identity.asked).toEqual([]);
    memory.turnTo(new Date(at.getTime() + 10 * 60 * 1000));
    await eraseAccount(needs, anna, 'access');
    expect(tokensAsked(needs)).toEqual(['access']);
  });

  it('is written down before the identity service is asked, the token sealed for this account', async () => {
    const noted: unknown[] = [];
    const needs = needsWith({
      async deleteUser() {
        for (const { accessTokenEncrypted, ...wish } of await memory.ledger.pendingErasures()) {
          noted.push({ ...wish, accessToken: cipher.decrypt(accessTokenEncrypted, anna.id) });
        }
        return 'gone';
      },
    });
    await eraseAccount(needs, anna, 'access');
    expect(noted).toEqual([
      { accountId: anna.id, email: anna.email, accessToken: 'access', requestedAt: at },
    ]);
    expect(tokensAsked(needs)).toEqual(['access']);
    expect(await memory.ledger.pendingErasures()).toEqual([]);
    expect(await memory.ledger.isErased(anna.id)).toBe(true);
    expect(logged).toEqual([['info', { account: anna.id }, 'account deleted']]);
    expect(memory.locks).toEqual([
      ['account sub-anna'],
      ['account sub-anna'],
      ['account sub-anna', 'address anna@example.com'],
    ]);
  });

  it('changes nothing when the identity service refuses it', async () => {
    await signIn('h1', anna, 'r1');
    await expect(eraseAccount(needsWith({ deleteUser: refused }), anna, 'access')).rejects.toMatchObject({
      ...{ code: 'unauthorized', message: 'Sign in again, then delete the account.' },
    });
    expect(await memory.ledger.pendingErasures()).toEqual([]);
    expect(await memory.ledger.isErased(anna.id)).toBe(false);
    expect(await memory.ledger.sessionsOf(anna.id)).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it('is finished although that of another account fails', async () => {
    for (const [account, token] of [
      [anna, 'of anna'],
      [bo, 'of bo'],
    ] as const)
      await expect(
        eraseAccount(
          needsWith({ deleteUser: outage, accountIdOfAccessToken: async () => account.id }),
          { ...account, signedInAt: at },
          token,
        ),
      ).rejects.toThrow('no answer');
    const needs = needsWith({ deleteUser: async (token) => (token === 'of anna' ? outage() : 'gone') });
    await expect(finishErasures(needs)).rejects.toThrow('no answer');
    expect(await memory.ledger.isErased(anna.id)).toBe(false);
    expect(await memory.ledger.isErased(bo.id)).toBe(true);
  });

  it('stays noted through an outage and is finished later, the newest wish of several', async () => {
    await expect(eraseAccount(needsWith({ deleteUser: outage }), anna, 'first')).rejects.toThrow('no answer');
    memory.turnTo(later);
    await expect(
      eraseAccount(needsWith({ deleteUser: outage }), { ...anna, signedInAt: later }, 'second'),
    ).rejects.toThrow('no answer');
    expect(await memory.ledger.pendingErasures()).toMatchObject([{ requestedAt: later }]);
    await expect(finishErasures(needsWith({ deleteUser: outage }))).rejects.toThrow('no answer');
    expect(await memory.ledger.isErased(anna.id)).toBe(false);
    const needs = needsWith();
    expect(await finishErasures(needs)).toBe(1);
    expect(tokensAsked(needs)).toEqual(['second']);
    expect(await finishErasures(needs)).toBe(0);
    expect(logged).toEqual([['info', { account: anna.id }, 'account deleted']]);
  });

  it('is told to be noted only when it is: not while the keys that check the access token cannot be fetched', async () => {
    const keysAreAway = needsWith({ accountIdOfAccessToken: outage });
    const error = await eraseAccount(keysAreAway, anna, 'access').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IdentityProviderUnavailable);
    expect(error).not.toBeInstanceOf(DeletionNoted);
    expect(await memory.ledger.pendingErasures()).toEqual([]);
    const whenAsked = eraseAccount(needsWith({ deleteUser: outage }), anna, 'access');
    await expect(whenAsked).rejects.toBeInstanceOf(DeletionNoted);
    expect(await memory.ledger.pendingErasures()).toHaveLength(1);
  });

  it('of an account that was erased before deletes its user, if it is still there, and notes nothing', async () => {
    await eraseAccount(needsWith(), anna, 'access');
    const needs = needsWith();
    await eraseAccount(needs, anna, 'newer');
    expect(tokensAsked(needs)).toEqual(['newer']);
    const again = eraseAccount(needsWith({ deleteUser: refused }), anna, 'newer');
    await expect(again).rejects.toThrow('Sign in again, then delete the account.');
    expect(await memory.ledger.pendingErasures()).toEqual([]);
  });

  it('that is refused twice at once changes nothing', async () => {
    await signIn('h1', anna, 'r1');
    const both = [1, 2].map(() => eraseAccount(needsWith({ deleteUser: refused }), anna, 'access'));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await memory.ledger.pendingErasures()).toEqual([]);
    expect(await memory.ledger.sessionsOf(anna.id)).toHaveLength(1);
  });

  it('that was done while another of it was refused is done, and is not noted again', async () => {
    const answers = Promise.withResolvers<'refused'>();
    const late = eraseAccount(needsWith({ deleteUser: () => answers.promise }), anna, 'old');
    await expect.poll(() => memory.ledger.pendingErasures()).toHaveLength(1);
    await eraseAccount(needsWith(), anna, 'access');
    answers.resolve('refused');
    await expect(late).rejects.toThrow('Sign in again');
    expect(await memory.ledger.pendingErasures()).toEqual([]);
    expect(await memory.ledger.isErased(anna.id)).toBe(true);
  });

  it('stays noted with its own token when a second wish is refused', async () => {
    const kept = async () =>
      (await memory.ledger.pendingErasures()).map(({ accessTokenEncrypted, requestedAt }) => [
        cipher.decrypt(accessTokenEncrypted, anna.id),
        requestedAt,
      ]);
    await expect(eraseAccount(needsWith({ deleteUser: outage }), anna, 'first')).rejects.toThrow('no answer');
    memory.turnTo(later);
    const second = eraseAccount(needsWith({ deleteUser: refused }), { ...anna, signedInAt: later }, 'second');
    await expect(second).rejects.toThrow('Sign in again, then delete the account.');
    expect(await kept()).toEqual([['first', at]]);
  });
});

describe('while a deletion is noted', () => {
  beforeEach(async () => {
    await signIn('h1', anna, 'r1');
    await signIn('h2', bo, 'r2');
    await expect(eraseAccount(needsWith({ deleteUser: outage }), anna, 'kept')).rejects.toThrow('no answer');
  });

  it.each<[string, (needs: ReturnType<typeof needsWith>) => Promise<unknown>]>([
    ['one session is ended', (needs) => endOwnSession(needs, anna, 'h1')],
    ['it is signed out everywhere', (needs) => signOutEverywhere(needs, anna, 'access')],
  ])('%s without revoking a token, so that the kept one still deletes the user', async (_how, signOut) => {
    const needs = needsWith();
    await signOut(needs);
    expect(await memory.ledger.sessionsOf(anna.id)).toEqual([]);
    expect(needs.identity.asked.filter(([method]) => /revoke|signOut/.test(method))).toEqual([]);
    expect(await finishErasures(needs)).toBe(1);
    expect(tokensAsked(needs)).toEqual(['kept']);
  });

  it('the tokens of others are revoked as ever', async () => {
    const needs = needsWith({ accountIdOfAccessToken: async () => bo.id });
    await endOwnSession(needs, bo, 'h2');
    expect(needs.identity.asked).toEqual([['revoke', 'r2']]);
    await signOutEverywhere(needs, bo, 'access bo');
    expect(needs.identity.asked).toContainEqual(['signOutEverywhere', 'access bo']);
  });
});

describe('a deletion that was interrupted', () => {
  const interrupt = (account: Account, sealed: Uint8Array, requestedAt: Date) =>
    memory.ledger.beginErasure({
      ...{ accountId: account.id, email: account.email, accessTokenEncrypted: sealed, requestedAt },
    });

  it('is finished in the order in which they were wished', async () => {
    await interrupt(bo, cipher.encrypt('access bo', bo.id), later);
    await interrupt(anna, cipher.encrypt('access anna', anna.id), at);
    const needs = needsWith();
    expect(await finishErasures(needs)).toBe(2);
    expect(tokensAsked(needs)).toEqual(['access anna', 'access bo']);
    expect([await memory.ledger.isErased(anna.id), await memory.ledger.isErased(bo.id)]).toEqual([
      true,
      true,
    ]);
  });

  it("uses a fresh token of one of the account's sessions when the kept one has run out", async () => {
    await interrupt(anna, cipher.encrypt('old', anna.id), at);
    await signIn('h0', anna, 'r0', oldCipher);
    for (const number of [1, 2, 3, 4]) await signIn(`h${number}`, anna, `r${number}`);
    const needs = needsWith({
      async refresh(refreshToken) {
        if (refreshToken === 'r1') return null;
        return { idToken: '', accessToken: `access ${refreshToken}`, refreshToken, expiresAt: later };
      },
      deleteUser: async (token) => (token === 'access r3' ? 'gone' : 'refused'),
    });
    expect(await finishErasures(needs)).toBe(1);
    expect(needs.identity.asked).toEqual([
      ['deleteUser', 'old'],
      ['refresh', 'r1'],
      ['refresh', 'r2'],
      ['deleteUser', 'access r2'],
      ['refresh', 'r3'],
      ['deleteUser', 'access r3'],
    ]);
    expect(logged).toEqual([['info', { account: anna.id }, 'account deleted']]);
  });

  it('is over when the service says, of one of its sessions, that the user is gone', async () => {
    await interrupt(anna, cipher.encrypt('old', anna.id), at);
    await signIn('h1', anna, 'r1');
    const needs = needsWith({ refresh: async () => 'gone', deleteUser: refused });
    expect(await finishErasures(needs)).toBe(1);
    expect(logged).toEqual([['info', { account: anna.id }, 'account deleted']]);
  });

  it('erases our side all the same when no token deletes the user any more, and tells the operator', async () => {
    await interrupt(anna, oldCipher.encrypt('access', anna.id), at);
    const needs = needsWith({ deleteUser: refused });
    expect(await finishErasures(needs)).toBe(1);
    expect(tokensAsked(needs)).toEqual([]);
    expect(await memory.ledger.isErased(anna.id)).toBe(true);
    expect(logged).toEqual([
      [
        'warn',
        { account: anna.id },
        expect.stringContaining('if the user is still in the pool, delete it there'),
      ],
      ['info', { account: anna.id }, 'account deleted'],
    ]);
  });
});
