// Translates Stripe's events: sessions, refunds, disputes, fraud warnings.

import Stripe from 'stripe';
import {
  type EventSubject,
  type FraudWarning,
  InvalidWebhookEvent,
  type OutdatedSubject,
  type ReceivedEvent,
} from '#server/buying/payment-provider.ts';
import type { DisputeFact, RefundFact } from '#server/buying/refunds-and-disputes.ts';
import { releaseOf } from '#server/operating/payment-set-up.ts';
import { currency, sumOf } from '#shared/money.ts';
import { awaitsCharge, awaitsFunds, awaitsOther } from '#shared/refund-words.ts';
import { isSeconds, unreadable } from './event-objects.ts';
import { checkoutSessionFacts, productKeyPrefix } from './payments.ts';

/**
 * The events that the shop acts on: a webhook endpoint must subscribe to them, and the reconciler lists them. Early fraud
 * warnings are only taken from events, so that the key needs no permission for Radar. `refund.…` covers refunds of every
 * kind (docs.stripe.com/refunds); `charge.refunded` does not contain the refund and is not needed. That a payment page has
 * expired changes nothing here, and anybody can open pages and leave them.
 */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
] as const satisfies Stripe.Event['type'][];

/**
 * Translates an event of the webhook or the API. Its object decides what it is about, not its type. One whose object cannot
 * be read is an event all the same: a list of them goes on after it.
 * @param live whether the shop's key is a live one
 * @throws {InvalidWebhookEvent} for anything but an event with its object, and for one of the other mode or of a connected
 * account
 */
export function receivedEvent(given: unknown, live: boolean): ReceivedEvent {
  const event = checkedEvent(given, live);
  const otherVersion = otherVersionOf(event);
  const createdAt = new Date(event.created * 1000);
  const object = event.data.object as { id?: unknown; object?: unknown };
  return {
    event: {
      id: event.id,
      type: event.type,
      objectId: typeof object.id === 'string' ? object.id : null,
      createdAt,
    },
    subject:
      (otherVersion !== null && outdated(object)) ||
      subjectOf(object, createdAt, { before: (event.data.previous_attributes ?? {}) as Waiting }),
    ...(otherVersion !== null && { otherVersion }),
  };
}

/**
 * The version of an event that is not written in the one that the shop reads. A webhook endpoint has a version of its own;
 * events of the API are in the version that was the account's when they were made, whatever version the call asks for.
 */
function otherVersionOf({ api_version: version }: { api_version?: unknown }): string | null {
  const isOther = typeof version === 'string' && releaseOf(version) !== releaseOf(Stripe.API_VERSION);
  return isOther ? version : null;
}

/**
 * An object whose snapshot of another version does not count; `null` for one of another kind. Fraud warnings contain no
 * amounts, and the key may not read them.
 */
function outdated({ id, object }: { id?: unknown; object?: unknown }): OutdatedSubject | null {
  const isOfMoney = object === 'checkout.session' || object === 'refund' || object === 'dispute';
  return isOfMoney && typeof id === 'string' ? { kind: 'outdated', object, id } : null;
}

function checkedEvent(given: unknown, live: boolean): Stripe.Event {
  const event = given as Partial<Record<keyof Stripe.Event, unknown>> | null;
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw new InvalidWebhookEvent('This is no event.');
  if (typeof event.object === 'string' && event.object.startsWith('v2.'))
    throw new InvalidWebhookEvent('This is a thin event. Let the endpoint send snapshots of its objects.');
  const { id, type, created, data, livemode } = event;
  const object = (data as { object?: unknown } | null | undefined)?.object;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof object !== 'object' || object === null)
    throw new InvalidWebhookEvent('This is no event with an id, a type and its object.');
  if (!isSeconds(created)) throw new InvalidWebhookEvent('The event does not say when it was made.');
  if (livemode !== live)
    throw new InvalidWebhookEvent(
      `The event is of ${live ? 'test' : 'live'} mode, and the shop's key of the other one.`,
    );
  // Whoever runs a connected account (Stripe Connect) sets the metadata of its checkouts, and gets the money.
  if (typeof event.account === 'string')
    throw new InvalidWebhookEvent(
      "The event is of a connected account. Let the endpoint listen to the shop's own account only.",
    );
  return given as Stripe.Event;
}

/**
 * What an object of Stripe's is about.
 * @param asOf the time of its state, UTC
 * @param before what changed at `asOf`, as it was before
 * @param seenAt a time when it is known to have been in this state
 */
