// Re-authentication: some calls need a sign-in within the last minutes.

import type { Account } from '#server/identity/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import { recentSignInMs } from '#shared/recent-sign-in.ts';

/**
 * Refuses unless the person has just signed in, so that somebody who finds an open browser cannot do what only the owner
 * may. Only an id token says when that was (`auth_time`; a renewed one keeps it), so a session cookie alone is never
 * enough.
 * @throws {Refusal} `sign_in_too_old`
 */
export function requireRecentSignIn({ signedInAt }: Account, now: Date): void {
  if (signedInAt !== undefined && now.getTime() - signedInAt.getTime() <= recentSignInMs) return;
  throw new Refusal('sign_in_too_old', 'This needs a sign-in of the last ten minutes. Sign in again.');
}
