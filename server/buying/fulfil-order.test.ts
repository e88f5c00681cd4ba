import { beforeEach, describe, expect, it } from 'vitest';
import { noteErased } from '#server/identity/erased-accounts.ts';
import { addressLock } from '#server/ledger/locks.ts';
import { nullable, text, time } from '#server/ledger/rows.ts';
import { mostLettersToAddress } from '#server/outbox/address-letters.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import { anna } from '#tests/support/accounts.ts';
import {
  byPage,
  days,
  disputeOf,
  eventOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { noteOpened, wasOpenedBy } from './opened-checkouts.ts';
import { type CheckoutSession, PaymentProviderUnavailable } from './payment-provider.ts';
import type { EventCause } from './webhook-events.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const byWebhook: EventCause = { by: 'webhook', event: eventOf() };
const fulfil = (over: Partial<CheckoutSession> = {}, cause = byPage) =>
  fulfilOrder(shop, sessionOf(over), cause);
const bundle = { productId: 'bundle-pre-order', priceOre: 50_000 };
const events = () =>
  shop.rows('SELECT {columns} FROM webhook_events ORDER BY id', {
    ...{ id: text, type: text, objectId: nullable(text), outcome: text, broughtBy: text },
    ...{ createdAt: time, receivedAt: time },
  });

describe('a settled order', () => {
  it.each(['paid', 'no_payment_required'])('whose payment is %s is recorded and unlocks', async (status) => {
    expect(await fulfil({ paymentStatus: status, totalOre: 0 })).toBe('fulfilled');
    expect(await shop.verbs.findPurchase('cs_1')).toEqual(purchaseOf({ totalOre: 0 }));
    expect(await shop.verbs.ownedGrants(anna, noon)).toMatchObject([{ adventureId: 'fod' }]);
  });

  it('is recorded as the session shows it', async () => {
    const over = {
      ...{ accountId: 'sub-x', live: true, consentText: 'I agree', totalOre: 75_000, paymentIntentId: null },
      lines: [bundle, { productId: 'fist', priceOre: 25_000 }],
    };
    await fulfil(over);
    expect(await shop.verbs.findPurchase('cs_1')).toEqual(purchaseOf(over));
  });

  it('unlocks what its lines unlock, each once; a product the catalogue does not know unlocks nothing', async () => {
    const gone = { productId: 'gone', priceOre: 1 };
    const lines = [bundle, { productId: 'fist', priceOre: 25_000 }, gone];
    await fulfil({ lines, totalOre: lines.reduce((sum, { priceOre }) => sum + priceOre, 0) });
    const { grants } = await shop.verbs.orderGrants('cs_1');
    expect(grants.map(({ adventureId }) => adventureId)).toEqual(['fod', 'fist', 'fod-expansions']);
    expect(await shop.verbs.openAttention()).toMatchObject([{ reason: 'unknown_product', subject: 'gone' }]);
  });

  it('is recorded once, however often it is brought, and counted once', async () => {
    await fulfil();
    expect(await fulfil({}, byWebhook)).toBe('already_fulfilled');
    expect(await shop.verbs.ownedGrants(anna, noon)).toHaveLength(1);
    expect(shop.metered).toEqual([['purchase', 'order_page', 0]]);
    expect(await events()).toEqual([
      {
        ...{ id: 'evt_1', type: 'checkout.session.completed', objectId: 'cs_1' },
        ...{ outcome: 'already_fulfilled', broughtBy: 'webhook', createdAt: minutes(-1), receivedAt: noon },
      },
    ]);
  });

  it('tells the log which one it was, who brought it, and what became of it', async () => {
    await fulfil({}, byWebhook);
    await fulfil();
    const about = { checkoutSession: 'cs_1' };
    expect(shop.logged).toEqual([
      { level: 'info', fields: { ...about, event: 'evt_1', by: 'webhook', outcome: 'fulfilled' } },
      {
        level: 'info',
        fields: { ...about, event: undefined, by: 'order_page', outcome: 'already_fulfilled' },
      },
    ]);
  });

  it.each<[string, EventCause, Date | null, Date]>([
    ['the event was made', byWebhook, minutes(-2), minutes(-1)],
    ['its charge was made, whenever its buyer looks at its page', byPage, minutes(-2), minutes(-2)],
    ['its payment page was opened, when nothing was charged', byPage, null, minutes(-30)],
  ])('was paid when %s', async (_when, cause, chargedAt, paidAt) => {
    await fulfil({ chargedAt }, cause);
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ paidAt });
    const { grants } = await shop.verbs.orderGrants('cs_1');
    expect(grants).toMatchObject([{ grantedAt: paidAt }]);
  });

  it('was paid when its bank debit was settled, not when that was begun, whoever looks first and whenever', async () => {
    const settled = eventOf({ type: 'checkout.session.async_payment_succeeded', createdAt: days(3) });
    shop.events = [{ event: settled, subject: { kind: 'other' } }];
    for (const later of [days(3), days(20)]) {
      shop.now = later;
      await fulfil();
      expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ paidAt: days(3) });
      shop = Object.assign(smallShop(), { events: shop.events });
    }
  });

  it('was paid when it was charged, if no event of a later settlement is there; only of an old charge one is asked for', async () => {
    const asked = () => shop.asked.filter(([what]) => what === 'settledAt');
    shop.now = minutes(60);
    await fulfil({ chargedAt: noon });
    expect(asked()).toEqual([]);
    for (const [number, clock] of [minutes(61), minutes(-61)].entries()) {
      shop.now = clock;
      const id = `cs_old_${number}`;
      await fulfil({ id, paymentIntentId: `pi_old_${number}`, chargedAt: noon });
      expect(await shop.verbs.findPurchase(id)).toMatchObject({ paidAt: noon });
    }
    expect(asked()).toEqual([0, 1].map((number) => ['settledAt', `cs_old_${number}`, noon]));
  });

  it('is not recorded while nobody says when its bank debit was settled: the books would have another day', async () => {
    shop.now = days(3);
    shop.payments.settledAt = () => Promise.reject(new PaymentProviderUnavailable('down'));
    await expect(fulfil()).rejects.toThrow(PaymentProviderUnavailable);
    expect(await shop.verbs.findPurchase('cs_1')).toBeNull();
  });
});

