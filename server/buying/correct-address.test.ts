import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '#server/ledger/ledger.ts';
import { accountLock, addressLock } from '#server/ledger/locks.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import {
  byPage,
  days,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { correctAddress } from './correct-address.ts';
import { browserHashOf, noteOpened } from './opened-checkouts.ts';
import type { Viewer } from './order-viewer.ts';
import { orderMoves } from './purchase-moves.ts';
import type { NewPurchase } from './records.ts';

let shop: SmallShop;
const openedAs = (checkoutSessionId: string) => ({
  ...{ checkoutSessionId, accountId: null, products: [], expiresAt: days(1) },
});
beforeEach(async () => {
  shop = smallShop();
  await noteOpened(shop.ledger, { ...openedAs('cs_1'), browserHash: browserHashOf('a browser') }, noon);
});
const inBrowser: Viewer = { account: null, browserId: 'a browser' };
const record = (over: Partial<NewPurchase> = {}) =>
  shop.verbs.recordPurchase(purchaseOf({ email: 'ana@example.com', ...over }), ['fod'], byPage, noon);
const correct = (typed = 'anna@example.com', viewer = inBrowser) =>
  correctAddress(shop, 'cs_1', typed, viewer);
const address = async () => (await shop.verbs.findPurchase('cs_1'))?.email;
const moves = () => shop.ledger.read(() => orderMoves('cs_1'));

describe('the buyer', () => {
  it('corrects the address: what was bought waits for the new one, and the correction is kept', async () => {
    await record();
    expect(await correct(' Anna@Example.com ')).toMatchObject({ status: 'paid', yours: {} });
    expect(await address()).toBe('anna@example.com');
    expect(await moves()).toEqual([
      {
        ...{ from: 'ana@example.com', to: 'anna@example.com', at: noon },
        ...{ reason: 'corrected by the buyer', actor: 'buyer' },
      },
    ]);
    expect((await shop.verbs.ownedGrants(anna, noon)).map(({ adventureId }) => adventureId)).toEqual(['fod']);
    expect(shop.logged).toMatchObject([{ fields: { checkoutSession: 'cs_1' } }]);
    expect(shop.locks).toContainEqual([addressLock('ana@example.com'), addressLock('anna@example.com')]);
  });

  it('who is signed in queues under the account too', async () => {
    await record();
    await correct('bo@example.com', { account: anna, browserId: 'a browser' });
    expect(shop.locks).toContainEqual([
      ...[addressLock('ana@example.com'), accountLock(anna.id), addressLock('bo@example.com')],
    ]);
  });

  it('is told of a paid order that was not recorded yet', async () => {
    shop.sessions.push(sessionOf({ email: 'ana@example.com' }));
    expect(await correct()).toMatchObject({ status: 'paid' });
    expect(await address()).toBe('anna@example.com');
  });

  it('changes nothing by typing the same address again', async () => {
    await record();
    await correct('ANA@example.com');
    expect(await moves()).toEqual([]);
    expect(shop.logged).toEqual([]);
  });

  it('corrects it three times at most', async () => {
    await record();
    for (const typed of ['a@example.com', 'b@example.com', 'c@example.com']) await correct(typed);
    await expect(correct('d@example.com')).rejects.toMatchObject({ code: 'correction_not_possible' });
    expect(await address()).toBe('c@example.com');
  });

  it.each([
    ['for thirty days after the payment', 0, 'bo@example.com'],
    ['and not any longer', 1, 'ana@example.com'],
  ])('corrects it %s', async (_when, laterMs, then) => {
    await record({ paidAt: days(-1) });
    shop.now = new Date(days(29).getTime() + laterMs);
    await correct('bo@example.com').catch(({ code }) => expect(code).toBe('correction_not_possible'));
    expect(await address()).toBe(then);
  });
});

