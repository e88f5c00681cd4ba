import { z } from 'zod';
import { replaceUnseen } from '../unseen.ts';

/** Longest name a statement takes, in characters. */
const longestWithdrawalName = 200;

/** A text that cannot pretend to be more than one line of the letter it is put into. */
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
  /** The products that are given back. */
  products: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Products of the order whose right of withdrawal has ended; they stay unlocked. */
  kept: z.array(z.object({ id: z.string(), title: z.string() })),
  /** True when the products stay unlocked all the same, by an earlier order of the same buyer. */
  staysUnlocked: z.boolean().optional(),
  /** What will be paid back, in öre. */
  refundOre: z.int(),
  currency: z.string(),
  /** The same as the buyer will see it, in the currency they paid in where that was another one. */
  refundText: z.string(),
  /** Present when `received`. */
  received: z
    .object({
      reference: z.string(),
      /** ISO 8601 in UTC. */
      at: z.iso.datetime(),
      /**
       * A plain text to keep: the statement, what it covers, and when it came in. Only for who gives the address of the
       * statement: it holds name and address.
       */
      confirmation: z.string().optional(),
    })
    .optional(),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;
