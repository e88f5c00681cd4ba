/** What is kept of orders. Times are `Date`s, amounts integer öre, addresses normalised. */

import type { Row } from '#server/ledger/rows.ts';
import type { Gift } from '#server/owning/gifts.ts';
import type { OrderGrant } from '#server/owning/grants.ts';
import type { Delivery } from '#shared/api/orders.ts';
import type { openShape } from './attention.ts';
import type { PurchaseLine, WebhookEvent } from './payment-provider.ts';
import type { purchaseShape } from './purchases.ts';
import type { DisputeFact, KnownRefund } from './refunds-and-disputes.ts';
import type { EarlierOrder } from './repeated-orders.ts';
import type { withdrawalShape } from './settle-order.ts';

/** Who changes something. `buyer`: the browser that paid, or the owner's. Operators are named. */
export type Actor = 'webhook' | 'order_page' | 'reconciler' | 'account' | 'buyer' | `operator:${string}`;

/** Who or what caused a change, and the event that it came with, if any. */
export interface Cause {
  by: Actor;
  event: WebhookEvent | null;
}

/** All results of processing an event. */
export const eventOutcomes = [
  'fulfilled',
  'already_fulfilled',
  'not_paid',
  'not_ours',
  'no_email',
  'ignored',
  /** A refund or dispute changed the order. */
  'applied',
  /** A refund or dispute that changed nothing, for example an older state. */
  'unchanged',
  /** A refund or dispute whose purchase is not recorded yet; it takes effect with the purchase. */
  'waiting',
] as const;
/** The result of processing an event; stored with it. */
export type EventOutcome = (typeof eventOutcomes)[number];

export type Purchase = Omit<Row<typeof purchaseShape>, 'id'> & { lines: PurchaseLine[] };
/** A purchase to be recorded, with the URL of its invoice, which only the letter gets, because it expires. */
export type NewPurchase = Purchase & { isGift?: boolean; invoiceUrl?: string | null };

/** A recorded order with all that is known of it. */
export interface RecordedOrder {
  purchase: Purchase;
  refunds: KnownRefund[];
  disputes: DisputeFact[];
  withdrawal: Withdrawal | null;
  /** The earlier order by which the same was already paid for, or `null`. */
  repeats: EarlierOrder | null;
  /** The delivery state of its confirmation letter; `null` if none was to be sent. */
  confirmation: Delivery | null;
  /** What it unlocks, and for whom, oldest first. */
  grants: OrderGrant[];
  /** Its gift data; `null` for an order that the buyer keeps. */
  gift: Gift | null;
}

/** A buyer's withdrawal from an order, as they declared it. */
export type Withdrawal = Row<typeof withdrawalShape>;

/** An open question about an order for a person to decide. */
export type OpenAttention = Row<typeof openShape>;
