import { z } from 'zod';
import { replaceUnseen } from '../unseen.ts';
import { longestWithdrawalName } from '../withdrawal-limits.ts';

/** A text on one line, so that it cannot pretend to be another part of the letter. */
const onOneLine = (text: string) => replaceUnseen(text, ' ').replace(/ {2,}/g, ' ').trim();

/**
 * The body of `withdraw`: withdraw from a purchase, in two steps. Without `confirm` nothing is stored: the answer says what
 * a confirmation would do. With it the withdrawal is declared; sending it again answers with the first one.
 */
export const withdrawalRequestSchema = z.object({
  /** The order's id: the checkout session of the link from the payment page. */
  orderId: z.string().max(250),
  name: z
    .string()
    .max(longestWithdrawalName)
    .transform(onOneLine)
    .pipe(z.string().min(1, 'Enter your name.')),
  /** Where the buyer can be reached about it. */
  email: z.string().max(1000),
  confirm: z.boolean().default(false),
});
export type WithdrawalRequest = z.input<typeof withdrawalRequestSchema>;

export const withdrawalSchema = z.object({
  status: z.enum(['to_confirm', 'received']),
  /** The products that are withdrawn from. */
  products: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Products of the order whose right of withdrawal has ended; they stay unlocked. */
  kept: z.array(z.object({ id: z.string(), title: z.string() })),
  /** True when the products stay unlocked through another order of the same buyer. */
  staysUnlocked: z.boolean().optional(),
  /** The refund, in öre. */
  refundOre: z.int(),
  currency: z.string(),
  /** The refund in the currency that the buyer paid, if that was another one. */
  refundText: z.string(),
  /** Present when `received`. */
  received: z
    .object({
      reference: z.string(),
      /** ISO 8601 in UTC. */
      at: z.iso.datetime(),
      /**
       * A plain text to keep: the statement, what it covers, and when it was received. Contains name and address, so only
       * for someone who enters the address of the statement.
       */
      confirmation: z.string().optional(),
    })
    .optional(),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;
