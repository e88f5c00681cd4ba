// What an operator reads about a refund, on the command line and on the operator's page.

import type { MadeRefund } from './api/operator-orders.ts';
import { formatAmount } from './presentment.ts';

/**
 * The status of a refund that waits until the shop's balance at the provider covers it: Stripe's `pending` with the
 * `pending_reason` `insufficient_funds` (docs.stripe.com/refunds).
 */
export const awaitsFunds = 'pending_insufficient_funds';
/** The same with `charge_pending`: the payment itself has not settled, as with a bank debit. */
export const awaitsCharge = 'pending_charge_pending';
/** The same with any other reason but `processing`, which is the way back itself. */
export const awaitsOther = 'pending_otherwise';

const waitsFor: Readonly<Record<string, string>> = {
  [awaitsFunds]: "until the shop's balance at Stripe covers it: add money to it in Stripe's dashboard",
  [awaitsCharge]: 'until the payment itself has settled',
  [awaitsOther]: "for something that Stripe's dashboard names",
  requires_action: 'for the buyer to say where the money is to go: Stripe has asked them',
};

/** What became of a refund that was asked for. */
export function refundText({ refundId, amountOre, currency, status }: Omit<MadeRefund, 'invoiceId'>): string {
  const amount = formatAmount(amountOre, currency);
  const why = waitsFor[status];
  if (why)
    return `${amount} not given back yet: ${refundId} waits ${why}. Until it goes, what was bought stays unlocked.`;
  return status === 'failed' || status === 'canceled'
    ? `${amount} not given back: ${refundId} ${status}.`
    : `${amount} given back: ${refundId}, ${status}.`;
}

/** Why something is not given back once more: a refund of it waits already. */
export const refundWaitsText = (refundId: string, status: string): string =>
  `The refund ${refundId} is made and waits ${waitsFor[status]}. It goes by itself then; a second one would be paid as well.`;

/** What an operator does about the invoice of an order that was refunded. */
export const creditNoteText = (invoiceId: string): string =>
  `The invoice ${invoiceId} stays as it is: issue a credit note in Stripe's dashboard, and name this refund.`;
