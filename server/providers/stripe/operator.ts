// Stripe calls for operators: an event, a receipt, a refund.

import Stripe from 'stripe';
import type { OperatorPayments } from '#server/buying/payment-provider.ts';
import { Refusal } from '#server/refusal.ts';
import { answered, found } from './calls.ts';
import { receivedEvent, refundStatus } from './events.ts';
import { productKeyPrefix } from './payments.ts';

export function createStripeOperator(stripe: Stripe, live: boolean): OperatorPayments {
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
    async refund(paymentIntentId, idempotencyKey, part) {
      const named = part && { amount: part.amountOre, metadata: namesOf(part.productIds, part.reference) };
      const refund = await notRefused(() =>
        stripe.refunds.create({ payment_intent: paymentIntentId, ...named }, { idempotencyKey }),
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

/** Refunds have no lines: the metadata names the products, with the keys that the payment itself has. */
const namesOf = (productIds: readonly string[], value: string) =>
  Object.fromEntries(productIds.map((id) => [`${productKeyPrefix}${id}`, value]));

/** A call about a refund. @throws {Refusal} `refund_not_possible` with the provider's reason */
async function notRefused<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await answered(ask);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    throw new Refusal('refund_not_possible', `The payment provider does not do it: ${error.message}`);
  }
}
