import { productById } from '#shared/catalogue.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import type { CheckoutSession, Clock, EventOutcome, Log, Store, WebhookEvent } from './ports.ts';

export interface FulfilOrderNeeds {
  store: Store;
  clock: Clock;
  log: Log;
}

/** Values of `payment_status` that mean the money is settled; anything else, also what is not known yet, is not. */
const settled = new Set(['paid', 'no_payment_required']);

/**
 * The only way a purchase is recorded. Called by the webhook with the session as the signed event shows it, and by
 * the order page with the session as the payment provider has it now. It may be called any number of times, at once
 * and in any order: it looks at the payment's status alone, and one checkout session makes one purchase.
 */
export async function fulfilOrder(
  { store, clock, log }: FulfilOrderNeeds,
  session: CheckoutSession,
  event: WebhookEvent | null,
): Promise<EventOutcome> {
  const outcome = await record();
  if (outcome !== 'fulfilled' && event) await store.noteEvent(event, outcome, clock());
  log.info({ checkoutSession: session.id, event: event?.id, outcome }, 'order looked at');
  return outcome;

  async function record(): Promise<EventOutcome> {
    if (session.lines.length === 0) return 'not_ours';
    if (!settled.has(session.paymentStatus)) return 'not_paid';
    if (session.email === null) {
      log.error(
        { checkoutSession: session.id },
        'a paid order has no e-mail address; look it up at the payment provider',
      );
      return 'no_email';
    }
    return store.recordPurchase(
      {
        checkoutSessionId: session.id,
        paymentIntentId: session.paymentIntentId,
        email: session.email,
        accountId: session.accountId,
        currency: session.currency,
        totalOre: session.totalOre,
        live: session.live,
        paidAt: event?.createdAt ?? clock(),
        lines: session.lines,
      },
      unlockedBy(session),
      event,
      clock(),
    );
  }
}

/** The adventure ids that the lines of an order unlock, each once. */
function unlockedBy(session: CheckoutSession): AdventureId[] {
  return [...new Set(session.lines.flatMap((line) => productById(line.productId)?.unlocks ?? []))];
}
