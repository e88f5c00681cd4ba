import Stripe from 'stripe';
import { checkoutSessionEndpoints } from '#sandbox/stripe/api/checkout-sessions.ts';
import { paymentEndpoints } from '#sandbox/stripe/api/payments.ts';
import { refundEndpoints } from '#sandbox/stripe/api/refunds.ts';
import { type Checkout, createCheckout } from '#sandbox/stripe/checkout.ts';
import { createDisputes, type Disputes } from '#sandbox/stripe/disputes.ts';
import { createEvents } from '#sandbox/stripe/events.ts';
import type { Session } from '#sandbox/stripe/objects/wire-types.ts';
import { createPayments } from '#sandbox/stripe/payments.ts';
import { type EventRecord, openRecords, type Records, type SessionRecord } from '#sandbox/stripe/records.ts';
import { createRefunds, type Refunds } from '#sandbox/stripe/refunds.ts';
import type { Endpoints } from '#sandbox/stripe/wire/api.ts';
import { clockOf, type Pause, type Surroundings } from '../surroundings.ts';
import { Owner } from '../virtual-time.ts';
import { documentsInMemory } from './documents.ts';

/** Stripe: the sandbox's payment service without sockets. Its books are the truth about money. */
export interface StripeService {
  owner: Owner;
  records: Records;
  checkout: Checkout;
  refunds: Refunds;
  disputes: Disputes;
  /** The API by method and path, as the sandbox answers it. */
  endpoints: Endpoints;
  /** The books, read-only. */
  books(): {
    sessions: readonly Session[];
    refunds: readonly Stripe.Refund[];
    disputes: readonly Stripe.Dispute[];
  };
  /** All events so far, oldest first, read-only. */
  events(): readonly Readonly<EventRecord>[];
  /** The answers to calls with an idempotency key. */
  answers: Map<string, { call: string; answer: object }>;
}

/** How long a delayed payment takes, in milliseconds. */
const settleMs = 20 * 60 * 1000;

/**
 * @param hasTerms whether a terms URL is set in the dashboard, which consent collection requires
 * @param deliver called with each new event
 */
export function openStripe(
  around: Surroundings,
  hasTerms: boolean,
  deliver: (event: EventRecord) => void,
): StripeService {
  const { time } = around;
  const owner = new Owner('Stripe');
  const now = clockOf(around);
  const documents = documentsInMemory();
  const records = openRecords(documents);
  const events = createEvents(records, now, deliver);
  const payments = createPayments(records, events, now);
  const refunds = createRefunds(records, events, now);
  const disputes = createDisputes(records, events, refunds, now);
  const planned = new Map<string, () => void>();
  const cancel = (name: string) => {
    planned.get(name)?.();
    planned.delete(name);
  };
  const checkout = createCheckout({
    ...{ records, events, payments, now },
    schedule: {
      at(name, due, run) {
        cancel(name);
        planned.set(name, time.after(due - time.now, run, owner));
      },
      cancel,
      runDue: () => undefined,
      close: () => undefined,
    },
    publicUrl: () => 'https://pay.example',
    termsUrl: () => (hasTerms ? 'https://shop.example.com/terms' : null),
    settleDelayMs: () => settleMs,
    sendReceipt: () => undefined,
  });
  return {
    ...{ owner, records, checkout, refunds, disputes },
    endpoints: {
      ...checkoutSessionEndpoints(checkout, records),
      ...paymentEndpoints(records, disputes),
      ...refundEndpoints(refunds, records),
    },
    answers: new Map(),
    events: () => documents.view('stripe.events'),
    books: () => ({
      sessions: documents.view<SessionRecord>('stripe.sessions').map(({ session }) => session),
      refunds: documents.view('stripe.refunds'),
      disputes: documents.view('stripe.disputes'),
    }),
  };
}

/** An object of Stripe's client library, whose lists are promises and async iterables at once. */
type Listed = Promise<{ data: object[]; lastResponse: { headers: Record<string, string> } }> &
  AsyncIterable<object>;

/** Events can be read for 30 days (docs.stripe.com/api/events). */
const eventsKeptSeconds = 30 * 24 * 60 * 60;

/**
 * Stripe's client library as far as the shop uses it, over a network that loses requests and answers. The library's own retries
 * are not simulated: the caller gets the first failure.
 * @param pause waits in virtual time; the calling process may be killed meanwhile
 */
