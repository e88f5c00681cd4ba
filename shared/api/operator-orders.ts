import { z } from 'zod';
import { textLimits } from '../operator-limits.ts';
import { mostCheckoutProducts } from './checkout.ts';
import { attentionSchema, moment, reasonedRequestSchema } from './operator.ts';
import { chargedSchema, deliverySchema, orderStatuses } from './orders.ts';

/** The calls of the operator's page about orders. */

export const orderSummarySchema = z.object({
  checkoutSessionId: z.string(),
  paymentIntentId: z.string().nullable(),
  email: z.string(),
  accountId: z.string().nullable(),
  totalOre: z.int(),
  currency: z.string(),
  live: z.boolean(),
  paidAt: moment,
  productIds: z.array(z.string()),
  standing: z.enum(orderStatuses),
  /** Letters to its address that were refused or given up. */
  lettersInTrouble: z.int(),
});
export type OperatorOrderSummary = z.infer<typeof orderSummarySchema>;

/**
 * The body of `operatorOrders`: a part of the address, the checkout session, the payment or the account; empty for the
 * newest.
 */
export const orderSearchSchema = z.object({ query: z.string().max(textLimits.search) });
/** The answer of `operatorOrders`: the newest first, at most 50. */
export const operatorOrdersSchema = z.object({
  orders: z.array(orderSummarySchema),
  /** Whether there are older ones as well. */
  more: z.boolean(),
});
export type OperatorOrders = z.infer<typeof operatorOrdersSchema>;

/** The answer of `operatorOrder`. */
export const operatorOrderSchema = z.object({
  summary: orderSummarySchema,
  /** Present when the payment page charged the buyer's own currency instead. */
  charged: chargedSchema.optional(),
  /** Present for a gift. */
  gift: z
    .object({
      /** When somebody opened it; `null` while nobody has. */
      openedAt: moment.nullable(),
      /** The letter's recipient, masked; `null` for a card to print, and before anything was written. */
      recipient: z.string().nullable(),
      sendOn: z.iso.date().nullable(),
      /** The state of the newest letter; `null` if there is none. */
      letter: deliverySchema.nullable(),
    })
    .optional(),
  /** Present when the buyer has withdrawn. */
  withdrawal: z
    .object({
      reference: z.string(),
      receivedAt: moment,
      /** As they were declared: the address may be another than the order's. */
      name: z.string(),
      email: z.string(),
      productIds: z.array(z.string()),
      /** What was to go back when it was declared. */
      refundOre: z.int(),
    })
    .optional(),
  /** Until when its products can be withdrawn from, or when that ended, in words; empty when there is nothing to say. */
  mayWithdraw: z.string(),
  /** What the buyer agreed to, word for word, and the version of the terms; `null` where there was none. */
  consentText: z.string().nullable(),
  termsVersion: z.iso.date().nullable(),
  /** As the payment provider knows them; `null` where it does not. */
  country: z.string().nullable(),
  vatOre: z.int().nullable(),
  invoiceId: z.string().nullable(),
  /** `returned`: a refund names it. */
  lines: z.array(z.object({ productId: z.string(), priceOre: z.int(), returned: z.boolean() })),
  payments: z.array(
    z.object({ kind: z.enum(['refund', 'dispute']), id: z.string(), status: z.string(), amountOre: z.int() }),
  ),
  grants: z.array(
    z.object({
      adventureId: z.string(),
      accountId: z.string().nullable(),
      /** Why it is not in effect, or `null` when it is. */
      withheld: z.string().nullable(),
    }),
  ),
  history: z.array(
    z.object({
      at: moment,
      adventureId: z.string(),
      what: z.string(),
      reason: z.string(),
      actor: z.string(),
    }),
  ),
  moves: z.array(
    z.object({ at: moment, from: z.string(), to: z.string(), reason: z.string(), actor: z.string() }),
  ),
  /** What operators did to it, oldest first; look-ups are left out. */
  actions: z.array(
    z.object({ at: moment, actor: z.string(), action: z.string(), reason: z.string().nullable() }),
  ),
  attention: z.array(attentionSchema),
  /** The open questions about two orders for the same of which it is one. */
  paidTwice: z.array(z.object({ double: z.string(), stays: z.string() })),
  /** The letters about it, oldest first. */
  letters: z.array(
    z.object({
      kind: z.string(),
      state: z.string(),
      fault: z.string().nullable(),
      writtenAt: moment,
      endedAt: moment.nullable(),
    }),
  ),
});
export type OperatorOrder = z.infer<typeof operatorOrderSchema>;

/** Some of an order's products. */
const someProducts = z.array(z.string().max(100)).min(1).max(mostCheckoutProducts).readonly();

/**
 * The question about the order that a refund, or the name of one, answers, as listed by `operatorOrder`: it is refused
 * when that is not open any more. Without it when no question was answered.
 */
const answered = z.object({ reason: z.string().max(100), subject: z.string().max(300) });
export type AnsweredQuestion = z.infer<typeof answered>;

/** The body of `operatorRefund`. */
export const refundRequestSchema = reasonedRequestSchema.extend({
  /**
   * All that is left of the order, what its buyer withdrew from, or products by their ids. Without a default: a request
   * of an older page must not give back more than it meant.
   */
  what: z.union([z.enum(['all', 'withdrawn']), someProducts]),
  answers: answered.optional(),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;
export type RefundScope = RefundRequest['what'];

/** The body of `operatorRefundNames`: what a refund that names no product was for. */
export const refundNamesRequestSchema = reasonedRequestSchema.extend({
  refundId: z.string().max(300),
  productIds: someProducts,
  answers: answered.optional(),
});
export type RefundNamesRequest = z.infer<typeof refundNamesRequestSchema>;
export const refundNamesSchema = z.object({ productIds: z.array(z.string()) });

/** The answer of `operatorRefund`: the refunded amount, and the refund's status at the payment provider. */
export const refundSchema = z.object({
  refundId: z.string(),
  status: z.string(),
  /** In the smallest unit of the currency. */
  amountOre: z.int(),
  currency: z.string(),
  /** The order's invoice, which a refund leaves as it is. */
  invoiceId: z.string().nullable(),
});
export type MadeRefund = z.infer<typeof refundSchema>;

/** The answer of `operatorReceipt`: the address that the payment provider sends it to. */
export const receiptSchema = z.object({ email: z.string() });

/** The body of `operatorMove`. */
export const moveRequestSchema = reasonedRequestSchema.extend({ to: z.string().max(300) });
export type MoveRequest = z.infer<typeof moveRequestSchema>;
export const moveSchema = z.object({ from: z.string(), to: z.string() });

/** The answer of `operatorResync`: what a comparison of the order with the payment provider found. */
export const resyncSchema = z.object({
  outcome: z.string(),
  /** How many refunds or disputes were new. */
  news: z.int(),
  /** Where the payment stands, as in an order's `status`, when it is not settled. */
  status: z.string().optional(),
});
export type ResyncFindings = z.infer<typeof resyncSchema>;

/** The body of `operatorDecision`: closes an open question, as listed by `operatorOrder`. */
export const decisionRequestSchema = reasonedRequestSchema.extend({
  what: z.string().max(100),
  about: z.string().max(300),
});
export type DecisionRequest = z.infer<typeof decisionRequestSchema>;