describe('nothing is corrected', () => {
  it.each([
    ['what is no address', 'anna@', inBrowser, { code: 'invalid_email', field: 'email' }],
    ['by another browser', 'bo@example.com', { account: null, browserId: 'another' }, { code: 'forbidden' }],
    ['by another account', 'bo@example.com', { account: bo, browserId: null }, { code: 'forbidden' }],
  ])('%s', async (_what, typed, viewer, refusal) => {
    await record();
    await expect(correct(typed, viewer)).rejects.toMatchObject(refusal);
    expect(await moves()).toEqual([]);
  });

  it('where there is no such order, or none that is paid', async () => {
    await expect(correct()).rejects.toMatchObject({ code: 'order_not_found' });
    shop.sessions.push(sessionOf({ paymentStatus: 'unpaid', status: 'open' }));
    await expect(correct()).rejects.toMatchObject({ code: 'correction_not_possible' });
  });

  it('when somebody gave the order to another address at the same moment', async () => {
    await record();
    const ledger: Ledger = {
      ...shop.ledger,
      async write(locks, script) {
        await shop.verbs.moveOrder('cs_1', 'else@example.com', noon);
        return shop.ledger.write(locks, script);
      },
    };
    await expect(
      correctAddress({ ...shop, ledger }, 'cs_1', 'bo@example.com', inBrowser),
    ).rejects.toMatchObject({ code: 'correction_not_possible' });
    expect(await address()).toBe('else@example.com');
  });

  it('once it unlocks nothing any more, which the letter to the new address would have there in the app', async () => {
    await record({ email: bo.email });
    await shop.verbs.ownedGrants(bo, noon);
    await shop.verbs.completeErasure(bo.id, noon);
    await expect(correct()).rejects.toMatchObject({ code: 'correction_not_possible' });
    await record({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await noteOpened(shop.ledger, { ...openedAs('cs_2'), browserHash: browserHashOf('a browser') }, noon);
    await shop.verbs.recordPaymentFact(refundOf({ paymentIntentId: 'pi_2' }), byPage, noon);
    await expect(correctAddress(shop, 'cs_2', anna.email, inBrowser)).rejects.toMatchObject({
      code: 'correction_not_possible',
    });
  });

  it('once somebody has what it unlocked', async () => {
    await record({ email: bo.email });
    await shop.verbs.ownedGrants(bo, noon);
    await expect(correct()).rejects.toMatchObject({ code: 'correction_not_possible' });
    expect(await address()).toBe(bo.email);
  });

  it('from the address that the buyer has proved, though from one that is not proved', async () => {
    await record({ email: anna.email });
    await expect(correct('bo@example.com', { account: anna, browserId: 'a browser' })).rejects.toMatchObject({
      code: 'correction_not_possible',
    });
    const unproved = { ...anna, emailVerified: false };
    await correct('bo@example.com', { account: unproved, browserId: 'a browser' });
    expect(await address()).toBe('bo@example.com');
  });

  it('though not from one that the account has proved with a space before it: that is another address', async () => {
    await record();
    const other = { ...anna, email: ' ana@example.com' };
    await correct('bo@example.com', { account: other, browserId: 'a browser' });
    expect(await address()).toBe('bo@example.com');
  });

  it('of a gift that was bought by an account, though of one that was bought by a browser alone', async () => {
    await record({ isGift: true });
    await correct('bo@example.com');
    expect(await address()).toBe('bo@example.com');
    const bought = { checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', accountId: bo.id, isGift: true };
    await record(bought);
    await noteOpened(shop.ledger, { ...openedAs('cs_2'), browserHash: browserHashOf('a browser') }, noon);
    await expect(correctAddress(shop, 'cs_2', anna.email, inBrowser)).rejects.toMatchObject({
      code: 'correction_not_possible',
    });
  });

  it('once it is on an account, also the buyer’s own: what was played is not paid back as paid twice by somebody’s address', async () => {
    const earlier = { checkoutSessionId: 'cs_0', paymentIntentId: 'pi_0', email: bo.email };
    await shop.verbs.recordPurchase(purchaseOf(earlier), ['fod'], byPage, noon);
    await record({ consentText: 'I agree' });
    expect(await claimWith(shop.ledger, anna, await newLink(shop.ledger, 'cs_1', noon), noon)).toBe('ok fod');
    const player: Viewer = { account: anna, browserId: 'a browser' };
    await expect(correct(bo.email, player)).rejects.toMatchObject({ code: 'correction_not_possible' });
    expect(await address()).toBe('ana@example.com');
    expect((await shop.verbs.findOrder('cs_1'))?.repeats).toBeNull();
  });
});
