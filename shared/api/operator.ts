import { z } from 'zod';
import { mostCheckoutProducts } from './checkout.ts';
import { chargedSchema, deliverySchema, orderStatuses } from './orders.ts';
import { deviceKinds } from './web-vitals.ts';

/**
 * The calls of the operator's page: for members of the configured group, with the id token as
 * bearer. Times are ISO 8601 in UTC, days `YYYY-MM-DD` in Stockholm, amounts öre.
 */

const moment = z.iso.datetime();

const salesFigureSchema = z.object({ key: z.string(), sold: z.int(), ore: z.int() });

const attentionSchema = z.object({
  checkoutSessionId: z.string(),
  reason: z.string(),
  subject: z.string(),
  raisedAt: moment,
});
export type OperatorAttention = z.infer<typeof attentionSchema>;

/** The median and the 90th percentile; milliseconds. */
const spreadSchema = z.object({ visits: z.int(), half: z.int(), nineOfTen: z.int() });
export type Spread = z.infer<typeof spreadSchema>;

/** The answer of `operatorToday`: open questions, sales, page speed, faults. */
export const operatorTodaySchema = z.object({
  /** Real payments, or those made with a test key. */
  live: z.boolean(),
  /** Orders with open questions, oldest first, with as much of the order as shows whether it is urgent. */
  attention: z.array(
    attentionSchema.extend({
      order: z.object({
        ...{ totalOre: z.int(), currency: z.string(), paidAt: moment, live: z.boolean() },
        /** What was to go back when its buyer withdrew; `null` when nobody has. */
        withdrawnOre: z.int().nullable(),
      }),
    }),
  ),
  /** For the last days in the shop's time zone, including today; amounts before refunds. */
  sales: z.array(z.object({ days: z.int(), orders: z.int(), ore: z.int() })),
  /** Page speed in visitors' browsers (Web Vitals) since this process started; `null` if that is switched off. */
  speed: z
    .object({
      since: moment,
      devices: z.array(
        z.object({
          device: z.enum(deviceKinds),
          /** From an interaction to the next frame (INP). */
          answers: spreadSchema.nullable(),
          /** From the navigation until the largest picture or text is shown (LCP). */
          shows: spreadSchema.nullable(),
        }),
      ),
    })
    .nullable(),
  trouble: z.array(
    z.object({
      what: z.enum(['mail_service', 'letters', 'restore_drill', 'imports']),
      count: z.int(),
      since: moment.nullable(),
    }),
  ),
  /** When the payment provider's newest event was delivered; `null` before the first. */
  lastEventAt: moment.nullable(),
});
export type OperatorToday = z.infer<typeof operatorTodaySchema>;

/** The answer of `operatorFigures`. */
export const operatorFiguresSchema = z.object({
  /** The first and the last day, both included. */
  since: z.iso.date(),
  until: z.iso.date(),
  /** Real payments, or those made with a test key. */
  live: z.boolean(),
  byProduct: z.array(salesFigureSchema),
  byDay: z.array(salesFigureSchema),
  refundedOre: z.int(),
  byCampaign: z.array(z.object({ campaign: z.string(), redemptions: z.int() })),
});
export type OperatorFigures = z.infer<typeof operatorFiguresSchema>;

/** The answer of `operatorBooks`: the tables, each as a CSV file. */
export const operatorBooksSchema = z.object({
  files: z.array(z.object({ fileName: z.string(), csv: z.string() })),
});

/** The answer of `operatorMail`: the state of the mail service and the outbox. */
export const operatorMailSchema = z.object({
  /** Whether there is a mail service. */
  isSetUp: z.boolean(),
  /** Why nothing can be sent at present, as codes, and since when; both `null` while it can. */
  fault: z.string().nullable(),
  faultSince: moment.nullable(),
  waiting: z.int(),
  /** When the oldest waiting letter was written; `null` without one. */
  oldest: moment.nullable(),
  /** Letters of the last 30 days that their address refused, or that were given up: newest first, at most 100. */
  trouble: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      state: z.enum(['refused', 'dead']),
      fault: z.string().nullable(),
      endedAt: moment,
      checkoutSessionId: z.string().nullable(),
      /** Whether it can be sent again: it went to the address of its order. */
      mayRetry: z.boolean(),
    }),
  ),
});
export type OperatorMail = z.infer<typeof operatorMailSchema>;

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
export const orderSearchSchema = z.object({ query: z.string().max(300) });
/** The answer of `operatorOrders`: the newest first, at most 50. */
export const operatorOrdersSchema = z.object({ orders: z.array(orderSummarySchema) });
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
  attention: z.array(attentionSchema),
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

/** The body of actions on something that the path names: the reason, for the audit log. */
export const reasonedRequestSchema = z.object({ reason: z.string().max(1000) });
export type ReasonedRequest = z.infer<typeof reasonedRequestSchema>;

/** Some of an order's products. */
const someProducts = z.array(z.string().max(100)).min(1).max(mostCheckoutProducts).readonly();

