import { z } from 'zod';
import { textLimits } from '../operator-limits.ts';
import { moment, reasonedRequestSchema } from './operator.ts';

/** The calls of the operator's page about activation codes. */

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
export const revocationRequestSchema = reasonedRequestSchema.extend({ revoked: z.boolean() });
export type RevocationRequest = z.infer<typeof revocationRequestSchema>;
export const revocationSchema = z.object({ changed: z.int() });

/** The body of `operatorCode`: as somebody typed it. */
export const codeRequestSchema = z.object({ code: z.string().max(textLimits.search) });
/** Its answer: a code with its state, and who redeemed it. */
export const operatorCodeSchema = z.object({
  code: z.string(),
  /** `null` for a code that is in none. */
  batchId: z.int().nullable(),
  campaign: z.string(),
  unlocks: z.array(z.string()),
  mostRedemptions: z.int(),
  expiresAt: moment.nullable(),
  /** By the server's clock. */
  expired: z.boolean(),
  revokedAt: moment.nullable(),
  /** The account is `null` when it was erased. */
  redemptions: z.array(z.object({ accountId: z.string().nullable(), redeemedAt: moment })),
});
export type OperatorCode = z.infer<typeof operatorCodeSchema>;
/** The body of `operatorCodeRevocation`. */
export const codeRevocationRequestSchema = codeRequestSchema.extend(revocationRequestSchema.shape);
export type CodeRevocationRequest = z.infer<typeof codeRevocationRequestSchema>;
