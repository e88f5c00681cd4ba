import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredSession } from '#server/accounts/sessions.ts';
import type { WebhookEvent } from '#server/buying/payment-provider.ts';
import type { Purchase } from '#server/buying/records.ts';
import type { EventCause } from '#server/buying/webhook-events.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { engines } from '../support/engines.ts';

const at = new Date('2025-06-01T12:00:00Z');
const later = new Date('2025-06-02T12:00:00Z');

const purchaseOf = (email: string, over: Partial<Purchase> = {}): Purchase => ({
  checkoutSessionId: 'cs_test_1',
  paymentIntentId: 'pi_1',
  email,
  accountId: null,
  currency: 'sek',
  totalOre: 50_000,
  paidAmount: null,
  paidCurrency: null,
  live: false,
  paidAt: at,
  lines: [{ productId: 'bundle-pre-order', priceOre: 50_000 }],
  consentText: null,
  termsVersion: null,
  country: null,
  vatOre: null,
  invoiceId: null,
  ...over,
});
const event: WebhookEvent = {
  id: 'evt_1',
  type: 'checkout.session.completed',
  objectId: 'cs_test_1',
  createdAt: at,
};

const byWebhook: EventCause = { by: 'webhook', event };
const byOrderPage: EventCause = { by: 'order_page', event: null };

