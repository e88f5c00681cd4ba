import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  order,
  type StartedSandbox,
  startSandboxForTests,
  startWebhookReceiver,
  type WebhookReceiver,
  webhookSecret,
} from '#sandbox/stripe/start-for-tests.ts';
import { freePort } from '#tests/hardening/support/figures.ts';

let receiver: WebhookReceiver;
const running: StartedSandbox[] = [];
const start = async (options: Parameters<typeof startSandboxForTests>[0] = {}): Promise<StartedSandbox> => {
  const started = await startSandboxForTests({
    webhook: { url: receiver.url, secret: webhookSecret },
    ...options,
  });
  running.push(started);
  return started;
};
const buy = async (started: StartedSandbox, outcome = 'pay'): Promise<Stripe.Checkout.Session> => {
  const session = await started.client.checkout.sessions.create(order());
  await started.conclude(session, { outcome });
  return session;
};
const settled = (started: StartedSandbox): Promise<void> => started.sandbox.stripe.deliveriesSettled();

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((started) => started.close()));
  await receiver.close();
});

const cardPayment = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
];

describe('webhooks', () => {
  it('carry a valid signature of the raw body and the event as it can be read later', async () => {
    const started = await start();
    const session = await buy(started);
    await settled(started);
    expect(receiver.types().sort()).toEqual([...cardPayment].sort());
    const arrived = receiver.received.find(({ event }) => event.type === 'checkout.session.completed');
    expect(arrived?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(arrived?.body).toBe(JSON.stringify(arrived?.event, null, 2));
    expect(arrived?.event).toMatchObject({
      api_version: Stripe.API_VERSION,
      livemode: false,
      pending_webhooks: 1,
      data: { object: { id: session.id, status: 'complete', payment_status: 'paid' } },
    });
    const read = await started.client.events.retrieve(String(arrived?.event.id));
    expect(read).toEqual({ ...arrived?.event, pending_webhooks: 0 });
  });

  it('come in the version of their endpoint, and are read in that of the account', async () => {
    const started = await start({ webhook: { url: null, secret: webhookSecret } });
    const { webhookEndpoints } = started.client;
    const old = { url: 'http://shop.test/', enabled_events: ['checkout.session.completed'] };
    const made = await webhookEndpoints.create({
      ...old,
      api_version: '2024-06-20',
    } as Stripe.WebhookEndpointCreateParams);
    const bodies = await startWebhookReceiver(String(made.secret));
    await webhookEndpoints.update(made.id, { url: bodies.url });
    const session = await buy(started, 'pay_in_euro');
    await settled(started);
    const inEuro = { id: session.id, amount_total: 2190, currency: 'eur' };
    const converted = { amount_total: 25_000, source_currency: 'sek' };
    const [event] = bodies.received.map((one) => one.event);
    expect(event).toMatchObject({
      ...{ api_version: '2024-06-20', data: { object: { ...inEuro, currency_conversion: converted } } },
    });
    const id = String(event?.id);
    expect(await started.client.events.retrieve(id)).toMatchObject({
      ...{ api_version: Stripe.API_VERSION, data: { object: { amount_total: 25_000, currency: 'sek' } } },
    });
    await started.control('account-version', { version: '2020-08-27' });
    expect(await started.client.events.retrieve(id)).toMatchObject({
      ...{ api_version: '2020-08-27', data: { object: inEuro } },
    });
    await bodies.close();
  });

  it('are recorded in the order of a card payment', async () => {
    const started = await start();
    await buy(started);
    const events = await started.client.events.list();
    expect(events.data.map(({ type }) => type).reverse()).toEqual(cardPayment);
  });

  it('hold the object as it was at that moment', async () => {
    const started = await start();
    const session = await buy(started, 'pay_later_success');
    await started.control('settle', { checkout_session: session.id });
    await settled(started);
    const snapshots = receiver.received
      .filter(({ event }) => event.type.startsWith('checkout.session.'))
      .map(({ event }) => [event.type, (event.data.object as Stripe.Checkout.Session).payment_status]);
    expect(Object.fromEntries(snapshots)).toEqual({
      'checkout.session.completed': 'unpaid',
      'checkout.session.async_payment_succeeded': 'paid',
    });
    const events = await started.client.events.list();
    expect(events.data.map(({ type }) => type).reverse()).toEqual([
      'payment_intent.created',
      'payment_intent.processing',
      'charge.pending',
      'checkout.session.completed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
  });

  it('tell of a declined card without completing the session', async () => {
    const started = await start();
    await buy(started, 'decline');
    await settled(started);
    expect(receiver.types().sort()).toEqual([
      'charge.failed',
      'payment_intent.created',
      'payment_intent.payment_failed',
    ]);
    const failed = receiver.received.find(({ event }) => event.type === 'payment_intent.payment_failed');
    expect(failed?.event.data.object).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code: 'card_declined' },
    });
  });

  it('are tried again after a refusal, and every attempt is in the log', async () => {
    const started = await start({ retryDelaysMs: [1, 1] });
    const { id } = await started.client.checkout.sessions.create(order());
    receiver.answers.push(500, 302);
    await started.client.checkout.sessions.expire(id);
    await settled(started);
    const [entry] = await started.log();
    expect(entry?.delivery).toMatchObject({ state: 'delivered', nextAttempt: null });
    expect(entry?.delivery.attempts.map(({ status, error }) => [status, error])).toEqual([
      [500, 'no'],
      [302, 'no'],
      [200, null],
    ]);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  });

  it('are given up after the last retry and found with delivery_success: false', async () => {
    const started = await start({ retryDelaysMs: [1] });
    const { id } = await started.client.checkout.sessions.create(order());
    receiver.answers.push(500, 500);
    await started.client.checkout.sessions.expire(id);
    await settled(started);
    await buy(started);
    await settled(started);
    const failed = await started.client.events.list({ delivery_success: false });
    expect(failed.data.map(({ type }) => type)).toEqual(['checkout.session.expired']);
    const delivered = await started.client.events.list({ delivery_success: true });
    expect(delivered.data.map(({ type }) => type).reverse()).toEqual(cardPayment);
    const expired = String(failed.data[0]?.id);
    await started.control('redeliver', { event: expired });
    await settled(started);
    expect((await started.client.events.list({ delivery_success: false })).data).toEqual([]);
    expect(receiver.received.at(-1)?.event.id).toBe(expired);
  });

  it('that are lost are not tried again and count as undelivered', async () => {
    const started = await start({ retryDelaysMs: [1, 1] });
    await started.control('lose-webhooks', { count: 1, type: 'checkout.session.completed' });
    await buy(started);
    await settled(started);
    expect(receiver.types()).not.toContain('checkout.session.completed');
    const lost = await started.client.events.list({
      delivery_success: false,
      types: ['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
    });
    expect(lost.data.map(({ type }) => type)).toEqual(['checkout.session.completed']);
    await buy(started);
    await settled(started);
    expect(receiver.types()).toContain('checkout.session.completed');
  });

  it('are lost one by one when no type is named', async () => {
    const started = await start();
    await started.control('lose-webhooks', { count: 3 });
    await buy(started);
    await settled(started);
    expect(receiver.types()).toEqual(['checkout.session.completed']);
  });

  it('go nowhere before there is an address, and to it afterwards', async () => {
    const started = await start({ webhook: { url: null, secret: webhookSecret } });
    await buy(started);
    await settled(started);
    expect(receiver.received).toEqual([]);
    started.sandbox.stripe.setWebhookUrl(receiver.url);
    await buy(started);
    await settled(started);
    expect(receiver.received).toHaveLength(cardPayment.length);
  });

  it('to nobody who listens are logged with the reason', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const started = await start({ webhook: { url, secret: webhookSecret } });
    await buy(started);
    await settled(started);
    const [entry] = await started.log();
    expect(entry?.delivery).toMatchObject({
      state: 'failed',
      attempts: [{ status: null, error: expect.stringContaining('ECONNREFUSED') }],
    });
  });
});

