/** What is kept of orders. Times are `Date`s, amounts integer öre, addresses normalised. */

import type { AttentionReason, DisputeFact, RefundFact } from './order-facts.ts';
import type { PurchaseLine, WebhookEvent } from './payment-provider.ts';

/** Who changes something. Operators are named. */
export type Actor = 'webhook' | 'order_page' | 'reconciler' | 'account' | `operator:${string}`;

/** Who brings a change, and the event that it came with, if one did. */
export interface Cause {
  by: Actor;
  event: WebhookEvent | null;
}

/** What became of an event; kept beside it. */
export type EventOutcome =
  | 'fulfilled'
  | 'already_fulfilled'
  | 'not_paid'
  | 'not_ours'
  | 'no_email'
  | 'ignored'
  /** A refund or dispute changed the order. */
  | 'applied'
  /** A refund or dispute that changed nothing, for example an older state. */
  | 'unchanged'
  /** A refund or dispute whose purchase is not recorded yet; it takes effect with the purchase. */
  | 'waiting';

export interface Purchase {
  checkoutSessionId: string;
  paymentIntentId: string | null;
  email: string;
  accountId: string | null;
  currency: string;
  totalOre: number;
  live: boolean;
  paidAt: Date;
  lines: PurchaseLine[];
  /** The text the buyer agreed to when paying, or `null` without consent. */
  consentText: string | null;
}

/** A recorded order with all that is known of it. */
export interface RecordedOrder {
  purchase: Purchase;
  refunds: RefundFact[];
  disputes: DisputeFact[];
  withdrawal: Withdrawal | null;
}

/** A buyer's withdrawal from an order, as they declared it. */
export interface Withdrawal {
  /** What buyer and operator call it. */
  reference: string;
  name: string;
  email: string;
  productIds: string[];
  /** What is to be given back, in öre. */
  refundOre: number;
  /** The confirmation that the buyer was given, word for word. */
  confirmation: string;
  receivedAt: Date;
}

/** Something about an order that waits for a person. */
export interface OpenAttention {
  checkoutSessionId: string;
  reason: AttentionReason;
  /** The refund, dispute, product or withdrawal that is meant. */
  subject: string;
  raisedAt: Date;
}
