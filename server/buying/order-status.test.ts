import { beforeEach, describe, expect, it } from 'vitest';
import {
  byPage,
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { noteOpened } from './opened-checkouts.ts';
import { isOrderId, maskEmail, orderStatus } from './order-status.ts';
import type { Purchase } from './records.ts';
import { resyncOrder } from './resync-order.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const record = (over: Partial<Purchase> = {}) =>
  shop.verbs.recordPurchase(purchaseOf(over), ['fod'], byPage, noon);
const status = (id = 'cs_1') => orderStatus(shop, id);
const products = [{ id: 'fod', title: 'Lone Wolf The Fortress of Death' }];
const summary = { products, email: 'a•••@example.com', totalOre: 25_000, currency: 'sek' };

it.each([
  ['cs_test_a1B2', true],
  [`cs_${'a'.repeat(200)}`, true],
  [`cs_${'a'.repeat(201)}`, false],
  ['cs_', false],
  ['pi_1', false],
  ['xcs_1', false],
  ['cs_1/..', false],
  ['cs_1\n', false],
])('an order’s id is a checkout session’s: %j %s', (id, result) => {
  expect(isOrderId(id)).toBe(result);
});

it('an address is masked so that its owner recognises it and nobody else can use it', () => {
  expect(maskEmail('anna@example.com')).toBe('a•••@example.com');
  expect(maskEmail('"a@b"@example.com')).toBe('"•••@example.com');
});

describe('a recorded order', () => {
  it('is answered from the database, and the provider is not asked', async () => {
    await record();
    expect(await status()).toEqual({ status: 'paid', ...summary, withdrawal: { receivedAt: null } });
    expect(shop.asked).toEqual([]);
  });

  it('says what was given back, and of which products', async () => {
    const lines = [
      { productId: 'fist', priceOre: 20_000 },
      { productId: 'fod', priceOre: 25_000 },
    ];
    await record({ lines, totalOre: 45_000, consentText: 'I agree' });
    await shop.verbs.recordPaymentFact(refundOf({ productIds: ['fod'] }), byPage, noon);
    expect(await status()).toEqual({
      ...{ ...summary, status: 'partly_refunded', totalOre: 45_000, refundedOre: 25_000 },
      products: [
        { id: 'fist', title: "Steve Jackson's F.I.S.T." },
        { ...products[0], returned: true },
      ],
    });
  });

  it('says that it is disputed, and offers no withdrawal then', async () => {
    await record();
    await shop.verbs.recordPaymentFact(disputeOf(), byPage, noon);
    expect(await status()).toEqual({ ...summary, status: 'disputed' });
  });

  it('says when a withdrawal came in, and offers none again', async () => {
    await record();
    await shop.verbs.recordWithdrawal('cs_1', {
      ...{ reference: 'W-1', name: 'x', email: 'x@example.com', productIds: ['fod'], refundOre: 25_000 },
      ...{ confirmation: 'x', receivedAt: noon },
    });
    expect(await status()).toEqual({
      ...{ status: 'paid', ...summary, withdrawal: { receivedAt: noon.toISOString() } },
    });
  });
});

describe('an order that is not recorded', () => {
  it('is asked for as the shop’s own when the shop opened its payment page', async () => {
    const opened = { checkoutSessionId: 'cs_1', accountId: null, browserHash: 'b', products: [] };
    await noteOpened(shop.ledger, { ...opened, expiresAt: minutes(30) }, noon);
    expect(await status()).toBeNull();
    expect(shop.asked).toEqual([['findCheckoutSession', 'cs_1', 'is ours']]);
  });

  it('is fulfilled on the spot when it turns out to be paid', async () => {
    shop.sessions = [sessionOf()];
    expect(await status()).toMatchObject({ status: 'paid', ...summary });
    expect(shop.metered).toEqual([['purchase', 'order_page', 0]]);
    expect(shop.asked).toEqual([['findCheckoutSession', 'cs_1']]);
  });

  it.each([
    ['expired', { status: 'expired' }],
    ['processing', { status: 'complete' }],
    ['failed', { status: 'complete', paymentFailed: true }],
    ['open', { status: 'open' }],
    ['open', { status: 'open', paymentFailed: true }],
    ['open', { status: null }],
  ])('and not paid is %s when the session says %j', async (expected, over) => {
    shop.sessions = [sessionOf({ paymentStatus: 'unpaid', ...over })];
    expect(await status()).toEqual({ status: expected, ...summary });
  });

  it('may have no address yet, and a product that the catalogue does not know', async () => {
    const lines = [{ productId: 'gone', priceOre: 5 }];
    shop.sessions = [sessionOf({ paymentStatus: 'unpaid', status: 'open', email: null, lines })];
    expect(await status()).toMatchObject({ email: null, products: [{ id: 'gone', title: 'gone' }] });
  });

  it('is none when the provider does not know it, or another shop made it', async () => {
    expect(await status()).toBeNull();
    shop.sessions = [sessionOf({ lines: [] })];
    expect(await status()).toBeNull();
    expect(shop.logged).toEqual([]);
  });
});

describe('an order that somebody asks about', () => {
  const resync = () => resyncOrder(shop, 'cs_1', 'operator:eva');

  it('is looked up with everything that happened to it since', async () => {
    shop.sessions = [sessionOf()];
    shop.facts = [refundOf({ amountOre: 1 }), disputeOf(), refundOf({ id: 're_x', paymentIntentId: 'pi_x' })];
    expect(await resync()).toEqual({ outcome: 'fulfilled', news: 2 });
    expect(shop.asked).toEqual([
      ['findCheckoutSession', 'cs_1'],
      ['paymentFactsOf', 'pi_1'],
    ]);
    expect(await status()).toMatchObject({ status: 'disputed', refundedOre: 1 });
    expect(await resync()).toEqual({ outcome: 'already_fulfilled', news: 0 });
    const { history } = await shop.verbs.orderGrants('cs_1');
    expect(new Set(history.map(({ actor }) => actor))).toEqual(new Set(['operator:eva']));
  });

  it('may not exist, or have no payment, or be another shop’s', async () => {
    expect(await resync()).toEqual({ outcome: 'not_found', news: 0 });
    shop.sessions = [sessionOf({ lines: [] })];
    shop.facts = [refundOf()];
    expect(await resync()).toEqual({ outcome: 'not_ours', news: 0 });
    shop.sessions = [sessionOf({ paymentIntentId: null })];
    expect(await resync()).toEqual({ outcome: 'fulfilled', news: 0 });
    expect(shop.asked.some(([question]) => question === 'paymentFactsOf')).toBe(false);
  });
});
