/** What is kept of orders. Times are `Date`s, amounts integer öre, addresses normalised. */

import { flag, integer, nullable, type Row, text, textList, time } from '#server/ledger/rows.ts';
import type { Confirmation } from '#server/outbox/outbox.ts';
import type { Gift } from '#server/owning/gifts.ts';
import type { OrderGrant } from '#server/owning/grants.ts';
import type { PurchaseLine } from './payment-provider.ts';
import type { DisputeFact, KnownRefund } from './refunds-and-disputes.ts';

export const purchaseShape = {
  id: integer,
  checkoutSessionId: text,
  paymentIntentId: nullable(text),
  email: text,
  accountId: nullable(text),
  currency: text,
  totalOre: integer,
  /** What the buyer was charged if it was another currency than the shop's, in its smallest unit; both or neither. */
  paidAmount: nullable(integer),
  paidCurrency: nullable(text),
  live: flag,
  paidAt: time,
  /** What the buyer agreed to when paying, or `null` without consent. */
  consentText: nullable(text),
  /** The version of the terms under which the payment page was opened; `null` before the shop had versions. */
  termsVersion: nullable(text),
  /** The buyer's country, ISO 3166-1, from the payment provider. */
  country: nullable(text),
  /** The VAT within the total; `null` if the payment provider does not calculate it. */
  vatOre: nullable(integer),
  /** The invoice that the payment provider made of it; `null` without one. */
  invoiceId: nullable(text),
} as const;
/** A row of the purchases table. */
export type PurchaseRow = Row<typeof purchaseShape>;

export type Purchase = Omit<PurchaseRow, 'id'> & { lines: PurchaseLine[] };
/**
 * A purchase to be recorded, with whether the payment provider makes an invoice of it, and the URL of the invoice, which
 * only the letter gets, because it expires.
 */
export type NewPurchase = Purchase & { isGift?: boolean; makesInvoice?: boolean; invoiceUrl?: string | null };

export const otherShape = { checkoutSessionId: text, accountId: nullable(text), paidAt: time } as const;
/** Another order of the same buyer, which stays, and unlocks everything that this one does. */
export type OtherOrder = Row<typeof otherShape>;

export const withdrawalShape = {
  /** What buyer and operator call it. */
  reference: text,
  name: text,
  email: text,
  productIds: textList,
  /** What is to be refunded, in öre. */
  refundOre: integer,
  /** The confirmation text that the buyer got, word for word. */
  confirmation: text,
  receivedAt: time,
} as const;
/** A buyer's withdrawal from an order, as they declared it. */
export type Withdrawal = Row<typeof withdrawalShape>;

/** A recorded order with all that is known of it. */
export interface RecordedOrder {
  purchase: Purchase;
  refunds: KnownRefund[];
  disputes: DisputeFact[];
  withdrawal: Withdrawal | null;
  /** The order that stays, by which the same was paid for; `null` for an order that is no double. */
  repeats: OtherOrder | null;
  /** Its confirmation letter; `null` if none was to be sent. */
  confirmation: Confirmation | null;
  /** What it unlocks, and for whom, oldest first. */
  grants: OrderGrant[];
  /** Its gift data; `null` for an order that the buyer keeps. */
  gift: Gift | null;
}
