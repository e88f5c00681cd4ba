// Stripe calls for operators: an event, a receipt, a refund.

import Stripe from 'stripe';
import { type OperatorPayments, PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { Refusal } from '#server/refusal.ts';
import { type ProviderTimes, usualProviderTimes } from '../provider-times.ts';
import { answered, found } from './calls.ts';
import { receivedEvent, refundStatus } from './events.ts';
import { productKeyPrefix } from './payments.ts';

/** Stripe's calls for operators. @param live whether the key is of live mode: events of the other mode are refused */
export function createStripeOperator(
  stripe: Stripe,
  live: boolean,
  { refundMs }: Pick<ProviderTimes, 'refundMs'> = usualProviderTimes,
): OperatorPayments {
  // Another attempt while the first is still under way would only be refused.
  const patient = { timeout: refundMs, maxNetworkRetries: 0 };
  return {
    async sessionOfPayment(paymentIntentId) {
      const list = () => stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
      return (await found(list))?.data[0]?.id ?? null;
    },
    async findEvent(id) {
      const event = await found(() => stripe.events.retrieve(id));
      return event && receivedEvent(event, live);
    },
    async sendReceipt(paymentIntentId, email) {
      const intent = await found(() => stripe.paymentIntents.retrieve(paymentIntentId));
      const charge = intent?.status === 'succeeded' ? intent.latest_charge : null;
      if (!charge) return false;
      // "If this field is updated, then a new email receipt will be sent to the updated address"
      // (docs.stripe.com/api/charges/update#update_charge-receipt_email).
      const chargeId = typeof charge === 'string' ? charge : charge.id;
      await answered(() => stripe.charges.update(chargeId, { receipt_email: email }));
      return true;
    },
    async refund(paymentIntentId, idempotencyKey, knownRefunds, part) {
      const named = part && { amount: part.amountOre, metadata: namesOf(part.productIds, part.reference) };
      const payment = { payment_intent: paymentIntentId };
      const refund = await notRefused(() =>
        askAnew(
          idempotencyKey,
          (key) => stripe.refunds.create({ ...payment, ...named }, { ...patient, idempotencyKey: key }),
          async () => {
            for await (const { id } of stripe.refunds.list({ ...payment, limit: 100 }))
              if (!knownRefunds.includes(id)) return false;
            return true;
          },
        ),
      );
      return { id: refund.id, status: refundStatus(refund), amountOre: refund.amount };
    },
    async nameRefund(refundId, productIds, otherIds) {
      // An empty value removes a key (docs.stripe.com/api/metadata).
      const metadata = { ...namesOf(otherIds, ''), ...namesOf(productIds, 'refunded') };
      await notRefused(() => stripe.refunds.update(refundId, { metadata }));
    },
  };
}

/** Most keys under which one thing is asked for; each but the last has failed within a day. */
const mostKeys = 20;

/**
 * Stripe saves its answer to the first request of a key and repeats it for a day, also a 500, and a refusal whose cause is
 * gone (docs.stripe.com/api/idempotent_requests). What is only repeated is asked for again under the next key. Everybody
 * goes through the same keys in the same order: two operators at once end at one key, which is carried out once.
 * @param mayAskAgain whether nothing was done under the keys so far: a 500 can hide that it was
 */
async function askAnew<T>(
  key: string,
  ask: (key: string) => Promise<T>,
  mayAskAgain: () => Promise<boolean>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await ask(number === 1 ? key : `${key} ${number}`);
    } catch (error) {
      if (!isRepeated(error) || number === mostKeys || !(await mayAskAgain())) throw error;
    }
  }
}

const isRepeated = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Refunds have no lines: the metadata names the products, with the keys that the payment itself has. */
const namesOf = (productIds: readonly string[], value: string) =>
  Object.fromEntries(productIds.map((id) => [`${productKeyPrefix}${id}`, value]));

/** What somebody is told whose key was used for another part of the payment. Stripe keeps a key for a day, after a failure too. */
const anotherPart =
  'Another part of this order has just been given back, or is about to be: look at the order again. If nothing has gone back, that failed; for a day only the same part can be tried again, or all that is left.';

/** Stripe has done nothing: it counts before it reads. */
const tooManyCalls =
  'The payment provider takes no more calls right now: nothing was done. Try again in a moment.';

/** A call about a refund. @throws {Refusal} `refund_not_possible` with the provider's reason */
async function notRefused<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await answered(ask);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'idempotency_conflict')
      throw new Refusal('refund_not_possible', anotherPart);
    if (
      error instanceof PaymentProviderUnavailable &&
      error.cause instanceof Stripe.errors.StripeRateLimitError
    )
      throw new Refusal('refund_not_possible', tooManyCalls);
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    throw new Refusal('refund_not_possible', `The payment provider does not do it: ${error.message}`);
  }
}
