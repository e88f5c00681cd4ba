import Database from 'better-sqlite3';
import Stripe from 'stripe';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStripeBooks } from '#server/providers/stripe/books.ts';
import { patternOf, receiveStripeEvent } from '#shared/endpoints.ts';
import { buy, buyUnheard, checkout, control, order, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop, webhookSecret } from '#tests/support/shop.ts';

let shop: Shop;
let stripe: Stripe;
beforeAll(async () => {
  shop = await openShop();
  const { hostname, port } = new URL(shop.sandboxUrl);
  stripe = new Stripe('sk_test_shop', { host: hostname, port, protocol: 'http' });
});
afterAll(() => shop.close());

function rows<T>(sql: string, ...parameters: unknown[]): T[] {
  const database = new Database(shop.config.databaseFile, { readonly: true });
  try {
    return database.prepare<unknown[], T>(sql).all(...parameters);
  } finally {
    database.close();
  }
}
const grantsOf = (sessionId: string) =>
  rows<{ adventure_id: string }>(
    'SELECT adventure_id FROM grants JOIN purchases ON purchases.id = purchase_id WHERE checkout_session_id = ? ORDER BY grants.id',
    sessionId,
  ).map((row) => row.adventure_id);

/** Pays without the webhook reaching the shop, and returns the event that the provider would have sent. */
async function payUnheard(ids: string[], email: string) {
  const opened = await buyUnheard(shop, ids, email);
  const events = await stripe.events.list({ type: 'checkout.session.completed', limit: 100 });
  const event = events.data.find(
    (candidate) => (candidate.data.object as { id: string }).id === opened.sessionId,
  );
  if (!event) throw new Error('The provider made no event');
  return { ...opened, event };
}

function postWebhook(
  event: object | string,
  options: { secret?: string; at?: number; header?: string } = {},
): request.Test {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = Math.floor((options.at ?? Date.now()) / 1000);
  const signature =
    options.header ??
    Stripe.webhooks.generateTestHeaderString({ payload, secret: options.secret ?? webhookSecret, timestamp });
  return request(shop.url)
    .post(patternOf(receiveStripeEvent))
    .set({ 'content-type': 'application/json', 'stripe-signature': signature })
    .send(payload);
}

describe('a purchase', () => {
  it('as guest waits for the account with the same verified address', async () => {
    const email = newEmail();
    const { sessionId } = await buy(shop, ['bundle-pre-order'], email.toUpperCase());
    expect(grantsOf(sessionId)).toEqual(['fod', 'fist', 'fod-expansions']);
    const person = await newPerson(shop, email);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fod', 'fist', 'fod-expansions']);
  });

  it('is told truthfully by the order page, with the address masked', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['fist'], 'anna@example.com');
    expect((await order(shop, sessionId)).body).toEqual({
      status: 'open',
      products: [{ id: 'fist', title: "Steve Jackson's F.I.S.T." }],
      email: 'a•••@example.com',
      totalOre: 25_000,
      currency: 'sek',
    });
    await press(payUrl, 'pay_later_success');
    expect((await order(shop, sessionId)).body.status).toBe('processing');
    expect(grantsOf(sessionId)).toEqual([]);
    await control(shop, 'settle', { checkout_session: sessionId });
    expect((await order(shop, sessionId)).body.status).toBe('paid');
    expect(grantsOf(sessionId)).toEqual(['fist']);
  });

  it('that fails after all unlocks nothing and is told as failed', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['fist'], newEmail());
    await press(payUrl, 'pay_later_failure');
    await control(shop, 'settle', { checkout_session: sessionId });
    expect((await order(shop, sessionId)).body.status).toBe('failed');
    expect(grantsOf(sessionId)).toEqual([]);
  });

  it('of an unknown or malformed session is 404', async () => {
    for (const id of ['cs_test_unknown', 'nonsense', '..%2Fevents', `cs_${'x'.repeat(300)}`]) {
      expect((await order(shop, id)).status).toBe(404);
    }
  });

  it('is recorded by the order page when the webhook has not come', async () => {
    const { sessionId } = await payUnheard(['fod'], newEmail());
    expect(grantsOf(sessionId)).toEqual([]);
    expect((await order(shop, sessionId)).body.status).toBe('paid');
    expect(grantsOf(sessionId)).toEqual(['fod']);
  });

  it('was paid when Stripe says so, although its buyer looks at its page later', async () => {
    const { sessionId } = await payUnheard(['fod'], newEmail());
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId, {
      expand: ['payment_intent.latest_charge'],
    });
    const charge = (intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
    // Whole seconds, unlike the times of the shop's own clock.
    const chargedAt = new Date(charge.created * 1000);
    await order(shop, sessionId);
    const paidAt = rows('SELECT paid_at FROM purchases WHERE checkout_session_id = ?', sessionId);
    expect(paidAt).toEqual([{ paid_at: chargedAt.toISOString() }]);
    for await (const session of createStripeBooks(stripe, false).completedSessions(new Date(0)))
      if (session.id === sessionId) expect(session).toMatchObject({ chargedAt });
    expect.assertions(2);
  });
});

