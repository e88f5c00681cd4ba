import Stripe from 'stripe';
import type { EventRecord } from './records.ts';

/** From this version on a session's amounts are in the shop's currency (docs.stripe.com/changelog/basil/2025-03-31). */
const shopsCurrencySince = '2025-03-31';

/** An event as it is written in a version of the API, as far as versions differ in what a shop reads of a session. */
export function inVersion(event: EventRecord, version: string): EventRecord {
  if (version === Stripe.API_VERSION) return event;
  const { object } = event.data;
  const written = version < shopsCurrencySince ? inBuyersCurrency(object as Stripe.Checkout.Session) : object;
  return { ...event, api_version: version, data: { ...event.data, object: written } };
}

/** A session that was paid in another currency: its own amounts are in that one, and those of the shop stand aside. */
function inBuyersCurrency(session: Stripe.Checkout.Session): object {
  const { presentment_details: paid, ...rest } = session;
  if (session.object !== 'checkout.session' || !paid) return session;
  const { amount_subtotal, amount_total, currency: source_currency } = session;
  const amount = paid.presentment_amount;
  return {
    ...rest,
    ...{ amount_subtotal: amount, amount_total: amount, currency: paid.presentment_currency },
    currency_conversion: {
      ...{ amount_subtotal, amount_total, source_currency },
      fx_rate: String((amount_total ?? 0) / amount),
    },
  };
}
