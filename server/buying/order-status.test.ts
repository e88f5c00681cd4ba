import { beforeEach, describe, expect, it } from 'vitest';
import { command } from '#server/ledger/script.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { documentVersions } from '#shared/document-versions.ts';
import { anna, bo } from '#tests/support/accounts.ts';
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
  withdrawalOf,
} from '#tests/support/small-shop.ts';
import { browserHashOf, closeCheckout, noteOpened } from './opened-checkouts.ts';
import { maskEmail, orderStatus } from './order-status.ts';
import type { Viewer } from './order-viewer.ts';
import type { CheckoutSession } from './payment-provider.ts';
import type { Purchase } from './records.ts';
import { resyncOrder } from './resync-order.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const record = (over: Partial<Purchase> = {}) =>
  shop.verbs.recordPurchase(purchaseOf(over), ['fod'], byPage, noon);
const status = (id = 'cs_1') => orderStatus(shop, id);
const termsVersion = documentVersions.terms;
const products = [{ id: 'fod', title: 'Lone Wolf The Fortress of Death' }];
const summary = { products, email: 'a•••@example.com', totalOre: 25_000, currency: 'sek' };

it('an address is masked so that its owner recognises it and nobody else can use it', () => {
  expect(maskEmail('anna@example.com')).toBe('a•••@example.com');
  expect(maskEmail('"a@b"@example.com')).toBe('"•••@example.com');
  // A part of one, by which an operator looked for it.
  expect(maskEmail('anna')).toBe('a•••');
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

  it('says that nothing of it is unlocked any more when its account was deleted, and offers no other address', async () => {
    await record();
    const products: [] = [];
    const opened = { checkoutSessionId: 'cs_1', accountId: null, products, expiresAt: minutes(60) };
    await noteOpened(shop.ledger, { ...opened, browserHash: browserHashOf('hers') }, noon);
    const guest = { account: null, browserId: 'hers' };
    expect(await orderStatus(shop, 'cs_1', guest)).toMatchObject({ mayCorrectAddress: true });
    await shop.verbs.ownedGrants(anna, noon);
    await shop.verbs.completeErasure(anna.id, noon);
    const seen = await orderStatus(shop, 'cs_1', guest);
    expect(seen).toMatchObject({ status: 'paid', yours: true, ended: true });
    expect(seen).not.toHaveProperty('mayCorrectAddress');
  });

  it('does not say so while a part of it is unlocked', async () => {
    await shop.verbs.recordPurchase(purchaseOf(), ['fod', 'fist'], byPage, noon);
    const revoke = command(
      "UPDATE grants SET revoked_at = ?, revoked_reason = 'operator' WHERE adventure_id = 'fod'",
    );
    expect(await shop.ledger.amend(() => revoke.run(noon))).toBe(1);
    expect(await status()).not.toHaveProperty('ended');
  });

  it('says that it is disputed, and offers no withdrawal then', async () => {
    await record();
    await shop.verbs.recordPaymentFact(disputeOf(), byPage, noon);
    expect(await status()).toEqual({ ...summary, status: 'disputed' });
  });

  it('says when a withdrawal came in, and offers none again', async () => {
    await record();
    await shop.verbs.recordWithdrawal('cs_1', withdrawalOf());
    expect(await status()).toEqual({
      ...{ status: 'paid', ...summary, withdrawal: { receivedAt: noon.toISOString() } },
    });
  });

  it('says that a withdrawal left a part of the order to its buyer, as long as that is not given back', async () => {
    await record({ lines: ['fod', 'fist'].map((productId) => ({ productId, priceOre: 12_500 })) });
    await shop.verbs.recordWithdrawal('cs_1', withdrawalOf({ refundOre: 12_500 }));
    const withdrawal = { receivedAt: noon.toISOString() };
    expect((await status())?.withdrawal).toEqual({ ...withdrawal, keepsSome: true });
    await shop.verbs.recordPaymentFact(refundOf({ amountOre: 12_500, productIds: ['fist'] }), byPage, noon);
    expect((await status())?.withdrawal).toEqual(withdrawal);
  });

  it('says of a withdrawal once the money of what it names went back, so that nobody waits for it twice', async () => {
    await record({ lines: ['fod', 'fist'].map((productId) => ({ productId, priceOre: 12_500 })) });
    await shop.verbs.recordWithdrawal('cs_1', withdrawalOf({ refundOre: 12_500 }));
    const goodwill = refundOf({ id: 're_1', amountOre: 1000, productIds: [] });
    await shop.verbs.recordPaymentFact(goodwill, byPage, noon);
    expect((await status())?.withdrawal).not.toHaveProperty('paidBack');
    await shop.verbs.recordPaymentFact(
      refundOf({ id: 're_2', amountOre: 12_500, productIds: ['fod'] }),
      byPage,
      noon,
    );
    expect((await status())?.withdrawal).toEqual({
      ...{ receivedAt: noon.toISOString(), keepsSome: true, paidBack: true },
    });
  });
});

