import type Stripe from 'stripe';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fulfilOrder } from '#server/buying/fulfil-order.ts';
import { checkoutSessionFacts, createStripeClient } from '#server/providers/stripe/payments.ts';
import { noMeters } from '#server/runtime.ts';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { admin } from '#tests/support/admin.ts';
import { type LedgerVerbs, noPapers, openVerbs, silentLog } from '#tests/support/ledger-verbs.ts';
import { bearer, buy, checkout, control, order, press, unlockedIds } from '#tests/support/orders.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let stripe: Stripe;
/** The operator's view of the same database. */
let ledger: LedgerVerbs;
let person: Person;
beforeAll(async () => {
  shop = await openShop();
  stripe = createStripeClient('sk_test_shop', shop.sandboxUrl);
  ledger = openVerbs(shop.config.databaseFile, () => new Date());
});
/** Each test has its own buyer. */
beforeEach(async () => {
  person = await newPerson(shop);
});
afterAll(async () => {
  await ledger.close();
  await shop.close();
});

const bought = async (ids: string[]) => {
  const { sessionId } = await buy(shop, ids, person.email, bearer(person.idToken));
  return sessionId;
};
const owned = () => unlockedIds(shop, person.idToken);
const told = async (sessionId: string) => (await order(shop, sessionId)).body;
const historyOf = async (sessionId: string) =>
  (await ledger.orderGrants(sessionId)).history.map(
    ({ what, reason, actor }) => `${actor} ${what}: ${reason}`,
  );
const attentionOf = async (sessionId: string) =>
  (await ledger.openAttention())
    .filter(({ checkoutSessionId }) => checkoutSessionId === sessionId)
    .map(({ reason }) => reason);
/** Refunds the remainder of an order. */
const clear = (sessionId: string) => control(shop, 'refund', { checkout_session: sessionId });

