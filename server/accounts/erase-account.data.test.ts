import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account, IdentityProvider } from '#server/identity/identity-provider.ts';
import type { Owner } from '#server/identity/leaving.ts';
import { nullable, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { anna as annaAnyTime, bo, testCipher as cipher } from '#tests/support/accounts.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { purchaseOf } from '#tests/support/small-shop.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseOwner } from './erasures.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const later = new Date('2025-06-02T12:00:00Z');
const anna = { ...annaAnyTime, signedInAt: at };
const byWebhook = { by: 'webhook', event: null } as const;
const purchase = purchaseOf({ email: anna.email });

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(at);
});
afterEach(() => memory.ledger.close());

const needsWith = (answers: Partial<IdentityProvider> = {}) => ({
  ...{ ledger: memory.ledger, clock: memory.clock, cipher, log: silentLog },
  identity: identityPort(anna, answers),
});
const signIn = (idHash: string, account: Account, refreshToken: string) =>
  memory.ledger.addSession(
    {
      ...{ idHash, account, expiresAt: later },
      refreshTokenEncrypted: cipher.encrypt(refreshToken, account.id),
    },
    at,
  );

describe('what goes with an account', () => {
  const redeemed = query('SELECT account_id, redeemed_at FROM redemptions', {
    accountId: nullable(text),
    redeemedAt: text,
  });

  it('are its sessions and unlocks, with a reason; payments stay, without the account', async () => {
    await memory.ledger.recordPurchase({ ...purchase, accountId: anna.id }, ['fod'], byWebhook, at);
    await memory.ledger.recordPurchase(
      { ...purchase, checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', accountId: bo.id, email: bo.email },
      ['fod'],
      byWebhook,
      at,
    );
    await signIn('h1', anna, 'r1');
    await signIn('h2', bo, 'r2');
    memory.turnTo(later);
    await eraseAccount(needsWith(), { ...anna, signedInAt: later }, 'access');
    expect(await memory.ledger.sessionsOf(anna.id)).toEqual([]);
    expect(await memory.ledger.sessionsOf(bo.id)).toHaveLength(1);
    expect(await memory.ledger.findPurchase('cs_1')).toEqual(purchase);
    expect(await memory.ledger.findPurchase('cs_2')).toMatchObject({ accountId: bo.id });
    const { grants, history } = await memory.ledger.orderGrants('cs_1');
    expect(grants).toMatchObject([{ accountId: null, revokedReason: 'account_deleted' }]);
    expect(history.at(-1)).toEqual({
      ...{ adventureId: 'fod', what: 'revoked', reason: 'account_deleted' },
      ...{ actor: 'account', eventId: null, at: later },
    });
    expect(await memory.ledger.ownedGrants(bo, at)).toHaveLength(1);
  });

  it('is who redeemed a code; that it was redeemed stays', async () => {
    const codes = ['one', 'two'].map((code) => ({ code, campaign: 'c', unlocks: ['fist'] as const }));
    await memory.ledger.addActivationCodes(codes, at);
    await memory.ledger.redeemCode('one', anna, at);
    await memory.ledger.redeemCode('two', bo, at);
    await eraseAccount(needsWith(), anna, 'access');
    expect(await memory.ledger.read(() => redeemed.all())).toEqual([
      { accountId: null, redeemedAt: at.toISOString() },
      { accountId: bo.id, redeemedAt: at.toISOString() },
    ]);
  });

  it('is what waits for its address when that was verified, and not when it was not', async () => {
    await memory.ledger.recordPurchase(purchase, ['fod'], byWebhook, at);
    const unverified = { ...anna, id: 'sub-stranger', emailVerified: false };
    const stranger = needsWith({ accountIdOfAccessToken: async () => unverified.id });
    await eraseAccount(stranger, unverified, 'access');
    expect((await memory.ledger.orderGrants('cs_1')).grants).toMatchObject([{ revokedReason: null }]);
    expect(memory.locks.at(-1)).toEqual(['account sub-stranger']);
    await eraseAccount(needsWith(), anna, 'access');
    expect((await memory.ledger.orderGrants('cs_1')).grants).toMatchObject([
      { revokedReason: 'account_deleted' },
    ]);
  });

  it('is counted; an address without an account has neither sessions nor redemptions', async () => {
    await memory.ledger.recordPurchase(purchase, ['fod', 'fist'], byWebhook, at);
    const erase = (owner: Owner) =>
      memory.ledger.write([], () => eraseOwner({ ...owner, until: at }, 'customer_erased', byWebhook, at));
    expect(await erase({ accountId: null, email: bo.email })).toEqual({
      grants: 0,
      sessions: 0,
      redemptions: 0,
    });
    expect(await erase({ accountId: null, email: anna.email })).toEqual({
      ...{ grants: 2, sessions: 0, redemptions: 0 },
    });
    await signIn('h1', bo, 'r1');
    await memory.ledger.addActivationCodes([{ code: 'one', campaign: 'c', unlocks: ['fist'] }], at);
    await memory.ledger.redeemCode('one', bo, at);
    expect(await erase({ accountId: bo.id, email: null })).toEqual({
      grants: 1,
      sessions: 1,
      redemptions: 1,
    });
    expect(await memory.ledger.isErased(bo.id)).toBe(true);
  });
});