describe('no order is made of', () => {
  it.each<[string, Partial<CheckoutSession>, string, string[]]>([
    ['another shop’s session', { lines: [] }, 'not_ours', []],
    ['one that is not paid', { paymentStatus: 'unpaid' }, 'not_paid', ['payment-processing']],
    ['one that is neither paid nor has an address', { paymentStatus: '', email: null }, 'not_paid', []],
    ['one with a status that nobody knows', { paymentStatus: 'new' }, 'not_paid', ['payment-processing']],
    ['one without an address', { email: null }, 'no_email', []],
  ])('%s; the event that brought it is noted', async (_name, over, outcome, letters) => {
    await shop.ledger.amend(() => noteMailService(true, minutes(-60)));
    expect(await fulfil(over)).toBe(outcome);
    expect(await events()).toEqual([]);
    expect(await fulfil(over, byWebhook)).toBe(outcome);
    expect(await shop.verbs.findPurchase('cs_1')).toBeNull();
    expect(await events()).toMatchObject([{ id: 'evt_1', outcome, broughtBy: 'webhook', receivedAt: noon }]);
    expect(await shop.rows('SELECT {columns} FROM letters', { kind: text })).toEqual(
      letters.map((kind) => ({ kind })),
    );
    expect(shop.metered).toEqual([]);
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual(
      outcome === 'no_email'
        ? Array.from({ length: 2 }, () => ({ level: 'error', fields: { checkoutSession: 'cs_1' } }))
        : [],
    );
  });
});

it('A payment page that expired leaves no event behind, since nothing would delete it and anybody can leave pages', async () => {
  const expired = { paymentStatus: 'unpaid', status: 'expired' };
  expect(await fulfil(expired, byWebhook)).toBe('not_paid');
  expect(await events()).toEqual([]);
});

it('Whoever types another’s address and does not pay has at most five letters of a kind written to it in a day; whoever pays gets theirs', async () => {
  await shop.ledger.amend(() => noteMailService(true, minutes(-60)));
  let events = 0;
  const bring = (id: string, over: Partial<CheckoutSession>) =>
    fulfil(
      { id, paymentIntentId: null, ...over },
      { by: 'webhook', event: eventOf({ id: `evt_${++events}` }) },
    );
  for (let order = 0; order < 8; order += 1) {
    await bring(`cs_${order}`, { paymentStatus: 'unpaid' });
    await bring(`cs_${order}`, { paymentStatus: 'unpaid' });
    await bring(`cs_${order}`, { paymentStatus: 'unpaid', paymentFailed: true });
  }
  await bring('cs_of_another', { paymentStatus: 'unpaid', email: 'cecil@example.com' });
  await bring('cs_7', {});
  const written = await shop.rows('SELECT {columns} FROM letters', { kind: text, recipient: nullable(text) });
  const to = (kind: string, recipient: string | null) =>
    written.filter((letter) => letter['kind'] === kind && letter['recipient'] === recipient).length;
  const { email } = sessionOf();
  expect(mostLettersToAddress).toBe(5);
  expect([to('payment-processing', email), to('payment-failed', email)]).toEqual([5, 5]);
  expect(to('payment-processing', 'cecil@example.com')).toBe(1);
  expect(to('order-confirmation', null)).toBe(1);
});