describe('a refund', () => {
  it('of everything takes the unlocks back, and one that fails afterwards restores them', async () => {
    const sessionId = await bought(['fod']);
    expect(await owned()).toEqual(['fod']);
    const refund = await control<Stripe.Refund>(shop, 'refund', { checkout_session: sessionId });
    expect(await owned()).toEqual([]);
    expect(await told(sessionId)).toMatchObject({ status: 'refunded', refundedOre: 25_000 });

    await control(shop, 'refund-failed', { refund: refund.id });
    expect(await owned()).toEqual(['fod']);
    expect(await told(sessionId)).toMatchObject({ status: 'paid' });
    expect(await historyOf(sessionId)).toEqual([
      'webhook granted: purchase',
      'webhook taken_back: refunded',
      'webhook restored: no_longer_refunded',
    ]);
    await clear(sessionId);
  });

  it('that the balance does not cover changes nothing and is put before the operator, until it is paid', async () => {
    const sessionId = await bought(['fod']);
    await control(shop, 'balance', { covers_refunds: 'no' });
    const refund = await control<Stripe.Refund>(shop, 'refund', { checkout_session: sessionId });
    expect(await owned()).toEqual(['fod']);
    expect(await told(sessionId)).toMatchObject({ status: 'paid' });
    expect(await attentionOf(sessionId)).toEqual(['refund_awaits_funds']);
    const again = await admin(shop.environment, [
      'orders',
      'refund',
      sessionId,
      '--yes',
      '--reason',
      'again',
    ]);
    expect(again.err).toContain(`The refund ${refund.id} is made and waits until the shop's balance`);

    await control(shop, 'balance', { covers_refunds: 'yes' });
    expect(await owned()).toEqual([]);
    expect(await told(sessionId)).toMatchObject({ status: 'refunded', refundedOre: 25_000 });
    expect(await attentionOf(sessionId)).toEqual([]);
  });

  it('of a part takes nothing back, until several make up the whole', async () => {
    const sessionId = await bought(['fist']);
    await control(shop, 'refund', { checkout_session: sessionId, amount: 10_000 });
    expect(await owned()).toEqual(['fist']);
    expect(await told(sessionId)).toMatchObject({ status: 'partly_refunded', refundedOre: 10_000 });
    // With one product the refund is unambiguous, so the operator is not asked.
    expect(await attentionOf(sessionId)).toEqual([]);
    await control(shop, 'refund', { checkout_session: sessionId, amount: 15_000 });
    expect(await owned()).toEqual([]);
    expect(await told(sessionId)).toMatchObject({ status: 'refunded', refundedOre: 25_000 });
  });

  it('of a part of an order with several products is put before the operator, not guessed', async () => {
    const sessionId = await bought(['fod', 'fist']);
    const refund = await control<Stripe.Refund>(shop, 'refund', {
      checkout_session: sessionId,
      amount: 25_000,
    });
    expect((await owned()).toSorted()).toEqual(['fist', 'fod']);
    expect(await ledger.openAttention()).toContainEqual({
      checkoutSessionId: sessionId,
      reason: 'partial_refund_unassigned',
      subject: refund.id,
      raisedAt: expect.any(Date),
    });
    // The refund's metadata names the product, so the operator is not asked.
    await stripe.refunds.update(refund.id, { metadata: { product_fist: '25000' } });
    await shop.sandbox.stripe.deliveriesSettled();
    expect(await owned()).toEqual(['fod']);
    expect(await attentionOf(sessionId)).toEqual([]);
    expect((await told(sessionId)).products).toEqual([
      { id: 'fist', title: "Steve Jackson's F.I.S.T.", returned: true },
      { id: 'fod', title: 'Lone Wolf The Fortress of Death' },
    ]);
    await clear(sessionId);
  });

  it('that names a product takes back what only that product unlocks', async () => {
    const sessionId = await bought(['bundle-pre-order', 'fist']);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(sessionId);
    await stripe.refunds.create({
      payment_intent: String(payment_intent),
      amount: 50_000,
      metadata: { 'product_bundle-pre-order': '50000' },
    });
    await shop.sandbox.stripe.deliveriesSettled();
    expect(await owned()).toEqual(['fist']);
    await clear(sessionId);
  });

  it('of what the buyer withdrew from is one command, and the rest of the order stays', async () => {
    const sessionId = await bought(['fod', 'fist']);
    await ledger.recordWithdrawal(sessionId, {
      ...{ reference: 'W-2026-TEST', name: 'Anna', email: person.email, productIds: ['fist'] },
      ...{ refundOre: 25_000, confirmation: 'I withdraw', receivedAt: new Date() },
    });
    expect(await attentionOf(sessionId)).toEqual(['withdrawal_requested']);
    const refund = ['orders', 'refund', sessionId, '--withdrawn', '--reason', 'withdrawal'];
    expect((await admin(shop.environment, ['orders', 'show', sessionId])).out).toContain(
      `by Anna <${person.email}>: fist for 250 SEK`,
    );
    const asked = await admin(shop.environment, refund, { answer: 'no' });
    expect(asked.err).toContain('What its buyer withdrew from is paid back, and its unlocks end.');
    expect(await admin(shop.environment, [...refund, '--yes'])).toMatchObject({
      ...{ code: 0, out: expect.stringMatching(/^250 SEK given back: re_\w+, succeeded\.\n$/) },
    });
    await shop.sandbox.stripe.deliveriesSettled();
    const { payment_intent } = await stripe.checkout.sessions.retrieve(sessionId);
    const { data } = await stripe.refunds.list({ payment_intent: String(payment_intent) });
    expect(data.map(({ amount, metadata }) => [amount, metadata])).toEqual([
      [25_000, { product_fist: 'W-2026-TEST' }],
    ]);
    expect(await owned()).toEqual(['fod']);
    expect(await attentionOf(sessionId)).toEqual([]);
    expect(await admin(shop.environment, [...refund, '--yes'])).toMatchObject({
      ...{ code: 1, err: 'Nothing was withdrawn from that has not been given back.\n' },
    });
    await clear(sessionId);
  });

  it('leaves other orders of the same adventure alone', async () => {
    const first = await bought(['fod']);
    // The first attempt to pay for the same again leads to that order; a second one gets a payment page.
    const led = await checkout(shop, ['fod-podcast-discount'], '', bearer(person.idToken));
    expect(led.payUrl).toContain(`/shop/success?session_id=${first}`);
    const second = await bought(['fod-podcast-discount']);
    await clear(first);
    expect(await owned()).toEqual(['fod']);
    await clear(second);
    expect(await owned()).toEqual([]);
  });
});

