import { createHmac } from 'node:crypto';
import type { DocumentStore } from '../documents.ts';
import type { EventRecord, Records } from './records.ts';
import type { Schedule } from './schedule.ts';
import { inVersion } from './versions.ts';
import type { Target, WebhookEndpoints } from './webhook-endpoints.ts';

interface Attempt {
  /** ISO 8601 in UTC. */
  at: string;
  /** The endpoint's HTTP status, or null when there was no answer. */
  status: number | null;
  error: string | null;
}

export interface Delivery {
  event: string;
  /** `lost` was dropped on purpose; `failed` was given up after the last retry; `none` had no endpoint. */
  state: 'pending' | 'delivered' | 'failed' | 'lost' | 'none';
  attempts: Attempt[];
  /** Unix milliseconds; null when nothing more will be tried. */
  nextAttempt: number | null;
}

export interface Webhook {
  /** The endpoint, or null while there is none. */
  url: string | null;
  /** Signs what is sent (`whsec_…`). */
  secret: string;
}

export interface Deliveries {
  enqueue(event: EventRecord): void;
  /** Delivers an event again, whatever its result was before. */
  redeliver(event: EventRecord): void;
  /** Drops the next `count` events for good; only those of a type when one is given. */
  loseNext(count: number, type?: string): void;
  of(eventId: string): Delivery | undefined;
  /** The account's endpoints have changed: pending deliveries continue. */
  endpointsChanged(): void;
  /** Resolves once no event waits for an attempt any more: each is delivered, lost or given up. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Stripe gives an endpoint some seconds to answer; this is the time-out in milliseconds. */
const answerWithin = 20_000;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Retry delays, in milliseconds: short at first, for people who watch, then up to three days like Stripe. */
const usualRetryDelays: readonly number[] = [
  second,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  ...Array.from({ length: 11 }, () => 6 * hour),
];

/**
 * Delivers events to the shop's webhook, signed, with retries, and keeps a log that survives a restart.
 * @param version of the account, for endpoints without one of their own
 */
export function createDeliveries(
  store: DocumentStore,
  records: Records,
  schedule: Schedule,
  now: () => Date,
  endpoints: Pick<WebhookEndpoints, 'targetOf'>,
  version: () => string,
  retryDelaysMs: readonly number[] = usualRetryDelays,
): Deliveries {
  const log = store.collection<Delivery>('stripe.deliveries');
  const closing = new AbortController();
  const inFlight = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  const losses: { count: number; type: string | undefined }[] = [];
  const pending = new Set<string>();

  const keep = (delivery: Delivery): void => {
    log.put(delivery.event, delivery);
    if (delivery.state === 'pending') pending.add(delivery.event);
    else pending.delete(delivery.event);
    if (pending.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  const plan = (delivery: Delivery): void => {
    pending.add(delivery.event);
    schedule.at(`delivery ${delivery.event}`, delivery.nextAttempt ?? 0, () => start(delivery.event));
  };

  const start = (eventId: string): void => {
    const attempt = send(eventId).finally(() => inFlight.delete(attempt));
    inFlight.add(attempt);
  };

  const send = async (eventId: string): Promise<void> => {
    const event = records.events.get(eventId);
    // Without an endpoint the delivery stays pending until there is one.
    const target = event && endpoints.targetOf(event.type);
    if (!event || !target) return;
    const outcome = await post(target, inVersion(event, target.version ?? version()), now(), closing.signal);
    // A sandbox that is closing leaves the delivery pending: the next start tries it again.
    if (closing.signal.aborted) return;
    const delivery = log.get(eventId) ?? {
      event: eventId,
      state: 'pending',
      attempts: [],
      nextAttempt: null,
    };
    delivery.attempts.push({ at: now().toISOString(), ...outcome });
    const delay = retryDelaysMs[delivery.attempts.length - 1];
    delivery.state = outcome.error === null ? 'delivered' : delay === undefined ? 'failed' : 'pending';
    delivery.nextAttempt =
      delivery.state === 'pending' && delay !== undefined ? now().getTime() + delay : null;
    keep(delivery);
    if (delivery.state === 'pending') plan(delivery);
  };

  for (const delivery of log.values()) if (delivery.state === 'pending') plan(delivery);

  return {
    enqueue(event) {
      const delivery: Delivery = {
        event: event.id,
        state: 'pending',
        attempts: [],
        nextAttempt: now().getTime(),
      };
      const loss = losses.find(({ count, type }) => count > 0 && (type === undefined || type === event.type));
      if (loss) {
        loss.count -= 1;
        const attempt = { at: now().toISOString(), status: null, error: 'Lost on the way, as asked for' };
        keep({ ...delivery, state: 'lost', attempts: [attempt], nextAttempt: null });
      } else if (endpoints.targetOf(event.type) === null) {
        keep({ ...delivery, state: 'none', nextAttempt: null });
      } else {
        keep(delivery);
        start(event.id);
      }
    },
    redeliver(event) {
      schedule.cancel(`delivery ${event.id}`);
      const before = log.get(event.id)?.attempts ?? [];
      if (endpoints.targetOf(event.type) === null) return;
      keep({ event: event.id, state: 'pending', attempts: before, nextAttempt: now().getTime() });
      start(event.id);
    },
    loseNext: (count, type) => void losses.push({ count, type }),
    of: (eventId) => log.get(eventId),
    endpointsChanged() {
      for (const delivery of log.values()) if (delivery.state === 'pending') plan(delivery);
    },
    settled: () =>
      pending.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.add(resolve)),
    async close() {
      closing.abort();
      await Promise.allSettled(inFlight);
    },
  };
}

/**
 * One attempt. The signature is Stripe's scheme v1: HMAC-SHA256 over `timestamp.body` (docs.stripe.com/webhooks).
 * @returns the endpoint's status and, unless it is 2xx, what went wrong
 */
async function post(
  { url, secret }: Target,
  event: EventRecord,
  at: Date,
  closing: AbortSignal,
): Promise<Omit<Attempt, 'at'>> {
  const body = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': `t=${timestamp},v1=${signature}`,
      },
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerWithin)]),
    });
    const answer = await response.text();
    return {
      status: response.status,
      error: response.ok ? null : answer.slice(0, 500) || response.statusText || 'refused',
    };
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

/** `fetch` hides the reason, such as a refused connection, in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
