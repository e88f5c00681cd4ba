import { z } from 'zod';

/** Injected faults of mail delivery, each a probability from 0 (never) to 1 (always). */
export const mailFaultsSchema = z.object({
  /** The connection is cut before the letter is accepted. */
  drop: z.number().min(0).max(1).default(0),
  /** "451, try again later", half of them for the recipient, half for the letter. */
  busy: z.number().min(0).max(1).default(0),
  /** The longest delay before each answer, random up to this, in milliseconds. */
  delayMs: z.number().min(0).max(60_000).default(0),
  /** Every sign-in fails. */
  wrongPassword: z.boolean().default(false),
  /** No recipient is accepted, as where a service does not relay for the shop. The answer has no enhanced code, as Exim's. */
  noRelay: z.boolean().default(false),
});
export type MailFaults = z.infer<typeof mailFaultsSchema>;

export const noMailFaults: MailFaults = {
  drop: 0,
  busy: 0,
  delayMs: 0,
  wrongPassword: false,
  noRelay: false,
};

/** Addresses that bounce: those that begin with "bounce". */
export const bounces = (address: string): boolean => /^bounce/i.test(address);