/** The body of `operatorRefund`. */
export const refundRequestSchema = reasonedRequestSchema.extend({
  /**
   * All that is left of the order, what its buyer withdrew from, or products by their ids. Without a default: a request
   * of an older page must not give back more than it meant.
   */
  what: z.union([z.enum(['all', 'withdrawn']), someProducts]),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;
export type RefundScope = RefundRequest['what'];

/** The body of `operatorRefundNames`: what a refund that names no product was for. */
export const refundNamesRequestSchema = reasonedRequestSchema.extend({
  refundId: z.string().max(300),
  productIds: someProducts,
});
export type RefundNamesRequest = z.infer<typeof refundNamesRequestSchema>;
export const refundNamesSchema = z.object({ productIds: z.array(z.string()) });

/** The answer of `operatorRefund`: the refunded amount in öre, and the refund's status at the payment provider. */
export const refundSchema = z.object({
  refundId: z.string(),
  status: z.string(),
  amountOre: z.int(),
  currency: z.string(),
  /** The order's invoice, which a refund leaves as it is. */
  invoiceId: z.string().nullable(),
});

/** The answer of `operatorReceipt`: the address that the payment provider sends it to. */
export const receiptSchema = z.object({ email: z.string() });

/** The body of `operatorMove`. */
export const moveRequestSchema = z.object({ to: z.string().max(300), reason: z.string().max(1000) });
export type MoveRequest = z.infer<typeof moveRequestSchema>;
export const moveSchema = z.object({ from: z.string(), to: z.string() });

/** The answer of `operatorResync`: the order's outcome, and how many refunds or disputes were new. */
export const resyncSchema = z.object({
  outcome: z.string(),
  news: z.int(),
  /** Where the payment stands, as in an order's `status`, when it is not settled. */
  status: z.string().optional(),
});

/** The body of `operatorDecision`: closes an open question, as listed by `operatorOrder`. */
export const decisionRequestSchema = z.object({
  what: z.string().max(100),
  about: z.string().max(300),
  reason: z.string().max(1000),
});
export type DecisionRequest = z.infer<typeof decisionRequestSchema>;

/** A text to be read here, or saved as a file. */
export const textFileSchema = z.object({ fileName: z.string(), text: z.string() });

const codeBatchSchema = z.object({
  id: z.int(),
  campaign: z.string(),
  unlocks: z.array(z.string()),
  codes: z.int(),
  redeemed: z.int(),
  revoked: z.int(),
  mostRedemptions: z.int(),
  expiresAt: moment.nullable(),
  createdAt: moment,
  createdBy: z.string(),
});
export type OperatorCodeBatch = z.infer<typeof codeBatchSchema>;

/** The answer of `operatorCodeBatches`: the newest first. */
export const operatorCodeBatchesSchema = z.object({ batches: z.array(codeBatchSchema) });
export type OperatorCodeBatches = z.infer<typeof operatorCodeBatchesSchema>;

/** The body of `operatorNewCodeBatch`. */
export const newCodeBatchRequestSchema = z.object({
  campaign: z.string().max(1000),
  unlocks: z.array(z.string().max(100)).max(50),
  count: z.number(),
  mostRedemptions: z.number(),
  /** The last day on which they work, or `null` for ever. */
  expires: z.string().max(100).nullable(),
});
export type NewCodeBatchRequest = z.infer<typeof newCodeBatchRequestSchema>;
export const newCodeBatchSchema = z.object({ batchId: z.int(), codes: z.array(z.string()) });
export type NewCodeBatchAnswer = z.infer<typeof newCodeBatchSchema>;

/** The body of `operatorRevocation`. */
export const revocationRequestSchema = z.object({ revoked: z.boolean(), reason: z.string().max(1000) });
export type RevocationRequest = z.infer<typeof revocationRequestSchema>;
export const revocationSchema = z.object({ changed: z.int() });

/** The body of `operatorCode`: as somebody typed it. */
export const codeRequestSchema = z.object({ code: z.string().max(300) });
/** Its answer: a code with its state, and who redeemed it. */
export const operatorCodeSchema = z.object({
  code: z.string(),
  /** `null` for a code that is in none. */
  batchId: z.int().nullable(),
  campaign: z.string(),
  unlocks: z.array(z.string()),
  mostRedemptions: z.int(),
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
  /** The account is `null` when it was erased. */
  redemptions: z.array(z.object({ accountId: z.string().nullable(), redeemedAt: moment })),
});
export type OperatorCode = z.infer<typeof operatorCodeSchema>;
/** The body of `operatorCodeRevocation`. */
export const codeRevocationRequestSchema = codeRequestSchema.extend(revocationRequestSchema.shape);
export type CodeRevocationRequest = z.infer<typeof codeRevocationRequestSchema>;

/** The answer of `operatorActions`: the audit log, newest first, 50 entries or the query's `most` (at most 500). */
export const operatorActionsSchema = z.object({
  actions: z.array(
    z.object({
      at: moment,
      actor: z.string(),
      action: z.string(),
      subject: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
export type OperatorActions = z.infer<typeof operatorActionsSchema>;
