// What a buyer was charged in another currency (presentment, adaptive pricing).

import type { Charged } from '#shared/presentment.ts';
import type { CheckoutSession } from './payment-provider.ts';

/** What the buyer was charged where it was another currency than the shop's. */
export function chargedOf({
  paidAmount,
  paidCurrency,
}: Pick<CheckoutSession, 'paidAmount' | 'paidCurrency'>): { charged?: Charged } {
  if (paidAmount === null || paidCurrency === null) return {};
  return { charged: { amount: paidAmount, currency: paidCurrency } };
}
