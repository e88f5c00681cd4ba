import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { updateSession } from '#server/accounts/sessions.ts';
import { IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { anna, testCipher } from '#tests/support/accounts.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { signOutCustomer } from './customer-sign-out.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const second = { ...anna, id: 'sub-anna-2', username: 'anna2' };
const bo = { ...anna, id: 'sub-bo', username: 'bo', email: 'bo@example.com' };
/** Signs in on a device; the refresh token is named after it. */
const signIn = (account: typeof anna, device: string) =>
  desk.ledger.addSession(
    {
      ...{ idHash: `hash of ${device}`, account, expiresAt: later },
      refreshTokenEncrypted: testCipher.encrypt(`token of ${device}`, account.id),
    },
    at,
  );
const revoke = vi.fn(async (_token: string) => {});
beforeEach(() => void revoke.mockReset());
const signOut = (typed: string, reason = ' lost phone ') =>
  signOutCustomer({ ...desk.needs, cipher: testCipher, identity: { revoke } }, typed, reason);
const sessions = async (...accounts: (typeof anna)[]) =>
  (await Promise.all(accounts.map(({ id }) => desk.ledger.sessionsOf(id)))).map(({ length }) => length);

it('Every session of an account ends, by its address too, its tokens are revoked, and nobody else is signed out', async () => {
  await signIn(anna, 'phone');
  await signIn(anna, 'laptop');
  await signIn(bo, 'desk');
  expect(await signOut(' Anna@Example.com ')).toEqual({
    ...{ accountIds: [anna.id], sessions: 2, notRevoked: 0 },
  });
  expect(await sessions(anna, bo)).toEqual([0, 1]);
  expect(revoke.mock.calls.flat().toSorted()).toEqual(['token of laptop', 'token of phone']);
  expect(await desk.recorded()).toEqual([
    [...['customers.sign-out', 'a•••@example.com', 'lost phone'], { accounts: [anna.id], sessions: 2 }],
  ]);
});

it('An address that several accounts have used, or that its account has not verified, signs nobody out', async () => {
  await signIn(anna, 'phone');
  await signIn(second, 'tablet');
  await signIn({ ...bo, emailVerified: false }, 'desk');
  await expect(signOut(anna.email)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/Several accounts .*: sub-anna, sub-anna-2\. Name the account instead/),
  });
  await expect(signOut(bo.email)).rejects.toThrow('sub-bo has not verified bo@example.com');
  expect(await sessions(anna, second, bo)).toEqual([1, 1, 1]);
  expect(await signOut(second.id)).toMatchObject({ sessions: 1 });
  expect(await sessions(anna, second)).toEqual([1, 0]);
});

it('The token that a session has when it ends is revoked, not one that was renewed before', async () => {
  await signIn(anna, 'phone');
  const { write } = desk.needs.ledger;
  const ledger: typeof desk.needs.ledger = {
    ...desk.needs.ledger,
    async write(locks, script) {
      const [stored] = await desk.ledger.sessionsOf(anna.id);
      if (stored) {
        const refreshTokenEncrypted = testCipher.encrypt('renewed meanwhile', anna.id);
        await updateSession(desk.needs.ledger, { ...stored, refreshTokenEncrypted }, at);
      }
      return write(locks, script);
    },
  };
  await signOutCustomer({ ...desk.needs, ledger, cipher: testCipher, identity: { revoke } }, anna.id, 'lost');
  expect(revoke.mock.calls).toEqual([['renewed meanwhile']]);
});

it('It queues behind whatever else changes the accounts', async () => {
  await signIn(anna, 'phone');
  const before = desk.locks.length;
  await signOut(anna.id);
  expect(desk.locks.slice(before)).toEqual([[`account ${anna.id}`]]);
});

it('Tokens that could not be revoked are told, and the sessions are over all the same', async () => {
  await signIn(anna, 'phone');
  await signIn(anna, 'laptop');
  revoke.mockRejectedValueOnce(new IdentityProviderUnavailable('down'));
  expect(await signOut(anna.id)).toMatchObject({ sessions: 2, notRevoked: 1 });
  expect(await sessions(anna)).toEqual([0]);
  for (let device = 0; device < 25; device += 1) await signIn(anna, `device ${device}`);
  revoke.mockReset().mockRejectedValue(new IdentityProviderUnavailable('down'));
  expect(await signOut(anna.id)).toMatchObject({ sessions: 25, notRevoked: 25 });
  // In an outage the rest is not asked for.
  expect(revoke).toHaveBeenCalledTimes(10);
  await signIn(anna, 'phone');
  revoke.mockReset().mockRejectedValueOnce(new TypeError('a fault of ours'));
  await expect(signOut(anna.id)).rejects.toThrow('a fault of ours');
});

it('Of whom no account is known, or without a reason, nothing is done', async () => {
  await desk.sell(1, { email: 'guest@example.com' });
  await expect(signOut('guest@example.com')).rejects.toMatchObject({
    ...{ code: 'not_found', message: 'No account is known of guest@example.com.' },
  });
  await signIn(anna, 'phone');
  await expect(signOut(anna.id, ' ')).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await sessions(anna)).toEqual([1]);
  expect(await desk.recorded()).toEqual([]);
});