describe('the list of events', () => {
  it('is narrowed by one type, a group of types, several types and creation, and pages with a cursor', async () => {
    const started = await start();
    await buy(started);
    const { events } = started.client;
    const types = async (params: Stripe.EventListParams) =>
      (await events.list(params)).data.map(({ type }) => type);
    expect(await types({ type: 'charge.succeeded' })).toEqual(['charge.succeeded']);
    expect(await types({ type: 'payment_intent.*' })).toEqual([
      'payment_intent.succeeded',
      'payment_intent.created',
    ]);
    expect(await types({ types: ['charge.succeeded', 'checkout.session.completed'] })).toEqual([
      'checkout.session.completed',
      'charge.succeeded',
    ]);
    expect(await types({ created: { gt: Math.floor(Date.now() / 1000) + 60 } })).toEqual([]);
    const oldest = (await events.list()).data.at(-1);
    const newer = await events
      .list({ ending_before: String(oldest?.id), limit: 2 })
      .autoPagingToArray({ limit: 10 });
    expect(newer.map(({ type }) => type)).toEqual(cardPayment.slice(1));
    expect(await types({ ending_before: String(oldest?.id), type: 'charge.succeeded' })).toEqual([
      'charge.succeeded',
    ]);
    await expect(events.list({ type: 'a', types: ['b'] })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('forgets events after 30 days', async () => {
    const started = await start();
    await buy(started);
    const { id } = (await started.client.events.list({ limit: 1 })).data[0] ?? { id: '' };
    started.advance(30 * 24 * 60 * 60 + 5);
    expect((await started.client.events.list({ type: 'charge.succeeded' })).data).toEqual([]);
    await expect(started.client.events.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('is a page for people and JSON for programs at /sandbox/stripe/events', async () => {
    const started = await start();
    await buy(started);
    await settled(started);
    const address = `${started.url}/sandbox/stripe/events`;
    const markup = await (await fetch(address, { headers: { Accept: 'text/html' } })).text();
    expect(markup).toContain('checkout.session.completed');
    const listed = await (await fetch(address, { headers: { Accept: 'application/json' } })).json();
    expect(listed).toEqual(await started.log());
  });
});

describe('a restarted sandbox', () => {
  it('keeps sessions and idempotency keys, and goes on with retries, settlements and expiries', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const documentsFile = join(folder, 'sandbox.sqlite');
    const first = await start({ documentsFile, retryDelaysMs: [60_000], settleDelayMs: 60_000 });
    const key = { idempotencyKey: 'before-the-restart' };
    const kept = await first.client.checkout.sessions.create(order(), key);
    const late = await buy(first, 'pay_later_success');
    await settled(first);
    receiver.received.length = 0;
    receiver.answers.push(500);
    const other = await first.client.checkout.sessions.create(order());
    await first.client.checkout.sessions.expire(other.id);
    await expect.poll(async () => (await first.log())[0]?.delivery.attempts.length).toBe(1);
    await first.close();
    running.length = 0;
    receiver.received.length = 0;

    const second = await start({
      documentsFile,
      now: () => new Date(Date.now() + 25 * 60 * 60 * 1000),
      settleDelayMs: 60_000,
    });
    await expect.poll(() => receiver.types()).toContain('checkout.session.async_payment_succeeded');
    await settled(second);
    expect(
      receiver.received.find(
        ({ event }) => event.type === 'checkout.session.expired' && objectId(event) === other.id,
      ),
    ).toBeDefined();
    expect(
      receiver.received.find(
        ({ event }) => event.type === 'checkout.session.expired' && objectId(event) === kept.id,
      ),
    ).toBeDefined();
    expect((await second.client.checkout.sessions.retrieve(late.id)).payment_status).toBe('paid');
    await second.close();
    running.length = 0;

    const third = await start({ documentsFile });
    const replayed = await third.client.checkout.sessions.create(order(), key);
    expect(replayed.id).toBe(kept.id);
    await third.close();
    running.length = 0;
    rmSync(folder, { recursive: true });
  });
});

function objectId(event: Stripe.Event): string {
  return (event.data.object as { id: string }).id;
}
