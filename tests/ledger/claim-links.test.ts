import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Purchase } from '#server/buying/records.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { bytes, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { listGrants, revokeGrant } from '#server/operating/customer-grants.ts';
import { claimLinkDays, claimLinkOf, removeOldClaimLinks } from '#server/owning/claim-links.ts';
import { createCipher } from '#server/providers/cipher.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { claimWith, newLink, previewOf } from '#tests/support/claims.ts';
import { engines } from '#tests/support/engines.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import {
  days,
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  withdrawalOf,
} from '#tests/support/small-shop.ts';

const byWebhook = { by: 'webhook', event: null } as const;
const mistyped = 'ana@exmaple.com';
const stored = query('SELECT {columns} FROM claim_links', { tokenHash: text, checkoutSessionId: text });
const sealed = query('SELECT {columns} FROM claim_links', { tokenEncrypted: bytes });

describe.each(engines)('a claim link, on $engine', ({ open }) => {
  let ledger: Ledger;
  let verbs: LedgerVerbs;
  beforeEach(async () => {
    ledger = await open(() => noon);
    verbs = ledgerVerbs(ledger);
  });
  afterEach(() => ledger.close());

  const sell = (unlocks: AdventureId[] = ['fod'], over: Partial<Purchase> = {}) =>
    verbs.recordPurchase(purchaseOf({ email: mistyped, ...over }), unlocks, byWebhook, noon);
  const link = (at = noon, order = 'cs_1') => newLink(ledger, order, at);
  const claim = (account: Account, token: string, at = noon) => claimWith(ledger, account, token, at);
  const state = async (token: string, at = noon) => (await previewOf(ledger, token, at)).state;
  const owned = async (account: Account) =>
    (await verbs.ownedGrants(account, noon)).map(({ adventureId }) => adventureId);
  const moveTo = (to: string, at = noon) => verbs.moveOrder('cs_1', to, at);

  it('puts the order on the account that opens it, whatever address was typed', async () => {
    await sell(['fod', 'fist']);
    expect(await claim(anna, await link())).toBe('ok fist fod');
    expect((await owned(anna)).toSorted()).toEqual(['fist', 'fod']);
    expect((await verbs.ownedOrders(anna, noon)).map(({ purchase }) => purchase.checkoutSessionId)).toEqual([
      'cs_1',
    ]);
    const { history } = await verbs.orderGrants('cs_1');
    expect(history.filter(({ what }) => what === 'claimed').map(({ reason }) => reason)).toEqual([
      ...['claim_link', 'claim_link'],
    ]);
    // The owner of the typed address is too late.
    expect(await owned({ ...bo, email: mistyped })).toEqual([]);
  });

  it('has the same answer for the same account again, also after its time', async () => {
    await sell();
    const token = await link();
    expect(await claim(anna, token)).toBe('ok fod');
    expect(await claim(anna, token)).toBe('ok fod, again');
    expect(await claim(anna, token, days(claimLinkDays + 1))).toBe('ok fod, again');
  });

  it('that was used is not shown any more: whoever asks for the order’s link afterwards is shown a new one', async () => {
    await sell();
    const token = await link();
    expect(await link()).toBe(token);
    await claim(anna, token);
    expect(await link()).not.toBe(token);
  });

  it('that another account used moves nothing, also after a new one was asked for', async () => {
    await sell();
    const [first, second] = [await link(), await link()];
    expect(await claim(anna, first)).toBe('ok fod');
    for (const token of [first, second, await link(minutes(5))]) {
      expect(await claim(bo, token, minutes(6))).toBe('belongs_to_other_account');
      expect(await state(token, minutes(6))).toBe('claimed');
    }
    expect([await owned(anna), await owned(bo)]).toEqual([['fod'], []]);
  });

  it('of an order that was paid signed in, or claimed by its address, is for that account alone', async () => {
    await sell(['fod'], { accountId: anna.id });
    await sell(['fist'], { checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', email: anna.email });
    expect((await owned(anna)).toSorted()).toEqual(['fist', 'fod']);
    for (const order of ['cs_1', 'cs_2']) {
      expect(await claim(bo, await link(noon, order))).toBe('belongs_to_other_account');
      expect(await claim(anna, await link(noon, order))).toMatch(/^ok .*again$/);
    }
  });

  it('is not used up by looking at it', async () => {
    await sell(['coc_aatt'], { lines: [{ productId: 'coc_aatt', priceOre: 25_000 }] });
    const token = await link();
    const before = new Date('2025-07-01T12:00:00Z');
    for (let times = 0; times < 3; times += 1) {
      expect(await previewOf(ledger, token, before)).toEqual({
        state: 'ready',
        products: [
          {
            id: 'coc_aatt',
            title: 'Call of Cthulhu: Alone Against the Tide',
            releasesOn: '2025-08-01',
          },
        ],
      });
    }
    expect(await claim(anna, token)).toBe('ok coc_aatt');
  });

  it('that nobody made, that is not paid for yet, and that is over are told apart', async () => {
    const token = await link();
    expect([await claim(anna, 'never made'), await state('never made')]).toEqual([
      ...['link_not_found', 'link_not_found'],
    ]);
    expect([await claim(anna, token), await state(token)]).toEqual(['order_not_paid', 'order_not_paid']);
    await sell();
    const end = days(claimLinkDays);
    expect([await claim(anna, token, end), await state(token, end)]).toEqual([
      ...['link_expired', 'link_expired'],
    ]);
    expect(await claim(anna, token, new Date(end.getTime() - 1))).toBe('ok fod');
  });

  it('is forgotten a month after its end', async () => {
    await sell();
    const token = await link();
    const last = days(2 * claimLinkDays);
    await ledger.amend(() => removeOldClaimLinks(new Date(last.getTime() - 1)));
    expect(await claim(anna, token, last)).toBe('link_expired');
    await ledger.amend(() => removeOldClaimLinks(last));
    expect(await claim(anna, token, last)).toBe('link_not_found');
  });

  it('is one for an order, however often it is asked for, and is good for 30 days from the last time', async () => {
    await sell();
    const token = await link();
    for (let day = 1; day <= 60; day += 20) expect(await link(days(day))).toBe(token);
    expect(await state(token, new Date(days(41 + claimLinkDays).getTime() - 1))).toBe('ready');
    expect(await state(token, days(41 + claimLinkDays))).toBe('link_expired');
    expect(await ledger.read(() => stored.all())).toHaveLength(1);
    const next = await link(days(80));
    expect(next).not.toBe(token);
    expect([await state(token, days(80)), await state(next, days(80))]).toEqual(['link_expired', 'ready']);
  });

  it('whose key was taken away is good until its end, beside the one that takes its place', async () => {
    await sell();
    const token = await link();
    const other = createCipher(['another session key, long enough as well']);
    const second = await ledger.write([], claimLinkOf(other, 'cs_1', minutes(1), claimLinkDays));
    expect(second.token).not.toBe(token);
    expect([await state(token), await state(second.token)]).toEqual(['ready', 'ready']);
    expect(await claim(anna, second.token)).toBe('ok fod');
    expect(await claim(bo, token)).toBe('belongs_to_other_account');
  });

  it('follows refunds and disputes: what was given back, suspended or lost is told apart, and comes back', async () => {
    await sell();
    const token = await link();
    const tell = async (fact: Parameters<LedgerVerbs['recordPaymentFact']>[0]) => {
      await verbs.recordPaymentFact(fact, byWebhook, noon);
      return claim(anna, token);
    };
    expect(await tell(refundOf({ asOf: minutes(1) }))).toBe('order_refunded');
    await verbs.recordPaymentFact(refundOf({ status: 'failed', asOf: minutes(2) }), byWebhook, noon);
    expect(await tell(disputeOf({ asOf: minutes(3) }))).toBe('order_disputed');
    expect(await tell(disputeOf({ status: 'won', asOf: minutes(4) }))).toBe('ok fod');
    expect(await tell(disputeOf({ id: 'du_2', asOf: minutes(5) }))).toBe('order_disputed');
    expect(await owned(anna)).toEqual([]);
    expect(await tell(disputeOf({ id: 'du_2', status: 'lost', asOf: minutes(6) }))).toBe('order_reversed');
    expect(await state(token)).toBe('order_reversed');
  });

  it('gives what a part refund left, and what comes back of the rest goes to the same account', async () => {
    const lines = ['fod', 'fist'].map((productId) => ({ productId, priceOre: 25_000 }));
    await sell(['fod', 'fist'], { lines, totalOre: 50_000 });
    await verbs.recordPaymentFact(refundOf({ productIds: ['fod'] }), byWebhook, noon);
    expect(await claim(anna, await link())).toBe('ok fist');
    const failed = refundOf({ productIds: ['fod'], status: 'failed', asOf: minutes(1) });
    await verbs.recordPaymentFact(failed, byWebhook, noon);
    expect((await owned(anna)).toSorted()).toEqual(['fist', 'fod']);
  });

  it('of an order that was withdrawn from says so, before anything was given back', async () => {
    await sell();
    const token = await link();
    await verbs.recordWithdrawal('cs_1', withdrawalOf({ email: mistyped }));
    expect([await claim(anna, token), await state(token)]).toEqual(['order_withdrawn', 'order_withdrawn']);
    expect(await owned(anna)).toEqual([]);
  });

  it('opens an order that has left its account, though a part of it was taken there before', async () => {
    await sell(['fod', 'fist'], { email: anna.email, accountId: anna.id });
    const operator = { ledger, clock: () => noon, actor: 'operator:kim' } as const;
    const [first] = await listGrants(operator, anna.id);
    await revokeGrant(operator, first?.id ?? 0, 'given by mistake');
    await moveTo(bo.email);
    expect(await state(await link())).toBe('ready');
    expect(await claim(anna, await link())).not.toContain('again');
  });

  it('ends when the order goes to another address: the letter to the first one holds one as well', async () => {
    await sell();
    const token = await link();
    await moveTo(bo.email, minutes(1));
    expect(await claim(anna, token, minutes(2))).toBe('link_expired');
    expect(await owned(bo)).toEqual(['fod']);
  });

  it('that was ended stays so for a process whose clock is behind: it opens nothing there, and is not shown again', async () => {
    await sell();
    const token = await link();
    await moveTo(bo.email, minutes(10));
    expect(await claim(anna, token, minutes(6))).toBe('link_expired');
    expect(await link(minutes(6))).not.toBe(token);
    expect(await state(token, minutes(6))).toBe('link_expired');
  });

  it('leaves nothing to an erased account, and nothing of what it had to the next one', async () => {
    await sell();
    const token = await link();
    expect(await claim(anna, token)).toBe('ok fod');
    await verbs.completeErasure(anna.id, noon);
    await expect(claim(anna, token)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await claim(bo, token)).toBe('order_ended');
    expect(await claim(bo, await link())).toBe('order_ended');
    expect(await owned(bo)).toEqual([]);
  });

  it('makes an order of the same buyer twice paid, when the account had paid for it before', async () => {
    await sell(['fod'], { email: anna.email, accountId: anna.id });
    await sell(['fod'], { checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    expect((await verbs.findOrder('cs_2'))?.repeats).toBeNull();
    expect(await claim(anna, await link(noon, 'cs_2'))).toBe('ok fod');
    expect((await verbs.openAttention()).map(({ reason }) => reason)).toEqual(['paid_twice']);
  });

  it('is kept as a digest and encrypted: a copy of the table claims nothing', async () => {
    const token = await link();
    const [kept] = await ledger.read(() => sealed.all());
    expect(Buffer.from(kept?.tokenEncrypted ?? []).toString('latin1')).not.toContain(token);
    expect(kept?.tokenEncrypted.length).toBeGreaterThan(token.length);
    const [row] = await ledger.read(() => stored.all());
    expect(row).toEqual({ tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/), checkoutSessionId: 'cs_1' });
    expect(await claim(anna, row?.tokenHash ?? '')).toBe('link_not_found');
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  /** The number of races; more in `npm run test:all`. */
  const races = Number(process.env['RACES'] ?? 20);

  it('that two accounts open at the same moment is one account’s, every time', async () => {
    /** Two accounts race for an order, in every other race with the same link. */
    async function race(number: number): Promise<string[]> {
      const order = { checkoutSessionId: `cs_r${number}`, paymentIntentId: `pi_r${number}` };
      await sell(['fod'], { ...order, email: `${number}-${mistyped}` });
      const tokens = [await link(noon, order.checkoutSessionId), await link(noon, order.checkoutSessionId)];
      const racers = [anna, bo].map((one) => ({ ...one, id: `${one.id}-${number}`, emailVerified: false }));
      return Promise.all(racers.map((racer, index) => claim(racer, tokens[number % 2 ? 0 : index] ?? '')));
    }
    for (let first = 0; first < races; first += 20) {
      const races = await Promise.all(Array.from({ length: 20 }, (_, index) => race(first + index)));
      for (const outcomes of races) {
        expect(outcomes.toSorted()).toEqual(['belongs_to_other_account', 'ok fod']);
      }
    }
  });
});
