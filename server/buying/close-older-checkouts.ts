// Against double payment: a buyer's older payment pages are closed when a newer one sells some of the same products.

import { databaseCode } from '#server/ledger/ledger.ts';
import type { Gift } from '#server/owning/gifts.ts';
import type { Product } from '#shared/catalogue.ts';
import {
  closeCheckout,
  giftsPaidBefore,
  noteOpened,
  type OpenedCheckout,
  overlaps,
} from './opened-checkouts.ts';
import { findStanding } from './order-standing.ts';
import type { OrderStatusNeeds } from './order-status.ts';
import { idempotencyConflict } from './payment-provider.ts';

/** What happened to an older payment page. `complete`: the buyer finished there before it could be closed. */
type OlderCheckout = 'expired' | 'complete' | 'was_over' | 'not_closed';

/**
 * Closes the same buyer's older payment pages that sell some of the same products. A failure of the payment provider or
 * the database here never stops the sale: if something is then paid twice, buyer and operator are told when it is
 * recorded.
 * @returns the older checkout that was completed already, paid or pending, if there is one; returned only once, so that a
 * buyer who insists can continue
 * @throws {Refusal} `idempotency_conflict` when the call is a late retry whose page a newer one has replaced
 */
export async function closeOlderCheckouts(
  needs: OrderStatusNeeds,
  opened: OpenedCheckout,
): Promise<string | null> {
  const { replaced, older } = await noted(needs, opened);
  if (replaced) throw idempotencyConflict();
  const outcomes = await Promise.all(
    older.map(async (id) => ({ id, outcome: await closeOlder(needs, id, opened.checkoutSessionId) })),
  );
  return outcomes.find(({ outcome }) => outcome === 'complete')?.id ?? null;
}

/**
 * The buyer's gift of some of the same that was paid for in the last day and whose card nobody has written: perhaps they never
 * saw that it is paid. Buying two gifts is intended, so it is returned only once, and no page is closed.
 * @param products of the new gift
 */
export async function unseenGift(
  { ledger, clock, log }: OrderStatusNeeds,
  opened: OpenedCheckout,
  products: readonly Product[],
): Promise<string | null> {
  const at = clock();
  const find = function* () {
    for (const id of yield* giftsPaidBefore(opened, at)) {
      const standing = yield* findStanding(id);
      if (!standing || standing.error !== null || !isUntouched(standing.order.gift)) continue;
      const sold = standing.order.purchase.lines.map(({ productId }) => productId);
      if (!overlaps(sold, products)) continue;
      yield* closeCheckout(id, null, at);
      return id;
    }
    return null;
  };
  try {
    return await ledger.write([], find);
  } catch (error) {
    if (databaseCode(error) === null) throw error;
    log.error(
      { err: error, checkoutSession: opened.checkoutSessionId },
      'earlier gifts could not be looked for',
    );
    return null;
  }
}

/** Whether nobody has written a gift's card, or opened it. */
const isUntouched = (gift: Gift | null): boolean =>
  gift !== null &&
  gift.openedAt === null &&
  gift.letters === 0 &&
  [gift.recipient, gift.sender, gift.message].every((part) => part === null);

async function noted({ ledger, clock, log }: OrderStatusNeeds, opened: OpenedCheckout) {
  try {
    return await noteOpened(ledger, opened, clock());
  } catch (error) {
    // The payment itself needs no database row: the session's metadata has all that fulfilment needs.
    if (databaseCode(error) === null) throw error;
    log.error({ err: error, checkoutSession: opened.checkoutSessionId }, 'a payment page could not be noted');
    return { replaced: false, older: [] };
  }
}

/** Closes one of them at the provider and notes it. */
async function closeOlder(needs: OrderStatusNeeds, id: string, newer: string): Promise<OlderCheckout> {
  const { ledger, clock, log, metrics } = needs;
  let outcome: OlderCheckout = 'not_closed';
  try {
    outcome = await closeAtProvider(needs, id);
    const replacedBy = outcome === 'expired' ? newer : null;
    await ledger.amend(() => closeCheckout(id, replacedBy, clock()));
  } catch (error) {
    log.warn(
      { err: error, checkoutSession: id, newer },
      'an older payment page stays open beside a newer one',
    );
  }
  metrics.olderCheckout(outcome);
  return outcome;
}

/** @throws when it is open all the same */
async function closeAtProvider({ payments }: OrderStatusNeeds, id: string): Promise<OlderCheckout> {
  if (await payments.expireCheckoutSession(id)) return 'expired';
  const session = await payments.findCheckoutSession(id, { isOurs: true });
  if (session?.status === 'open')
    throw new Error('The payment provider refuses to close an open payment page');
  return session?.status === 'complete' && !session.paymentFailed ? 'complete' : 'was_over';
}