export function subjectOf(
  object: { object?: unknown },
  asOf: Date,
  { before = {}, seenAt = asOf }: { before?: Waiting; seenAt?: Date },
): EventSubject {
  const why = unreadable(object);
  if (why !== null) return { kind: 'unreadable', why };
  if (object.object === 'checkout.session') {
    return { kind: 'checkout_session', session: checkoutSessionFacts(object as Stripe.Checkout.Session) };
  }
  if (object.object === 'radar.early_fraud_warning') {
    const warning = fraudWarning(object as Stripe.Radar.EarlyFraudWarning, asOf);
    return warning ? { kind: 'fraud_warning', warning } : { kind: 'other' };
  }
  const fact =
    object.object === 'refund'
      ? refundFact(object as Stripe.Refund, asOf, before)
      : object.object === 'dispute'
        ? disputeFact(object as Stripe.Dispute, asOf, seenAt)
        : null;
  return fact ? { kind: 'payment_fact', fact } : { kind: 'other' };
}

/**
 * Translates a refund; `null` for one of a payment that no checkout made. Refunds have no lines; to refund single
 * products of an order, name them in the refund's metadata, with the same keys as in the order's.
 * @param before what changed at `asOf`, as it was before
 */
export function refundFact(refund: Stripe.Refund, asOf: Date, before: Waiting = {}): RefundFact | null {
  const paymentIntentId = idOf(refund.payment_intent);
  const madeAt = new Date(refund.created * 1000);
  return paymentIntentId === null
    ? null
    : {
        kind: 'refund',
        id: refund.id,
        paymentIntentId,
        amountOre: refund.amount,
        status: refundStatus(refund),
        productIds: Object.keys(refund.metadata ?? {})
          .filter((key) => key.startsWith(productKeyPrefix))
          .map((key) => key.slice(productKeyPrefix.length))
          .sort(),
        // A state that was read is backdated, but none is older than the refund: one that was made before cannot have
        // replaced it.
        asOf: asOf > madeAt ? asOf : madeAt,
        // The money leaves when the refund is made, unless it waited for something.
        countedAt: hadWaited(before) ? asOf : madeAt,
      };
}

type Waiting = Pick<Partial<Stripe.Refund>, 'status' | 'pending_reason'>;

/** The status of a refund, as {@link RefundFact} has it. */
export const refundStatus = ({ status, pending_reason: why }: Waiting): string =>
  status === 'pending' && waits(why) ? (waitingFor.get(why) ?? awaitsOther) : (status ?? 'unknown');

const waitingFor = new Map<string, string>([
  ['insufficient_funds', awaitsFunds],
  ['charge_pending', awaitsCharge],
]);
/** While it is `processing`, the money is on its way. */
const waits = (why: Waiting['pending_reason'] | null): why is string =>
  (why ?? 'processing') !== 'processing';

const hadWaited = (before: Waiting) => before.status === 'requires_action' || waits(before.pending_reason);

/**
 * Translates a dispute; `null` for one of a payment that no checkout made.
 * @param seenAt a time when it is known to have had this status: disputes do not say when they were decided
 */
export function disputeFact(dispute: Stripe.Dispute, asOf: Date, seenAt: Date): DisputeFact | null {
  const paymentIntentId = idOf(dispute.payment_intent);
  return paymentIntentId === null
    ? null
    : {
        kind: 'dispute',
        id: dispute.id,
        paymentIntentId,
        ...amountOf(dispute),
        status: dispute.status,
        asOf,
        countedAt: seenAt,
      };
}

/**
 * The amount of a dispute. Where the buyer was charged in another currency, it can be in that one; what Stripe has taken for it
 * of the shop is in the shop's (docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing).
 */
function amountOf({ amount, currency: theirs, balance_transactions: moved }: Stripe.Dispute) {
  const isTaken = (one: Stripe.BalanceTransaction) => one.currency === currency && one.amount < 0;
  const takenOre = -sumOf((moved ?? []).filter(isTaken).map((one) => one.amount));
  return theirs !== currency && takenOre > 0
    ? { amountOre: takenOre, currency }
    : { amountOre: amount, currency: theirs ?? null };
}

/** Translates an early fraud warning; `null` for one of a payment that no checkout made. */
function fraudWarning(warning: Stripe.Radar.EarlyFraudWarning, asOf: Date): FraudWarning | null {
  const paymentIntentId = idOf(warning.payment_intent ?? null);
  return paymentIntentId === null
    ? null
    : { id: warning.id, paymentIntentId, isActionable: warning.actionable, asOf };
}

function idOf(expandable: string | { id: string } | null): string | null {
  return typeof expandable === 'string' ? expandable : (expandable?.id ?? null);
}