describe('a dispute', () => {
  const dispute = (sessionId: string, over: object = {}) =>
    control<Stripe.Dispute>(shop, 'dispute', { checkout_session: sessionId, ...over });

  it('suspends, and restores when it is won', async () => {
    const sessionId = await bought(['fod']);
    const { id } = await dispute(sessionId);
    expect(await owned()).toEqual([]);
    expect(await told(sessionId)).toMatchObject({ status: 'disputed' });
    expect(await attentionOf(sessionId)).toEqual(['dispute_needs_response']);
    await control(shop, 'dispute-close', { dispute: id, status: 'won' });
    expect(await owned()).toEqual(['fod']);
    expect(await told(sessionId)).toMatchObject({ status: 'paid' });
    expect(await attentionOf(sessionId)).toEqual([]);
    expect(await historyOf(sessionId)).toEqual([
      'webhook granted: purchase',
      'webhook suspended: dispute_open',
      'webhook restored: no_longer_dispute_open',
    ]);
  });

  it('takes back for good when it is lost', async () => {
    const sessionId = await bought(['fist']);
    const { id } = await dispute(sessionId);
    await control(shop, 'dispute-close', { dispute: id, status: 'lost' });
    expect(await owned()).not.toContain('fist');
    expect(await told(sessionId)).toMatchObject({ status: 'reversed' });
    expect(await historyOf(sessionId)).toEqual([
      'webhook granted: purchase',
      'webhook suspended: dispute_open',
      'webhook taken_back: dispute_lost',
    ]);
  });

  it('that is only an inquiry takes nothing, and asks the operator to answer', async () => {
    const sessionId = await bought(['fist']);
    const { id } = await dispute(sessionId, { inquiry: true });
    expect(await owned()).toContain('fist');
    expect(await told(sessionId)).toMatchObject({ status: 'paid' });
    expect(await attentionOf(sessionId)).toEqual(['dispute_needs_response']);
    await control(shop, 'dispute-close', { dispute: id, status: 'warning_closed' });
    expect(await owned()).toContain('fist');
    expect(await attentionOf(sessionId)).toEqual([]);
  });
});

describe('events that arrive late, early and again', () => {
  it('A refund that arrives before its purchase is not lost', async () => {
    await control(shop, 'lose-webhooks', { count: 1, type: 'checkout.session.completed' });
    const sessionId = await bought(['coc_aatt']);
    expect(await owned()).not.toContain('coc_aatt');
    await clear(sessionId);
    const { data } = await stripe.events.list({ type: 'checkout.session.completed', limit: 100 });
    const lost = data.find(({ data: { object } }) => 'id' in object && object.id === sessionId);
    await control(shop, 'redeliver', { event: lost?.id });
    expect(await told(sessionId)).toMatchObject({ status: 'refunded' });
    expect(await owned()).not.toContain('coc_aatt');
    expect(await historyOf(sessionId)).toEqual(['webhook granted: purchase', 'webhook taken_back: refunded']);
  });

  it('Every event once more, newest first, changes nothing', async () => {
    const sessionId = await bought(['coc_aatt']);
    const refund = await control<Stripe.Refund>(shop, 'refund', { checkout_session: sessionId });
    await control(shop, 'refund-failed', { refund: refund.id });
    const before = await historyOf(sessionId);
    expect(await owned()).toContain('coc_aatt');
    for (const { id } of (await stripe.events.list({ limit: 12 })).data)
      await control(shop, 'redeliver', { event: id });
    expect(await owned()).toContain('coc_aatt');
    expect(await historyOf(sessionId)).toEqual(before);
  });
});

describe('a delayed payment', () => {
  it('that settles and is refunded goes through every state truthfully', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['fod-expansions'], person.email);
    await press(payUrl, 'pay_later_success');
    await shop.sandbox.stripe.deliveriesSettled();
    expect(await told(sessionId)).toMatchObject({ status: 'processing' });
    expect(await owned()).not.toContain('fod-expansions');
    await control(shop, 'settle', { checkout_session: sessionId });
    expect(await told(sessionId)).toMatchObject({ status: 'paid' });
    expect(await owned()).toContain('fod-expansions');
    await clear(sessionId);
    expect(await told(sessionId)).toMatchObject({ status: 'refunded' });
    expect(await owned()).not.toContain('fod-expansions');
  });
});

it('What an operator has closed stays closed, whatever arrives again', async () => {
  const sessionId = await bought(['fod', 'fist']);
  const refund = await control<Stripe.Refund>(shop, 'refund', { checkout_session: sessionId, amount: 100 });
  const item = {
    checkoutSessionId: sessionId,
    reason: 'partial_refund_unassigned',
    subject: refund.id,
  } as const;
  expect(await ledger.resolveAttention(item, 'operator:test', new Date())).toBe(true);
  expect(await ledger.resolveAttention(item, 'operator:test', new Date())).toBe(false);
  await stripe.refunds.update(refund.id, { metadata: { note: 'goodwill' } });
  await shop.sandbox.stripe.deliveriesSettled();
  expect(await attentionOf(sessionId)).toEqual([]);
});