export function stripeClient(service: StripeService, around: Surroundings, pause: Pause): Stripe {
  const { time, dice, weather } = around;
  const { endpoints, answers } = service;

  async function across<T>(ask: () => T): Promise<T> {
    await pause(dice.between('to Stripe', 10, 120));
    if (weather.strikes('stripe', 1)) {
      await pause(dice.between('Stripe is silent', 10, 3000));
      throw connectionError();
    }
    const answer = ask();
    await pause(dice.between('from Stripe', 10, 120));
    if (weather.strikes('stripe', 1)) throw connectionError();
    return answer;
  }
  function run(name: keyof Endpoints, id: string, parameters: object): object {
    const endpoint = endpoints[name];
    if (!endpoint) throw new Error(`Stripe's stand-in has no ${name}`);
    try {
      const cause = { requestId: null, idempotencyKey: null };
      return endpoint({ id, parameters: parameters as Record<string, unknown>, cause });
    } catch (error) {
      throw asLibraryError(error);
    }
  }
  const call = (name: keyof Endpoints, id = '', parameters: object = {}) =>
    across(() => run(name, id, parameters));
  /** A call with an idempotency key: a repetition gets the same answer. */
  const once = (name: keyof Endpoints, parameters: object, key: string | undefined) =>
    across(() => {
      const known = key === undefined ? undefined : answers.get(key);
      const same = JSON.stringify([name, parameters]);
      if (known && known.call !== same) throw idempotencyError();
      if (known) return known.answer;
      // As sent over the network: all values are strings.
      const answer = run(name, '', textsOf(parameters));
      if (key !== undefined) answers.set(key, { call: same, answer });
      return answer;
    });
  function list(read: () => object[]): Listed {
    const first = () =>
      across(() => ({ data: read(), lastResponse: { headers: { date: new Date(time.now).toUTCString() } } }));
    const page: { asked?: ReturnType<typeof first> } = {};
    const ask = () => (page.asked ??= first());
    return {
      // biome-ignore lint/suspicious/noThenProperty: the library's lists can be awaited as well.
      then: (done: (page: unknown) => unknown, failed: (error: unknown) => unknown) =>
        ask().then(done, failed),
      async *[Symbol.asyncIterator]() {
        yield* (await ask()).data;
      },
    } as unknown as Listed;
  }
  const all = (name: keyof Endpoints, { limit: _, ...parameters }: Record<string, unknown>) =>
    list(() => (run(name, '', { ...textsOf(parameters), limit: '100' }) as { data: object[] }).data);
  const client = {
    checkout: {
      sessions: {
        create: (parameters: object, { idempotencyKey }: Stripe.RequestOptions = {}) =>
          once('POST /checkout/sessions', parameters, idempotencyKey),
        retrieve: (id: string, parameters: object = {}) => call('GET /checkout/sessions/:id', id, parameters),
        expire: (id: string) => call('POST /checkout/sessions/:id/expire', id),
        list: (parameters: Record<string, unknown>) => all('GET /checkout/sessions', parameters),
      },
    },
    refunds: {
      create: (parameters: object, { idempotencyKey }: Stripe.RequestOptions = {}) =>
        once('POST /refunds', parameters, idempotencyKey),
      update: (id: string, parameters: object) => call('POST /refunds/:id', id, parameters),
      list: (parameters: Record<string, unknown>) => all('GET /refunds', parameters),
    },
    disputes: { list: (parameters: Record<string, unknown>) => all('GET /disputes', parameters) },
    paymentIntents: { retrieve: (id: string) => call('GET /payment_intents/:id', id) },
    charges: { update: async () => across(() => ({})) },
    events: {
      list: ({ created, types }: { created?: { gte: number }; types?: string[] }) =>
        list(() => {
          const from = Math.max(created?.gte ?? 0, time.now / 1000 - eventsKeptSeconds);
          const kept = service.events().filter((event) => event.created >= from);
          return kept.filter(({ type }) => types === undefined || types.includes(type)).reverse();
        }),
    },
  };
  return client as unknown as Stripe;
}

const connectionError = () =>
  new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'The line broke' });
const idempotencyError = () =>
  new Stripe.errors.StripeIdempotencyError({ type: 'idempotency_error', message: 'Another order' });

function asLibraryError(error: unknown): unknown {
  const { status, body } = error as { status?: number; body?: { message: string; param?: string } };
  if (status === undefined || body === undefined) return error;
  return new Stripe.errors.StripeInvalidRequestError({
    ...body,
    type: 'invalid_request_error',
    statusCode: status,
  });
}

/** Form-encoded parameters. */
function textsOf<T>(value: T): T;
function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, textsOf(item)]));
}