it('A bank debit is booked on the day on which it is settled, whoever looks first: webhook, buyer or reconciler', async () => {
  let now = new Date('2026-12-30T12:00:00Z');
  const clocked = await openShop({ clock: () => now });
  onTestFinished(() => clocked.close());
  await control(clocked, 'settle-delay', { seconds: 10 * 24 * 60 * 60 });
  const begun = [];
  for (const id of ['fist', 'fod', 'bundle-pre-order']) begun.push(await checkout(clocked, [id], newEmail()));
  for (const { payUrl } of begun) await press(payUrl, 'pay_later_success');
  await clocked.sandbox.stripe.deliveriesSettled();
  now = new Date('2027-01-02T12:00:00Z');
  const [heard, seen, found] = begun.map(({ sessionId }) => sessionId);
  await control(clocked, 'settle', { checkout_session: heard });
  clocked.sandbox.stripe.setWebhookUrl(null);
  for (const each of [seen, found]) await control(clocked, 'settle', { checkout_session: each });
  now = new Date('2027-01-04T12:00:00Z');
  expect((await order(clocked, String(seen))).body.status).toBe('paid');
  await clocked.restart();
  const database = new Database(clocked.config.databaseFile, { readonly: true });
  const days = database.prepare('SELECT checkout_session_id, substr(paid_at, 1, 10) AS day FROM purchases');
  await vi.waitFor(
    () =>
      expect(days.all()).toEqual(
        [heard, seen, found].map((id) => ({ checkout_session_id: id, day: '2027-01-02' })),
      ),
    { timeout: 30_000, interval: 50 },
  );
  database.close();
});

