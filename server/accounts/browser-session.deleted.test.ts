import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityProvider, IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import { anna, bo, testCipher as cipher } from '#tests/support/accounts.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { purchaseOf } from '#tests/support/small-shop.ts';
import {
  beginSession,
  createSessionReader,
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

describe('the daily question whether accounts are still there', () => {
  it('is asked of the others when it fails for one, and tells of that failure', async () => {
    for (const account of [anna, bo])
      await beginSession(
        needsWith({ verifyIdToken: async () => account }),
        account,
        account.username,
        device,
      );
    const gone = async (token: string) => {
      if (token === 'anna+') throw new IdentityProviderUnavailable('a trigger of the pool fails for anna');
      return 'gone' as const;
    };
    await expect(sweepDeletedAccounts(needsWith({ refresh: gone }))).rejects.toThrow('fails for anna');
    expect(await memory.ledger.sessionsOf(anna.id)).toHaveLength(1);
    expect(await memory.ledger.isErased(bo.id)).toBe(true);
  });
});

describe('an account that was deleted in the app', () => {
  const gone = async () => 'gone' as const;
  const buysAsGuest = async (number: number, when: Date) => {
    memory.turnTo(when);
    const order = { checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}`, email: anna.email };
    await memory.ledger.recordPurchase(purchaseOf(order), ['fod'], { by: 'webhook', event: null }, when);
  };
  const stateOf = async (number: number) =>
    (await memory.ledger.orderGrants(`cs_${number}`)).grants[0]?.revokedReason;

  it('takes along what waited for its address when it was last there, and nothing that was bought since', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    await buysAsGuest(1, days(1, -1));
    memory.turnTo(days(1));
    await sweepDeletedAccounts(needsWith());
    await buysAsGuest(2, days(1, 1));
    // A call with only the cookie does not show that the account still exists at the identity service.
    const stored = await findSession(needsWith(), id);
    if (stored) await noteUse(needsWith(), stored);
    memory.turnTo(days(2));
    await sweepDeletedAccounts(needsWith({ refresh: gone }));
    expect(await memory.ledger.isErased(anna.id)).toBe(true);
    expect([await stateOf(1), await stateOf(2)]).toEqual(['account_deleted', null]);
  });

  it('was there when any of its sessions was renewed last', async () => {
    const { id: unused } = await beginSession(needsWith(), anna, 'r', device);
    const { id: used } = await beginSession(needsWith(), anna, 'r', device);
    await buysAsGuest(1, days(2));
    memory.turnTo(days(3));
    await createSessionReader(needsWith())(used);
    memory.turnTo(days(4));
    await createSessionReader(needsWith({ refresh: gone }))(unused);
    expect(await stateOf(1)).toBe('account_deleted');
  });

  it('takes nothing along that was bought since when two processes notice it at once', async () => {
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    await buysAsGuest(1, days(1));
    const both = needsWith({ refresh: gone });
    await Promise.all([createSessionReader(both)(id), createSessionReader(both)(id)]);
    expect(await memory.ledger.isErased(anna.id)).toBe(true);
    expect(await stateOf(1)).toBeNull();
  });

  it('has its owner written to once when two processes notice it at once', async () => {
    await memory.ledger.write([], () => noteMailService(true, at));
    const { id } = await beginSession(needsWith(), anna, 'r', device);
    const both = needsWith({ refresh: gone });
    await Promise.all([createSessionReader(both)(id), createSessionReader(both)(id)]);
    const letters = await memory.ledger.write([], () => takeLetters(10, at, days(1), true));
    expect(letters.map(({ kind }) => kind)).toEqual(['account-deleted']);
  });
});
