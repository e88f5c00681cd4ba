import type Stripe from 'stripe';
import { newId } from './ids.ts';

/** A refund of a charge, already paid out. @param amount minor units @param at Unix seconds */
export function newRefund(
  charge: Stripe.Charge,
  amount: number,
  reason: Stripe.Refund.Reason | null,
  metadata: Record<string, string>,
  at: number,
): Stripe.Refund {
  const { presentment_details: paid } = charge;
  return {
    id: newId('re_3'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: at,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference: '7542891234567890',
        reference_status: 'available',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...(paid && {
      presentment_details: {
        ...paid,
        presentment_amount: Math.round((paid.presentment_amount * amount) / charge.amount),
      },
    }),
  };
}