it('Addresses that differ only in what follows a “+” share these five letters, and each gets its own', async () => {
  await shop.ledger.amend(() => noteMailService(true, minutes(-60)));
  const bring = (id: string, email: string) =>
    fulfil(
      { id, paymentIntentId: null, paymentStatus: 'unpaid', email },
      { by: 'webhook', event: eventOf({ id: `evt_${id}` }) },
    );
  const tagged = Array.from({ length: 8 }, (_, tag) => `victim+${tag}+x@example.org`);
  for (const [order, email] of [...tagged, 'victim@example.org', '+1@example.org'].entries())
    await bring(`cs_${order}`, email);
  const written = await shop.rows('SELECT {columns} FROM letters ORDER BY id', { recipient: nullable(text) });
  expect(written.map(({ recipient }) => recipient)).toEqual([
    ...tagged.slice(0, mostLettersToAddress),
    '+1@example.org',
  ]);
  expect(shop.locks).toContainEqual(['victim+7+x@example.org', 'victim@example.org'].map(addressLock));
});

it('The confirmation of what was paid goes before letters about checkouts that nobody has paid, however many wait', async () => {
  await shop.ledger.amend(() => noteMailService(true, minutes(-60)));
  for (const [id, paymentFailed] of [
    ['cs_unpaid', false],
    ['cs_failed', true],
  ] as const) {
    const unpaid = { id, paymentIntentId: null, paymentStatus: 'unpaid', paymentFailed };
    await fulfil(unpaid, { by: 'webhook', event: eventOf({ id: `evt_${id}` }) });
  }
  shop.now = minutes(1);
  await fulfil();
  const letters = await shop.ledger.write([], () => takeLetters(10, shop.now, minutes(1, shop.now), true));
  expect(letters.map(({ kind }) => kind)).toEqual([
    'order-confirmation',
    'payment-processing',
    'payment-failed',
  ]);
});

describe('recording a purchase', () => {
  it('queues under the payment, the account and the address', async () => {
    await fulfil({ accountId: anna.id });
    await fulfil({ id: 'cs_2', paymentIntentId: null });
    expect(shop.locks).toEqual([
      ['payment pi_1', `account ${anna.id}`, `address ${anna.email}`],
      ['session cs_2', `address ${anna.email}`],
    ]);
  });

  it('of an account that was erased meanwhile makes it a guest’s', async () => {
    await shop.ledger.write([], () => noteErased(anna.id, noon));
    await fulfil({ accountId: anna.id });
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ accountId: null, email: anna.email });
    expect((await shop.verbs.orderGrants('cs_1')).grants).toMatchObject([{ accountId: null }]);
  });

  it('of a page that was made from an expired one makes it the page of the same buyer', async () => {
    const opened = { checkoutSessionId: 'cs_0', accountId: null, products: [], expiresAt: minutes(30) };
    await noteOpened(shop.ledger, { ...opened, browserHash: 'b' }, noon);
    const isTheirs = (hash: string) => shop.ledger.read(() => wasOpenedBy('cs_1', hash, null, noon));
    expect(await isTheirs('b')).toBe(false);
    await fulfil({ recoveredFrom: 'cs_0' });
    expect([await isTheirs('b'), await isTheirs('c')]).toEqual([true, false]);
    await fulfil({ id: 'cs_2', paymentIntentId: 'pi_2', recoveredFrom: 'cs_unknown' });
    expect(await shop.verbs.findPurchase('cs_2')).not.toBeNull();
  });

  it('of such a page is its buyer’s before it is paid, unless the shop did not make the page', async () => {
    const opened = { checkoutSessionId: 'cs_0', accountId: null, products: [], expiresAt: minutes(30) };
    await noteOpened(shop.ledger, { ...opened, browserHash: 'b' }, noon);
    const isTheirs = (id: string) => shop.ledger.read(() => wasOpenedBy(id, 'b', null, noon));
    expect(await fulfil({ paymentStatus: 'unpaid', recoveredFrom: 'cs_0' })).toBe('not_paid');
    expect(await fulfil({ id: 'cs_2', lines: [], recoveredFrom: 'cs_0' })).toBe('not_ours');
    expect([await isTheirs('cs_1'), await isTheirs('cs_2')]).toEqual([true, false]);
  });

  it('gives an account’s purchase to the account', async () => {
    await fulfil({ accountId: 'sub-x' });
    expect((await shop.verbs.orderGrants('cs_1')).grants).toMatchObject([{ accountId: 'sub-x' }]);
    expect(await shop.verbs.ownedGrants(anna, noon)).toEqual([]);
  });

  it('lets refunds and disputes that came before take effect at once', async () => {
    await shop.verbs.recordPaymentFact(refundOf(), byPage, noon);
    await shop.verbs.recordPaymentFact(disputeOf({ paymentIntentId: 'pi_2' }), byPage, noon);
    await fulfil();
    await fulfil({ id: 'cs_2', paymentIntentId: 'pi_2' });
    await fulfil({ id: 'cs_3', paymentIntentId: null });
    const withheld = async (id: string) =>
      (await shop.verbs.orderGrants(id)).grants.map(({ withheldReason }) => withheldReason);
    expect(await withheld('cs_1')).toEqual(['refunded']);
    expect(await withheld('cs_2')).toEqual(['dispute_open']);
    expect(await withheld('cs_3')).toEqual([null]);
    expect(await shop.verbs.openAttention()).toMatchObject([{ reason: 'dispute_needs_response' }]);
  });
});
