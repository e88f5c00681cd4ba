import { ButtonLink } from '#client/ui/Button.tsx';
import { useHydrated } from '#client/ui/use-hydrated.ts';

/** The path of a claim link. In memory: a secret is in no storage, and ends with the document. */
let waiting: string | null = null;

/** Remembers the claim link that is being opened; `null` once it is used, or nothing is to be had by it. */
export function rememberOpening(path: string | null): void {
  waiting = path;
}

/**
 * For whoever left the page of a claim link to create an account or to reset a password, and now finds nothing in the cart
 * or on the account: the way back to the link.
 */
export function OpeningWaits() {
  return useHydrated() && waiting !== null ? (
    <>
      <p>What you were opening is not on your account yet: one more press on its page puts it there.</p>
      <ButtonLink href={waiting}>Back to what you were opening</ButtonLink>
    </>
  ) : null;
}
