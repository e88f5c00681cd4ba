// Fulfilment: a paid checkout session is recorded as a purchase, once.

import type { Script } from '#server/ledger/script.ts';
import { countLetterTo, countLocks } from '#server/outbox/address-letters.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { unlocksOf } from '#server/owning/gifts.ts';
import type { Clock, Meters } from '#server/runtime.ts';
import type { DoublePayment } from '#shared/moved-double.ts';
import { shopDay } from '#shared/shop-day.ts';
import { asPaid } from './charged.ts';
import { noteRecovered } from './opened-checkouts.ts';
import { askForPapers, type PapersNeeds } from './order-papers.ts';
import type { CheckoutSession, PaymentProvider, WebhookEvent } from './payment-provider.ts';
import { recordPurchase } from './purchases.ts';
import { type EventCause, noteEvent } from './webhook-events.ts';

export interface FulfilOrderNeeds extends PapersNeeds {
  clock: Clock;
  metrics: Meters;
  payments: Pick<PaymentProvider, 'findPapers' | 'settledAt'>;
}

export type FulfilmentOutcome = 'fulfilled' | 'already_fulfilled' | 'not_paid' | 'not_ours' | 'no_email';

/** Values of `payment_status` that mean the money is settled; all others, known or unknown, do not. */
const settled = new Set(['paid', 'no_payment_required']);

/**
 * The only way a purchase is recorded; idempotent. Called by the webhook with the session as in the signed event, and by
 * the order page and the reconciler with the session as the payment provider has it now. It may be called any number of
 * times, concurrently and in any order: it only looks at the payment's status, and one checkout session makes one
 * purchase.
 * @param told the event that tells when it was paid: usually that of the cause, but one that was noted before is no cause
 * @throws {PaymentProviderUnavailable} when it does not say when an older payment without an event was settled
 */
export async function fulfilOrder(
  needs: FulfilOrderNeeds,
  session: CheckoutSession,
  cause: EventCause,
  told: WebhookEvent | null = cause.event,
): Promise<FulfilmentOutcome> {
  const { log, metrics } = needs;
  const { outcome, paidTwice } = await recordIfPaid(needs, session, cause, told);
  for (const { double, stays } of paidTwice) {
    metrics.paidTwice();
    log.warn(
      { checkoutSession: double, stays },
      'a buyer paid for the same twice: "orders refund" gives this payment back',
    );
  }
  // The event of a recorded purchase was noted with it.
  if (cause.event && outcome !== 'fulfilled' && outcome !== 'already_fulfilled')
    await noteWithoutPurchase(needs, session, { outcome, by: cause.by, event: cause.event });
  log.info({ checkoutSession: session.id, event: cause.event?.id, by: cause.by, outcome }, 'order looked at');
  return outcome;
}

/** Records the purchase of a session that is paid. */
async function recordIfPaid(
  needs: FulfilOrderNeeds,
  session: CheckoutSession,
  cause: EventCause,
  told: WebhookEvent | null,
): Promise<{ outcome: FulfilmentOutcome; paidTwice: DoublePayment[] }> {
  const { ledger, clock, log, metrics } = needs;
  const obstacle = obstacleTo(session);
  // Also before it is paid: the buyer may already be on the order's page while the payment is processed.
  if (session.recoveredFrom && obstacle !== 'not_ours')
    await noteRecovered(ledger, session, session.recoveredFrom, clock());
  if (obstacle === 'no_email') {
    log.error(
      { checkoutSession: session.id },
      'a paid order has no e-mail address; look it up at the payment provider',
    );
  }
  if (obstacle !== null || session.email === null) return { outcome: obstacle ?? 'no_email', paidTwice: [] };
  const paidAt = await paidAtOf(needs, session, told);
  const { lines, invoice } = await askForPapers(needs, session);
  const recorded = await recordPurchase(
    ledger,
    {
      ...session,
      checkoutSessionId: session.id,
      email: session.email,
      paidAt,
      lines,
      invoiceId: invoice?.id ?? null,
      invoiceUrl: invoice?.url ?? null,
    },
    unlocksOf(session.lines),
    cause,
    clock(),
  );
  if (recorded.outcome === 'fulfilled')
    metrics.purchase(cause.by, (clock().getTime() - paidAt.getTime()) / 1000);
  return recorded;
}

/**
 * Notes the event of a session that made no purchase, and writes to its buyer. Of a page that nobody paid before it expired
 * nothing is kept, even if an endpoint is sent such events: anybody can open pages and leave them.
 */
async function noteWithoutPurchase(
  { ledger, clock }: FulfilOrderNeeds,
  session: CheckoutSession,
  { outcome, by, event }: { outcome: FulfilmentOutcome; by: EventCause['by']; event: WebhookEvent },
): Promise<void> {
  const { email, status } = session;
  if (status === 'expired') return;
  await ledger.write(email === null ? [] : countLocks(email), function* () {
    yield* noteEvent(event, outcome, by, clock());
    if (outcome === 'not_paid') yield* tellOfPayment(session, event, clock());
  });
}

/** A charge that is older than this may have been paid long after it was made, in milliseconds. */
const settlesAtOnceMs = 60 * 60 * 1000;

/**
 * When a session was paid, UTC, by the provider's clock alone: ours may be off, and the buyer may look at the page of the order
 * days later. Without an event it is when the charge was made, but a bank debit is charged when it is begun and paid days later,
 * which only its event says. What costs nothing has no charge.
 */
async function paidAtOf(
  { payments, clock }: FulfilOrderNeeds,
  { id, chargedAt, createdAt }: CheckoutSession,
  told: WebhookEvent | null,
): Promise<Date> {
  if (told) return told.createdAt;
  if (!chargedAt) return createdAt;
  // Our own clock only decides whether to ask, and does so also where it is behind.
  const isRecent = Math.abs(clock().getTime() - chargedAt.getTime()) <= settlesAtOnceMs;
  return (isRecent ? null : await payments.settledAt(id, chargedAt)) ?? chargedAt;
}

/**
 * Writes to a buyer who has finished checkout that the money is still pending, or has failed. Anybody can type another's
 * address there and need not pay, so an address gets so many of these letters a day and no more, and all other letters go
 * before them.
 */
function* tellOfPayment(session: CheckoutSession, event: WebhookEvent, at: Date): Script<void> {
  const { id, email, lines, totalOre, status, createdAt } = session;
  if (status !== 'complete' || email === null) return;
  // The event does not contain the payment, so only the event's name shows the failure.
  const hasFailed = session.paymentFailed || event.type === 'checkout.session.async_payment_failed';
  const kind = hasFailed ? 'payment-failed' : 'payment-processing';
  const letter = { kind, subject: id, recipient: email } as const;
  if (!(yield* countLetterTo({ ...letter, day: shopDay(at) }))) return;
  yield* writeLetter(
    {
      ...letter,
      happenedAt: createdAt,
      details: {
        productIds: lines.map(({ productId }) => productId),
        amount: asPaid(session, totalOre),
        ...(session.isGift && { isGift: true }),
      },
      bulk: true,
    },
    at,
  );
}

/** Why a session makes no purchase, or `null` when it does. */
export function obstacleTo(session: CheckoutSession): 'not_ours' | 'not_paid' | 'no_email' | null {
  if (session.lines.length === 0) return 'not_ours';
  if (!settled.has(session.paymentStatus)) return 'not_paid';
  return session.email === null ? 'no_email' : null;
}
