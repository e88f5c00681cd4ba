// What a buyer was charged in another currency (presentment, adaptive pricing).

import { asCharged, type Charged } from '#shared/presentment.ts';
import type { CheckoutSession } from './payment-provider.ts';

type Paid = Pick<CheckoutSession, 'totalOre' | 'paidAmount' | 'paidCurrency'>;

/** What the buyer was charged where it was another currency than the shop's. */
export function chargedOf({ paidAmount, paidCurrency }: Omit<Paid, 'totalOre'>): { charged?: Charged } {
  if (paidAmount === null || paidCurrency === null) return {};
  return { charged: { amount: paidAmount, currency: paidCurrency } };
}

/** An amount of an order in the currency that its buyer paid in. @param ore the whole or a part, in öre */
export const asPaid = (order: Paid, ore: number): string =>
  asCharged(ore, { totalOre: order.totalOre, ...chargedOf(order) });
