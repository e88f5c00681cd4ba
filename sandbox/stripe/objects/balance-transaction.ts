import type Stripe from 'stripe';
import { newId } from './ids.ts';

/**
 * A movement on the shop's balance.
 * @param amount minor units, negative for money that leaves
 * @param fee minor units
 * @param at Unix seconds
 */
export function newBalanceTransaction(
  type: 'charge' | 'payment' | 'refund' | 'refund_failure' | 'adjustment',
  amount: number,
  fee: number,
  currency: string,
  source: string,
  at: number,
): Stripe.BalanceTransaction {
  return {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: at + 2 * 24 * 60 * 60,
    balance_type: 'payments',
    created: at,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type === 'payment' ? 'charge' : type,
    source,
    status: 'pending',
    type,
  };
}