describe('a payment in the buyer’s own currency', () => {
  it('is recorded as it was charged, and said so by the order, its withdrawal and the operator', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['fod'], person.email, bearer(person.idToken));
    await press(payUrl, 'pay_in_euro');
    await shop.sandbox.stripe.deliveriesSettled();
    const charged = { amount: 2190, currency: 'eur' };
    expect(await told(sessionId)).toMatchObject({ totalOre: 25_000, currency: 'sek', charged });
    expect((await ledger.findPurchase(sessionId)) ?? {}).toMatchObject({
      paidAmount: 2190,
      paidCurrency: 'eur',
    });
    const { out } = await admin(shop.environment, ['orders', 'show', sessionId]);
    expect(out).toMatch(/total +250 SEK\ncharged as +21\.90 EUR\n/);
    const withdrawal = { orderId: sessionId, name: 'Anna', email: person.email };
    const answer = await request(shop.url)
      .post(patternOf(endpoints.withdraw))
      .send({ ...withdrawal, confirm: true });
    expect(answer.body).toMatchObject({ refundOre: 25_000, refundText: '21.90 EUR (250 SEK)' });
    expect(JSON.stringify(answer.body)).toContain('21.90 EUR (250 SEK) will be paid back');
    await clear(sessionId);
    expect(await told(sessionId)).toMatchObject({ status: 'refunded', refundedOre: 25_000, charged });
  });

  it('that is disputed in it goes back as what was taken of the shop in kronor, and nobody is told to give more back', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['bundle-pre-order'], person.email);
    await press(payUrl, 'pay_in_euro');
    const named = { checkout_session: sessionId, presentment: true };
    const dispute = await control<{ id: string }>(shop, 'dispute', named);
    expect(dispute).toMatchObject({ amount: 4380, currency: 'eur' });
    await control(shop, 'dispute-close', { dispute: dispute.id, status: 'lost' });
    await shop.sandbox.stripe.deliveriesSettled();
    expect(await told(sessionId)).toMatchObject({ status: 'reversed' });
    expect((await ledger.findOrder(sessionId))?.disputes).toMatchObject([
      { amountOre: 50_000, currency: 'sek' },
    ]);
    expect(await attentionOf(sessionId)).toEqual([]);
  });

  it('is recorded in kronor also when only an event of an older version of the API tells of it', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['fod'], person.email);
    await control(shop, 'lose-webhooks', { count: 4 });
    await press(payUrl, 'pay_in_euro');
    await control(shop, 'account-version', { version: '2024-06-20' });
    const [newest] = (await stripe.events.list({ type: 'checkout.session.completed', limit: 1 })).data;
    expect(newest).toMatchObject({
      data: { object: { id: sessionId, amount_total: 2190, currency: 'eur' } },
    });
    expect((await admin(shop.environment, ['events', 'replay', String(newest?.id)])).code).toBe(0);
    await control(shop, 'account-version', {});
    const charged = { amount: 2190, currency: 'eur' };
    expect(await told(sessionId)).toMatchObject({ totalOre: 25_000, currency: 'sek', charged });
  });

  it('is learned later when the event came in a version of the API that does not tell it', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['fod'], person.email);
    shop.sandbox.stripe.setWebhookUrl(null);
    await press(payUrl, 'pay_in_euro');
    const paid = checkoutSessionFacts(await stripe.checkout.sessions.retrieve(sessionId));
    const needs = { ledger, clock: () => new Date(), log: silentLog, metrics: noMeters, payments: noPapers };
    const byWebhook = { by: 'webhook', event: null } as const;
    await fulfilOrder(needs, { ...paid, paidAmount: null, paidCurrency: null }, byWebhook);
    expect(await told(sessionId)).not.toHaveProperty('charged');
    expect((await admin(shop.environment, ['orders', 'resync', sessionId])).code).toBe(0);
    expect(await told(sessionId)).toMatchObject({ charged: { amount: 2190, currency: 'eur' } });
    shop.sandbox.stripe.setWebhookUrl(`${shop.url}/api/stripe/webhook`);
  });
});
