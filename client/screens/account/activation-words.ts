import type { ActivationResult } from '#client/api/use-code.ts';
import { facts } from '#facts';
import type { ActivationError } from '#shared/api/use-code.ts';
import { productById } from '#shared/catalogue.ts';
import { site } from '#shared/site.ts';
import { downloadById, ownedItems } from '#shared/unlocks.ts';

const words: Readonly<Record<ActivationError, string>> = {
  code_not_found: 'Invalid activation code, please try again.',
  code_revoked: 'This activation code is not valid any longer.',
  user_already_unlocked: 'You already have access to this content!',
  code_already_used: 'This activation code has already been used.',
};
/** "Any other" of the same list (specification, section 8); the account page says it of other calls, too. */
export const somethingWrong = `Something went wrong, please try again or contact ${site.name} support at ${facts.email.support}`;

/**
 * Why a code did not work, or `null` for success: "Valid false with a non-null error shows the message; otherwise
 * 'Success!'" (specification, section 8).
 */
export function activationFault({ valid, error }: Pick<ActivationResult, 'valid' | 'error'>): string | null {
  if (valid || error === null) return null;
  return Object.hasOwn(words, error) ? words[error as ActivationError] : somethingWrong;
}

/** A thing that a code unlocked. */
export interface Unlocked {
  title: string;
  /** The adventure whose cover it shows. */
  world: string;
}

/**
 * The things that a code unlocked. An adventure that only the app knows has no title here. @param unlocks adventure ids
 */
export function unlockedThings(unlocks: readonly string[]): Unlocked[] {
  return ownedItems(unlocks).flatMap((item) => {
    const found = item.kind === 'download' ? downloadById(item.downloadId) : productById(item.productId);
    return found ? [{ title: found.title, world: found.world }] : [];
  });
}
