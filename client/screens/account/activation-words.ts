import type { ActivationResult } from '#client/api/use-code.ts';
import type { ActivationError } from '#shared/api/use-code.ts';
import { somethingWrong } from './call-fault.ts';

const words: Readonly<Record<ActivationError, string>> = {
  code_not_found: 'Invalid activation code, please try again.',
  code_revoked: 'This activation code is not valid any longer.',
  user_already_unlocked: 'You already have access to this content!',
  code_already_used: 'This activation code has already been used.',
};

/**
 * Why a code did not work, or `null` for success: "Valid false with a non-null error shows the message; otherwise
 * 'Success!'" (specification, section 8).
 */
export function activationFault({ valid, error }: Pick<ActivationResult, 'valid' | 'error'>): string | null {
  if (valid || error === null) return null;
  return Object.hasOwn(words, error) ? words[error as ActivationError] : somethingWrong;
}