describe.each(engines)('on $engine', ({ open }) => {
  let ledger: LedgerVerbs;
  beforeEach(async () => {
    ledger = ledgerVerbs(await open(() => at));
  });
  afterEach(() => ledger.close());

  const ownedIds = async (account: Account) =>
    (await ledger.ownedGrants(account, later)).map((grant) => grant.adventureId);

  describe('purchases', () => {
    it('are recorded once, with lines, grants and event together', async () => {
      expect(await ledger.recordPurchase(purchaseOf(anna.email), ['fod', 'fist'], byWebhook, at)).toBe(
        'fulfilled',
      );
      expect(
        await ledger.recordPurchase(
          purchaseOf(anna.email),
          ['fod', 'fist'],
          { by: 'webhook', event: { ...event, id: 'evt_2' } },
          later,
        ),
      ).toBe('already_fulfilled');
      expect(await ledger.findPurchase('cs_test_1')).toEqual(purchaseOf(anna.email));
      expect(await ledger.hasEvent('evt_1')).toBe(true);
      expect(await ownedIds(anna)).toEqual(['fod', 'fist']);
    });

    it('leave nothing behind when they cannot be recorded whole', async () => {
      const twice = purchaseOf(anna.email, {
        lines: [
          { productId: 'fod', priceOre: 1 },
          { productId: 'fod', priceOre: 1 },
        ],
      });
      await expect(ledger.recordPurchase(twice, ['fod'], byWebhook, at)).rejects.toThrow();
      expect(await ledger.findPurchase('cs_test_1')).toBeNull();
      expect(await ledger.hasEvent('evt_1')).toBe(false);
      expect(await ownedIds(anna)).toEqual([]);
    });
  });

  describe('what an account owns', () => {
    it('is matched by e-mail only when the address is verified', async () => {
      await ledger.recordPurchase(purchaseOf(anna.email), ['fod'], byOrderPage, at);
      expect(await ownedIds({ ...anna, emailVerified: false })).toEqual([]);
      expect(await ownedIds(anna)).toEqual(['fod']);
    });

    it('stays with the account when its address changes, and a later owner of the address gains nothing', async () => {
      await ledger.recordPurchase(purchaseOf(anna.email), ['fod'], byOrderPage, at);
      await ownedIds(anna);
      expect(await ownedIds({ ...anna, email: 'moved@example.com' })).toEqual(['fod']);
      expect(await ownedIds({ ...bo, email: anna.email })).toEqual([]);
    });

    it('belongs to the account that was signed in at the purchase, whatever address it was paid with', async () => {
      await ledger.recordPurchase(purchaseOf(bo.email, { accountId: anna.id }), ['fod'], byOrderPage, at);
      expect(await ownedIds(anna)).toEqual(['fod']);
      expect(await ownedIds(bo)).toEqual([]);
    });
  });

  describe('activation codes', () => {
    const redeem = (code: string, account: Account) => ledger.redeemCode(code, account, later);
    beforeEach(() =>
      ledger.addActivationCodes(
        [
          { code: 'good', campaign: 'test', unlocks: ['fod'] },
          { code: 'backer', campaign: 'test', unlocks: ['fod-kickstarter'] },
          { code: 'gone', campaign: 'test', unlocks: ['fist'] },
        ],
        at,
      ),
    );

    it('unlock once, for one account', async () => {
      expect(await redeem('good', anna)).toEqual({ ok: true, unlocks: ['fod'] });
      expect(await ownedIds(anna)).toEqual(['fod']);
      expect(await redeem('good', bo)).toEqual({ ok: false, error: 'code_already_used' });
      expect(await redeem('good', anna)).toEqual({ ok: true, unlocks: ['fod'], again: true });
    });

    it('with a NUL character in them do not exist either, and are no fault of the database', async () => {
      expect(await ledger.redeemCode('7k3m\0x0fq', anna, at)).toEqual({ ok: false, error: 'code_not_found' });
    });

    it('that do not exist or were revoked say so', async () => {
      await ledger.revokeActivationCode('gone', at);
      expect(await redeem('nothing', anna)).toEqual({ ok: false, error: 'code_not_found' });
      expect(await redeem('gone', anna)).toEqual({ ok: false, error: 'code_revoked' });
    });

    it('are not spent on what waits for the account by e-mail', async () => {
      await ledger.recordPurchase(purchaseOf(anna.email), ['fod'], byOrderPage, at);
      expect(await redeem('good', anna)).toEqual({ ok: false, error: 'user_already_unlocked' });
      expect(await redeem('good', bo)).toMatchObject({ ok: true });
    });

    it('of the crowdfunding reward still give the artbook to who owns the game, but not the other way round', async () => {
      expect(await redeem('backer', anna)).toMatchObject({ ok: true });
      expect(await redeem('good', anna)).toEqual({ ok: false, error: 'user_already_unlocked' });
      expect(await redeem('good', bo)).toMatchObject({ ok: true });
      await ledger.addActivationCodes(
        [{ code: 'backer-2', campaign: 'test', unlocks: ['fod-kickstarter'] }],
        at,
      );
      expect(await redeem('backer-2', bo)).toMatchObject({ ok: true });
    });

    it('that are added again stay as they are', async () => {
      await redeem('good', anna);
      await ledger.addActivationCodes([{ code: 'good', campaign: 'again', unlocks: ['fist'] }], later);
      expect(await redeem('good', bo)).toEqual({ ok: false, error: 'code_already_used' });
    });
  });

  describe('browser sessions', () => {
    const session: StoredSession = {
      idHash: 'hash',
      account: anna,
      refreshTokenEncrypted: Buffer.from('sealed'),
      ...{
        createdAt: at,
        lastUsedAt: at,
        expiresAt: later,
        device: 'Firefox on Linux',
        hasSecondFactor: false,
      },
    };

    it('are found until they expire or are removed', async () => {
      await ledger.addSession(session, at);
      expect(await ledger.findSession('hash', at)).toMatchObject({ account: anna });
      expect(await ledger.findSession('hash', later)).toBeNull();
      await ledger.removeExpiredSessions(at);
      expect(await ledger.sessionsOf(anna.id)).toHaveLength(1);
      await ledger.removeExpiredSessions(later);
      expect(await ledger.sessionsOf(anna.id)).toEqual([]);
    });

    it('keep a rotated refresh token', async () => {
      await ledger.addSession(session, at);
      await ledger.updateSession({ ...session, refreshTokenEncrypted: Buffer.from('rotated') });
      const found = await ledger.findSession('hash', at);
      expect(Buffer.from(found?.refreshTokenEncrypted ?? []).toString()).toBe('rotated');
    });
  });

  describe('the deletion of an account', () => {
    it('erases sessions, claims and unlocks, keeps the payment, and spends no code again', async () => {
      await ledger.recordPurchase(purchaseOf(anna.email), ['fod'], byWebhook, at);
      await ledger.addActivationCodes([{ code: 'good', campaign: 'test', unlocks: ['fist'] }], at);
      await ledger.redeemCode('good', anna, at);
      await ledger.addSession(
        { idHash: 'hash', account: anna, refreshTokenEncrypted: Buffer.from('x'), expiresAt: later },
        at,
      );
      await ledger.beginErasure({
        accountId: anna.id,
        email: anna.email,
        accessTokenEncrypted: Buffer.from('y'),
        requestedAt: at,
      });
      expect(await ledger.pendingErasures()).toHaveLength(1);

      await ledger.completeErasure(anna.id, later);

      expect(await ledger.pendingErasures()).toEqual([]);
      expect(await ledger.sessionsOf(anna.id)).toEqual([]);
      expect(await ledger.findPurchase('cs_test_1')).toEqual(purchaseOf(anna.email));
      expect(await ledger.redeemCode('good', bo, later)).toEqual({
        ok: false,
        error: 'code_already_used',
      });
    });
  });

  describe('an account whose deletion is noted', () => {
    const refusal = { code: 'deletion_under_way', message: expect.stringContaining('is noted') };
    const requestedAt = new Date(at.getTime() - 1);
    beforeEach(() =>
      ledger.beginErasure({
        ...{ accountId: anna.id, email: anna.email, requestedAt },
        accessTokenEncrypted: Buffer.from('x'),
      }),
    );

    it('redeems no code, and claims nothing that waits for its address: it would be deleted with it', async () => {
      await ledger.recordPurchase(purchaseOf(anna.email), ['fod'], byWebhook, at);
      await ledger.addActivationCodes([{ code: 'good', campaign: 'test', unlocks: ['fist'] }], at);
      await expect(ledger.redeemCode('good', anna, at)).rejects.toMatchObject(refusal);
      expect(await ownedIds(anna)).toEqual([]);
      expect(await ledger.ownedOrders(anna, at)).toEqual([]);
      await ledger.completeErasure(anna.id, later);
      expect(await ownedIds({ ...anna, id: 'sub-anna-anew' })).toEqual(['fod']);
      expect(await ledger.redeemCode('good', bo, later)).toMatchObject({ ok: true });
    });

    it('leaves what was being paid for to the verified owner of the address, as a guest does', async () => {
      const begunBefore = purchaseOf(anna.email, { accountId: anna.id });
      await ledger.recordPurchase(begunBefore, ['fod'], byWebhook, at);
      expect(await ledger.findPurchase('cs_test_1')).toMatchObject({ accountId: null, email: anna.email });
      await ledger.completeErasure(anna.id, later);
      expect(await ownedIds({ ...anna, id: 'sub-anna-anew' })).toEqual(['fod']);
    });
  });

  describe('an account that was erased', () => {
    const refusal = { code: 'unauthorized', message: expect.stringContaining('has been deleted') };
    const sealed = Buffer.from('x');
    beforeEach(() => ledger.completeErasure(anna.id, at));

    it('is refused wherever its id would be written, and stays erased', async () => {
      await ledger.recordPurchase(purchaseOf(anna.email), ['fod'], byWebhook, at);
      await ledger.addActivationCodes([{ code: 'good', campaign: 'test', unlocks: ['fist'] }], at);
      const session = { idHash: 'hash', account: anna, refreshTokenEncrypted: sealed, expiresAt: later };
      const erasure = {
        accountId: anna.id,
        email: anna.email,
        accessTokenEncrypted: sealed,
        requestedAt: at,
      };
      for (const write of [
        () => ledger.ownedGrants(anna, at),
        () => ledger.ownedOrders(anna, at),
        () => ledger.redeemCode('good', anna, at),
        () => ledger.addSession(session, at),
        () => ledger.beginErasure(erasure),
      ]) {
        await expect(write()).rejects.toMatchObject(refusal);
      }
      expect(await ledger.isErased(anna.id)).toBe(true);
      expect(await ledger.isErased(bo.id)).toBe(false);
      expect(await ledger.sessionsOf(anna.id)).toEqual([]);
      expect(await ledger.pendingErasures()).toEqual([]);
      expect(await ledger.redeemCode('good', bo, at)).toMatchObject({ ok: true });
    });

    it('leaves a payment that settles late to the verified owner of the address, as a guest does', async () => {
      const begunBefore = purchaseOf(anna.email, { accountId: anna.id });
      await ledger.recordPurchase(begunBefore, ['fod'], byWebhook, later);
      expect(await ledger.findPurchase('cs_test_1')).toMatchObject({ accountId: null, email: anna.email });
      expect(await ownedIds({ ...anna, id: 'sub-anna-anew' })).toEqual(['fod']);
    });

    it('is forgotten after 60 days, when no token and no payment can name it any more', async () => {
      const day = (days: number) => new Date(at.getTime() + days * 24 * 60 * 60 * 1000);
      await ledger.removeOldErasures(day(59));
      expect(await ledger.isErased(anna.id)).toBe(true);
      await ledger.removeOldErasures(day(60));
      expect(await ledger.isErased(anna.id)).toBe(false);
    });
  });
});
