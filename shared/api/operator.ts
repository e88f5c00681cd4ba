import { z } from 'zod';
import { textLimits } from '../operator-limits.ts';
import { deviceKinds } from './web-vitals.ts';

/**
 * The calls of the operator's page: for members of the configured group, with the id token as
 * bearer. Times are ISO 8601 in UTC, days `YYYY-MM-DD` in Stockholm, amounts öre.
 */

export const moment = z.iso.datetime();

/** `key` is a product's id, or a day in the shop's time zone; `ore` was charged, before refunds. */
const salesFigureSchema = z.object({ key: z.string(), sold: z.int(), ore: z.int() });

export const attentionSchema = z.object({
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
        totalOre: z.int(),
        currency: z.string(),
        paidAt: moment,
        live: z.boolean(),
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
      what: z.enum(['mail_service', 'letters', 'letters_put_off', 'restore_drill', 'imports']),
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
  /** What has left the shop again, by refunds and lost disputes, in öre. */
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
  /** The answers with which the mail service has put off waiting letters, those of the most letters first, at most five. */
  putOff: z.array(z.object({ fault: z.string(), letters: z.int() })),
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

/** The reason for an operator's action, for the audit log: the whole body where the path names the rest. */
export const reasonedRequestSchema = z.object({ reason: z.string().max(textLimits.reason) });
export type ReasonedRequest = z.infer<typeof reasonedRequestSchema>;

/** The body and the answer of `operatorLettersRetry`: all letters that are undelivered since a day are sent again. */
export const lettersRetrySchema = reasonedRequestSchema.extend({ since: z.string().max(10) });
export const lettersRetriedSchema = z.object({ letters: z.int() });
export type LettersRetry = z.infer<typeof lettersRetrySchema>;

/** A text to be read here, or saved as a file. */
export const textFileSchema = z.object({ fileName: z.string(), text: z.string() });

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
