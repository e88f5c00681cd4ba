import { z } from 'zod';
import { codeLimits } from '../operator-limits.ts';

/** Why an activation code did not work (specification, section 8). */
const activationErrors = [
  'code_not_found',
  'code_revoked',
  'user_already_unlocked',
  'code_already_used',
] as const;
export type ActivationError = (typeof activationErrors)[number];

/** The body of `useCode`. */
export const useCodeRequestSchema = z.object({
  activationCode: z
    .string()
    .min(1)
    .max(codeLimits.code)
    .describe('As it was typed: case, spaces and dashes do not matter.'),
});
export type UseCodeRequest = z.infer<typeof useCodeRequestSchema>;

/** Answered with 200 whether or not the code worked; `unlocks` lists the adventure ids it gave. */
export const useCodeResponseSchema = z.object({
  valid: z.boolean().describe('Whether the account owns now what the code unlocks.'),
  error: z.enum(activationErrors).nullable().describe('Why it did not work; null when it did.'),
  unlocks: z.array(z.string()).describe('The adventure ids of the code; empty when it did not work.'),
});
export type UseCodeResponse = z.infer<typeof useCodeResponseSchema>;
