// Double payment: the older payment pages of a buyer are closed when a newer one opens for some of the same.

import { databaseCode } from '#server/ledger/ledger.ts';
import { closeCheckout, noteOpened, type OpenedCheckout } from './opened-checkouts.ts';
import type { OrderStatusNeeds } from './order-status.ts';
import { IdempotencyConflict } from './payment-provider.ts';

/** What became of an older payment page. `complete`: the buyer had done their part there before it could be closed. */
type OlderCheckout = 'expired' | 'complete' | 'was_over' | 'not_closed';

/**
 * Closes the older payment pages of the same buyer that would sell some of the same once more. Neither the payment provider
 * nor the database can hold up the sale by failing at this: what is then paid twice is told to the buyer and the operator
 * when it is recorded.
 * @returns the older checkout that was completed already, paid or on its way, if there is one; told once, so that a buyer who
 * insists can go on
 * @throws {IdempotencyConflict} when the call is a late repetition whose page a newer one has replaced
 */
export async function closeOlderCheckouts(
  needs: OrderStatusNeeds,
  opened: OpenedCheckout,
): Promise<string | null> {
  const { replaced, older } = await noted(needs, opened);
  if (replaced) throw new IdempotencyConflict('A newer payment page has taken the place of this one');
  const outcomes = await Promise.all(
    older.map(async (id) => ({ id, outcome: await closeOlder(needs, id, opened.checkoutSessionId) })),
  );
  return outcomes.find(({ outcome }) => outcome === 'complete')?.id ?? null;
}

async function noted({ ledger, clock, log }: OrderStatusNeeds, opened: OpenedCheckout) {
  try {
    return await noteOpened(ledger, opened, clock());
  } catch (error) {
    // The payment itself needs no database here: its page carries all that fulfilment asks for.
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

async function closeAtProvider({ payments }: OrderStatusNeeds, id: string): Promise<OlderCheckout> {
  if (await payments.expireCheckoutSession(id)) return 'expired';
  const session = await payments.findCheckoutSession(id, true);
  return session?.status === 'complete' && !session.paymentFailed ? 'complete' : 'was_over';
}