describe('one purchase and one set of grants', () => {
  it('come of the same webhook event 100 times at once', async () => {
    const { event, sessionId } = await payUnheard(['bundle-pre-order'], newEmail());
    const answers = await Promise.all(Array.from({ length: 100 }, () => postWebhook(event)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(grantsOf(sessionId)).toEqual(['fod', 'fist', 'fod-expansions']);
    expect(rows('SELECT 1 FROM purchases WHERE checkout_session_id = ?', sessionId)).toHaveLength(1);
  });

  it('come of webhook and order page at once', async () => {
    const { event, sessionId } = await payUnheard(['fod'], newEmail());
    const both = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? postWebhook(event) : order(shop, sessionId),
    );
    for (const answer of await Promise.all(both)) expect(answer.status).toBe(200);
    expect(grantsOf(sessionId)).toEqual(['fod']);
    expect(rows('SELECT 1 FROM purchases WHERE checkout_session_id = ?', sessionId)).toHaveLength(1);
  });
});

describe('the webhook', () => {
  const strange = (over: object) => ({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    type: 'customer.created',
    created: 1_750_000_000,
    livemode: false,
    data: { object: { id: 'cus_1', object: 'customer' } },
    ...over,
  });

  it.each([
    ['a wrong secret', { secret: 'whsec_another_0123456789' }],
    ['a stale signature', { at: Date.now() - 6 * 60 * 1000 }],
    ['a signature from the future', { at: Date.now() + 6 * 60 * 1000 }],
    ['a header that is no signature', { header: 'nonsense' }],
    ['an empty header', { header: '' }],
  ])('answers 400 to %s and stores nothing', async (_, options) => {
    const { event, sessionId } = await payUnheard(['fod'], newEmail());
    const response = await postWebhook(event, options);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_signature' });
    expect(grantsOf(sessionId)).toEqual([]);
    expect(rows('SELECT 1 FROM webhook_events WHERE id = ?', event.id)).toEqual([]);
  });

  it.each<[string, (event: Stripe.Event) => unknown, RegExp]>([
    ['a list', () => [], /no event/],
    ['a thin event', ({ id, type }) => ({ id, type: `v1.${type}`, object: 'v2.core.event' }), /thin event/],
    ['an event without its time', ({ created: _, ...event }) => event, /when it was made/],
    ['an event of live mode', (event) => ({ ...event, livemode: true }), /live mode/],
  ])('answers 400 to %s that is signed, says why, and stores nothing', async (_, of, why) => {
    const { event, sessionId } = await payUnheard(['fod'], newEmail());
    const response = await postWebhook(of(event) as object);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
    expect(response.body.detail).toMatch(why);
    expect(grantsOf(sessionId)).toEqual([]);
    expect(shop.logText()).toContain('a signed event was refused');
  });

  it('answers 500 to an event of ours that cannot be read, so that it comes again, and the log says what is odd', async () => {
    const { event, sessionId } = await payUnheard(['fod'], newEmail());
    const odd = { ...(event.data.object as Stripe.Checkout.Session), amount_total: '250' };
    expect((await postWebhook({ ...event, data: { object: odd } })).status).toBe(500);
    expect(rows('SELECT 1 FROM webhook_events WHERE id = ?', event.id)).toEqual([]);
    expect(shop.logText()).toContain(`The event ${event.id} was not recorded`);
    expect(shop.logText()).toContain('Its checkout.session cannot be read at amount_total');
    expect((await postWebhook(event)).status).toBe(200);
    expect(grantsOf(sessionId)).toEqual(['fod']);
  });

  it('refuses a body that was changed after signing', async () => {
    const { event } = await payUnheard(['fod'], newEmail());
    const payload = JSON.stringify(event);
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    expect((await postWebhook(payload.replace('product_fod', 'product_fist'), { header })).status).toBe(400);
  });

  it('acknowledges and notes an event of an unknown type', async () => {
    const event = strange({ type: 'something.new' });
    expect((await postWebhook(event)).status).toBe(200);
    expect(rows('SELECT outcome FROM webhook_events WHERE id = ?', event.id)).toEqual([
      { outcome: 'ignored' },
    ]);
  });

  it('acknowledges and notes an event for a session that is not of this shop', async () => {
    const { event: real } = await payUnheard(['fod'], newEmail());
    const foreign = { ...(real.data.object as Stripe.Checkout.Session), id: 'cs_test_foreign', metadata: {} };
    const event = { ...real, id: 'evt_foreign', data: { object: foreign } };
    expect((await postWebhook(event)).status).toBe(200);
    expect(rows('SELECT outcome FROM webhook_events WHERE id = ?', 'evt_foreign')).toEqual([
      { outcome: 'not_ours' },
    ]);
    expect(rows('SELECT 1 FROM purchases WHERE checkout_session_id = ?', 'cs_test_foreign')).toEqual([]);
  });

  it('answers 500 while the database is locked, and succeeds on the retry', async () => {
    const { event, sessionId } = await payUnheard(['fist'], newEmail());
    const blocker = new Database(shop.config.databaseFile);
    blocker.exec('BEGIN IMMEDIATE');
    try {
      expect((await postWebhook(event)).status).toBe(500);
    } finally {
      blocker.exec('ROLLBACK');
      blocker.close();
    }
    expect(rows('SELECT 1 FROM webhook_events WHERE id = ?', event.id)).toEqual([]);
    expect((await postWebhook(event)).status).toBe(200);
    expect(grantsOf(sessionId)).toEqual(['fist']);
  });

  it('is delivered again by the provider until the database takes it', async () => {
    const email = newEmail();
    const opened = await checkout(shop, ['fist'], email);
    const blocker = new Database(shop.config.databaseFile);
    blocker.exec('BEGIN IMMEDIATE');
    await press(opened.payUrl, 'pay');
    // Held until the first delivery fails: its answer releases the lock.
    await expect.poll(() => shop.logText()).toContain('database is locked');
    blocker.exec('ROLLBACK');
    blocker.close();
    await shop.sandbox.stripe.deliveriesSettled();
    expect(grantsOf(opened.sessionId)).toEqual(['fist']);
  });
});

it('Nothing personal reaches the log: no address, token, code or signature', async () => {
  const email = newEmail();
  await buy(shop, ['fod'], email);
  const person = await newPerson(shop, email);
  await unlockedIds(shop, person.idToken);
  const log = shop.logText();
  expect(log).toContain('"order looked at"');
  for (const secret of [email, person.idToken, webhookSecret, 'sk_test_shop', 'v1='])
    expect(log).not.toContain(secret);
});
