import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentKeyRefused, PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { serviceInPlace, type TestAnswer } from '#tests/support/answering-server.ts';
import { createStripeBooks } from './books.ts';
import { eventTypes } from './events.ts';
import { createStripeClient, createStripePayments } from './payments.ts';

const provider = serviceInPlace();
/** What the provider has in its lists, by path, and how it answers instead. */
let lists: Record<string, { id: string }[]>;
let instead: TestAnswer | null;
/** How long it takes for a page of a list, in milliseconds. */
let takesMs: number;
beforeAll(() => {
  provider.answer(async ({ path }) => {
    if (instead) return instead;
    const { pathname, searchParams: asked } = new URL(path, provider.origin);
    // Whoever asks for a single one wants to know the time.
    if (asked.get('limit') === '100') await pause(takesMs);
    const all = lists[pathname] ?? [];
    const from = all.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
    const data = all.slice(from, from + 2);
    const json = { object: 'list', url: pathname, data, has_more: from + 2 < all.length };
    return { headers: { Date: 'Thu, 01 Jan 2026 12:00:00 GMT' }, json };
  });
});
beforeEach(() => {
  [lists, instead, takesMs] = [{}, null, 0];
});

const stripe = () => createStripeClient('sk_test_1', provider.origin);
const books = () => createStripeBooks(stripe(), false);
const providersNow = new Date('2026-01-01T12:00:00Z');
const since = new Date('2025-12-01T00:00:00.900Z');
/** What a list was asked for, without the pages after the first. */
const askedOf = (list: string) => {
  const paths = provider.requests.map(({ path }) => new URL(path, provider.origin));
  return [...(paths.find(({ pathname }) => pathname === list)?.searchParams ?? [])];
};
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const refund = (id: string) => ({
  ...{ id, object: 'refund', payment_intent: 'pi_1', amount: 100, status: 'succeeded' },
  ...{ created: Date.UTC(2025, 11, 24) / 1000, metadata: {} },
});
const dispute = { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1', amount: 100, status: 'won' };

describe('the provider’s records', () => {
  it('are as of five minutes before they were read, on its own clock: a later event is never older than they are', async () => {
    lists = { '/v1/refunds': [refund('re_1')], '/v1/disputes': [dispute] };
    const asOf = new Date('2026-01-01T11:55:00Z');
    const facts = await all(books().paymentFacts(since));
    expect(facts).toMatchObject([
      { kind: 'refund', id: 're_1', asOf, countedAt: new Date('2025-12-24T00:00:00Z') },
      // When a dispute was decided nobody says: it counts from when it was seen to be.
      { kind: 'dispute', id: 'dp_1', asOf, countedAt: providersNow },
    ]);
    for (const list of ['/v1/refunds', '/v1/disputes'])
      expect(askedOf(list)).toEqual([
        ['created[gte]', '1764547200'],
        ['limit', '100'],
      ]);
    await all(books().paymentFactsOf('pi_1'));
    expect(provider.requests.at(-1)?.path).toContain('payment_intent=pi_1');
  });

  it('are read to their last page', async () => {
    lists = { '/v1/refunds': ['re_1', 're_2', 're_3', 're_4', 're_5'].map(refund) };
    expect((await all(books().paymentFacts(since))).map(({ id }) => id)).toEqual([
      're_1',
      're_2',
      're_3',
      're_4',
      're_5',
    ]);
  });

  it('are waited for longer than a buyer would wait, on each of their pages', async () => {
    const hasty = createStripeClient('sk_test_1', provider.origin, { callMs: 250 });
    const { events, completedSessions, paymentFacts } = createStripeBooks(hasty, false);
    lists = { '/v1/refunds': ['re_1', 're_2', 're_3'].map(refund) };
    takesMs = 400;
    const found = await Promise.all([
      all(paymentFacts(since)),
      all<unknown>(events(since)),
      all<unknown>(completedSessions(since)),
    ]);
    expect(found.map(({ length }) => length)).toEqual([3, 0, 0]);
    // Each page was asked for once: the time, two of refunds and one of each other list.
    expect(provider.requests).toHaveLength(6);
  });

  it('are asked for by the second, and only what the shop acts on', async () => {
    expect(await all(books().events(since))).toEqual([]);
    expect(askedOf('/v1/events')).toEqual([
      ['created[gte]', '1764547200'],
      ...eventTypes.map((type, index) => [`types[${index}]`, type]),
      ['limit', '100'],
    ]);
    expect(await all(books().completedSessions(since))).toEqual([]);
    expect(askedOf('/v1/checkout/sessions')).toEqual([
      ['created[gte]', '1764547200'],
      ['status', 'complete'],
      ['limit', '100'],
      ['expand[0]', 'data.payment_intent.latest_charge'],
    ]);
    expect(await books().now()).toEqual(providersNow);
  });
});

describe('the object of an event of another version', () => {
  const event = { id: 'evt_1', type: 'refund.updated', objectId: 'x', createdAt: since };
  const now = (object: 'checkout.session' | 'refund' | 'dispute', json: object) => {
    instead = { headers: { Date: providersNow.toUTCString() }, json };
    return books().subjectNow(event, { kind: 'outdated', object, id: 'x_1' });
  };

  it('is read in the version of the shop', async () => {
    const session = { ...{ id: 'cs_1', object: 'checkout.session', created: 1, livemode: false } };
    const paid = { ...session, payment_status: 'paid', amount_total: 50_000, currency: 'sek', metadata: {} };
    expect(await now('checkout.session', paid)).toMatchObject({
      ...{ kind: 'checkout_session', session: { id: 'cs_1', totalOre: 50_000, currency: 'sek' } },
    });
    expect(provider.requests.at(-1)?.path).toBe(
      '/v1/checkout/sessions/x_1?expand[0]=payment_intent.latest_charge',
    );
    expect(await now('refund', refund('re_1'))).toMatchObject({ fact: { kind: 'refund', id: 're_1' } });
    expect(provider.requests.at(-1)?.path).toBe('/v1/refunds/x_1');
    expect(await now('dispute', dispute)).toMatchObject({ fact: { kind: 'dispute', id: 'dp_1' } });
    expect(provider.requests.at(-1)?.path).toBe('/v1/disputes/x_1');
  });

  it('is as of five minutes before, like all that is read, and no older than its event', async () => {
    const asOf = async () => {
      const subject = await now('dispute', dispute);
      return subject.kind === 'payment_fact' && subject.fact;
    };
    expect(await asOf()).toMatchObject({ asOf: new Date('2026-01-01T11:55:00Z'), countedAt: providersNow });
    event.createdAt = new Date('2026-01-01T11:59:00Z');
    expect(await asOf()).toMatchObject({ asOf: event.createdAt, countedAt: providersNow });
  });

  it('that is gone cannot be read', async () => {
    instead = error(404, 'invalid_request_error');
    const gone = { kind: 'outdated', object: 'refund', id: 're_1' } as const;
    expect(await books().subjectNow(event, gone)).toEqual({
      ...{ kind: 'unreadable', why: 'Its refund re_1 is not there any more' },
    });
  });
});

const error = (status: number, type: string): TestAnswer => ({
  ...{ status, headers: { 'stripe-should-retry': 'false' } },
  json: { error: { type, message: 'said by the provider' } },
});

it.each([
  ['a key that is wrong', error(401, 'invalid_request_error'), PaymentKeyRefused],
  ['a key without the right', error(403, 'invalid_request_error'), PaymentKeyRefused],
  ['too many calls', error(429, 'invalid_request_error'), PaymentProviderUnavailable],
  ['a fault of the provider', error(500, 'api_error'), PaymentProviderUnavailable],
])('Of %s the caller of any call is told as what it is', async (_, answer, kind) => {
  instead = answer;
  await expect(all(books().paymentFacts(since))).rejects.toBeInstanceOf(kind);
  await expect(all(books().events(since))).rejects.toBeInstanceOf(kind);
});

it('Only an order that the provider does not know is none: any other refusal is a fault of ours', async () => {
  const payments = createStripePayments(stripe(), {
    ...{ publicUrl: provider.origin, checkoutConsentText: null, reckonsTax: false, makesInvoices: false },
  });
  instead = error(404, 'invalid_request_error');
  expect(await payments.findCheckoutSession('cs_test_1')).toBeNull();
  instead = error(400, 'invalid_request_error');
  await expect(payments.findCheckoutSession('cs_test_1')).rejects.toThrow('said by the provider');
});

it('A call that failed by the way is made again', async () => {
  const whole = {
    status: 200,
    headers: { Date: providersNow.toUTCString() },
    json: { object: 'list', data: [] },
  };
  instead = { status: 503, headers: { 'stripe-should-retry': 'true' }, json: { error: {} } };
  const asking = books().now();
  await expect.poll(() => provider.requests.length).toBe(1);
  instead = whole;
  expect(await asking).toEqual(providersNow);
});

it('When a bank debit was settled its event says, of those since it was begun; of any other payment there is none', async () => {
  const settled = (id: string, session: string, day: number) => ({
    ...{ id, object: 'event', type: 'checkout.session.async_payment_succeeded' },
    ...{
      created: Date.UTC(2026, 0, day) / 1000,
      data: { object: { id: session, object: 'checkout.session' } },
    },
  });
  lists = {
    '/v1/events': [settled('evt_3', 'cs_3', 4), settled('evt_2', 'cs_2', 3), settled('evt_1', 'cs_1', 2)],
  };
  const payments = createStripePayments(stripe(), {
    ...{ publicUrl: 'https://shop.example', checkoutConsentText: null },
    ...{ reckonsTax: false, makesInvoices: false },
  });
  expect(await payments.settledAt('cs_1', since)).toEqual(new Date('2026-01-02T00:00:00Z'));
  expect(await payments.settledAt('cs_4', since)).toBeNull();
  expect(Object.fromEntries(askedOf('/v1/events'))).toEqual({
    ...{ type: 'checkout.session.async_payment_succeeded', limit: '100' },
    'created[gte]': String(Math.floor(since.getTime() / 1000)),
  });
  instead = { status: 503, json: { error: { type: 'api_error', message: 'down' } } };
  await expect(payments.settledAt('cs_1', since)).rejects.toThrow(PaymentProviderUnavailable);
});