describe('the buyer of an order', () => {
  const asAnna = { account: anna, browserId: null };
  const toAnna = async () => orderStatus(shop, 'cs_1', asAnna);
  const yours = { email: 'anna@example.com', yours: true };

  it('is told the whole address, whether there is an invoice, and whether the address can be corrected', async () => {
    await record({ accountId: anna.id });
    const plain = {
      ...{ ...summary, ...yours, status: 'paid', onAccount: 'yours' },
      withdrawal: { receivedAt: null },
    };
    expect(await toAnna()).toEqual(plain);
    shop = smallShop();
    await record({ accountId: anna.id, email: 'ana@example.com', invoiceId: 'in_1' });
    expect(await toAnna()).toEqual({ ...plain, email: 'ana@example.com', invoice: true });
    expect(await status()).not.toHaveProperty('invoice');
    expect(await status()).toMatchObject({ onAccount: 'another' });
    shop = smallShop();
    const opened = {
      checkoutSessionId: 'cs_1',
      accountId: null,
      browserHash: browserHashOf('b'),
      products: [],
    };
    await noteOpened(shop.ledger, { ...opened, expiresAt: minutes(30) }, noon);
    await record({ email: 'ana@example.com' });
    const guest = { account: null, browserId: 'b' };
    expect(await orderStatus(shop, 'cs_1', guest)).toMatchObject({ yours: true, mayCorrectAddress: true });
    // Whoever signs in later in a browser in which Anna opened the page is not its buyer.
    const page = { ...opened, checkoutSessionId: 'cs_2', accountId: anna.id, expiresAt: minutes(30) };
    await noteOpened(shop.ledger, page, noon);
    await record({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', email: 'ana@example.com' });
    const seenBy = (account: typeof anna | null) => orderStatus(shop, 'cs_2', { account, browserId: 'b' });
    expect(await seenBy(null)).toMatchObject({ yours: true });
    expect(await seenBy(anna)).toMatchObject({ yours: true });
    expect(await seenBy(bo)).not.toHaveProperty('yours');
  });

  it('is told what they wrote for a gift, and others only whether it was opened', async () => {
    await shop.verbs.recordPurchase(
      { ...purchaseOf({ accountId: anna.id }), isGift: true },
      ['fod'],
      byPage,
      noon,
    );
    const card = {
      recipient: null,
      sendOn: null,
      sender: null,
      message: null,
      letter: null,
      lettersLeft: 10,
      lettersWritten: 0,
    };
    expect((await toAnna())?.gift).toEqual({ openedAt: null, card });
    expect((await status())?.gift).toEqual({ openedAt: null });
  });

  it.each([
    ['open', { status: 'open' }, { paymentPage: 'https://pay.example/1' }],
    ['expired', { status: 'expired' }, { paymentPage: 'https://pay.example/again' }],
    ['open', { status: 'open', paymentPage: null }, {}],
    ['expired', { status: 'expired', recoveryPage: null }, {}],
    ['processing', { status: 'complete' }, {}],
  ])(
    'of an order that is %s can go on to pay where there is something to pay: %j',
    async (expected, over, more) => {
      const pages = { paymentPage: 'https://pay.example/1', recoveryPage: 'https://pay.example/again' };
      const session = { ...pages, accountId: anna.id, paymentStatus: 'unpaid', termsVersion, ...over };
      shop.sessions = [sessionOf(session as Partial<CheckoutSession>)];
      expect(await toAnna()).toEqual({ ...summary, ...yours, status: expected, ...more });
      expect(await status()).toEqual({ ...summary, status: expected });
    },
  );

  it.each<[string, Partial<CheckoutSession>]>([
    ['costs something else now', { lines: [{ productId: 'fod', priceOre: 24_000 }], totalOre: 24_000 }],
    ['was sold under other terms', { termsVersion: '2025-01-01' }],
    [
      'is not sold any more, in part',
      { lines: ['fod', 'gone'].map((productId) => ({ productId, priceOre: 25_000 })) },
    ],
  ])('is not led back to a page that sells what the shop does not sell so: it %s', async (_, over) => {
    const expired = { status: 'expired', paymentStatus: 'unpaid', accountId: anna.id, termsVersion } as const;
    shop.sessions = [sessionOf({ ...expired, recoveryPage: 'https://pay.example/again', ...over })];
    const seen = await toAnna();
    expect(seen).toMatchObject({ status: 'expired', yours: true });
    expect(seen).not.toHaveProperty('paymentPage');
  });

  it('is not led back to a page that a newer one has replaced', async () => {
    const opened = { accountId: anna.id, browserHash: 'b', products: [], expiresAt: minutes(30) };
    await noteOpened(shop.ledger, { ...opened, checkoutSessionId: 'cs_1' }, noon);
    await shop.ledger.amend(() => closeCheckout('cs_1', 'cs_2', noon));
    const recoveryPage = 'https://pay.example/again';
    const over = { paymentStatus: 'unpaid', accountId: anna.id, termsVersion, recoveryPage };
    shop.sessions = [sessionOf({ ...over, status: 'expired' })];
    expect(await toAnna()).toEqual({ ...summary, ...yours, status: 'expired', replaced: true });
    shop.sessions = [sessionOf({ ...over, status: 'open', isGift: true })];
    expect(await status()).toEqual({ ...summary, status: 'open', gift: { openedAt: null } });
  });

  it('is told of the other order only as its buyer, or as the owner of the address: anybody can type one', async () => {
    await record({ accountId: null });
    await record({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', accountId: null, paidAt: minutes(5) });
    const told = async (viewer: Viewer) =>
      (await orderStatus(shop, 'cs_2', viewer))?.paidBefore !== undefined;
    const browserId = 'the browser of the second order';
    const openedHere = (checkoutSessionId: string) =>
      noteOpened(
        shop.ledger,
        {
          ...{ checkoutSessionId, accountId: null, products: [], expiresAt: minutes(60) },
          browserHash: browserHashOf(browserId),
        },
        noon,
      );
    await openedHere('cs_2');
    expect(await told({ account: null, browserId })).toBe(false);
    await openedHere('cs_1');
    expect(await told({ account: null, browserId })).toBe(true);
    expect(await told({ account: anna, browserId: null })).toBe(true);
    expect(await told({ account: { ...anna, emailVerified: false }, browserId: null })).toBe(false);
    expect(await told({ account: { ...anna, id: 'sub-x', email: 'x@example.com' }, browserId: null })).toBe(
      false,
    );
  });

  it('is told that they paid for the same before, of the VAT, and what became of the confirmation', async () => {
    await record({ accountId: anna.id });
    const second = { checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', accountId: anna.id };
    await record({ ...second, vatOre: 5000, country: 'SE', paidAt: minutes(5) });
    const order = await orderStatus(shop, 'cs_2', asAnna);
    expect(order).toMatchObject({ paidBefore: { at: noon.toISOString() }, vat: expect.anything() });
    expect(await toAnna()).not.toHaveProperty('paidBefore');
    expect(await toAnna()).not.toHaveProperty('confirmation');
    await shop.ledger.amend(() => noteMailService(true, noon));
    await record({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3' });
    expect(await status('cs_3')).toMatchObject({ confirmation: 'waiting' });
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
      // By an operator: strangers who ask for orders without end take nothing from them.
      ['findCheckoutSession', 'cs_1', 'is ours'],
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
