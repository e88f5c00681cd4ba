import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account } from '#server/identity/identity-provider.ts';
import { anna, bo, testCipher as cipher } from '#tests/support/accounts.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { beginSession, createSessionReader } from './browser-session.ts';

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(new Date('2025-06-01T12:00:00Z'));
});
afterEach(() => memory.ledger.close());

/** Signs in at a shop where anna needs a second factor, which the identity service says she has or not. */
async function signIn(account: Account, has: { now: boolean }) {
  const { ledger, clock } = memory;
  const identity = identityPort(account, { hasSecondFactor: async () => has.now });
  const needs = {
    ledger,
    clock,
    log: silentLog,
    cipher,
    identity,
    needsFactor: ({ id }: Account) => id === anna.id,
  };
  const { id } = await beginSession(needs, account, 'r', 'Chrome on Android');
  const isKept = async () => (await ledger.sessionsOf(account.id))[0]?.hasSecondFactor;
  const tokensAsked = () =>
    identity.asked.flatMap(([method, token]) => (method === 'hasSecondFactor' ? [token] : []));
  return { isKept, tokensAsked, read: () => createSessionReader(needs)(id) };
}

it('Whether somebody who needs a second factor has one is asked at the sign-in and at each renewal, and kept', async () => {
  const has = { now: true };
  const { isKept, read, tokensAsked } = await signIn(anna, has);
  expect(await isKept()).toBe(true);
  has.now = false;
  await read();
  expect(await isKept()).toBe(false);
  has.now = true;
  await read();
  expect(await isKept()).toBe(true);
  expect(tokensAsked()).toEqual(['access of r', 'access of r+', 'access of r++']);
});

it('Nobody asks about the second factor of somebody who needs none', async () => {
  const { isKept, read, tokensAsked } = await signIn(bo, { now: true });
  await read();
  expect(await isKept()).toBe(false);
  expect(tokensAsked()).toEqual([]);
});
