// Re-authentication: some calls need a sign-in of just now.

import { Refusal } from '#server/refusal.ts';
import type { Account } from './identity-provider.ts';

/** How long ago somebody may have proved who they are for what cannot be taken back, in milliseconds: 10 minutes. */
const recentMs = 10 * 60 * 1000;

/**
 * Refuses what only the owner may do, and not whoever finds the browser open: the password or another factor must have been given
 * just now. Only an id token says when that was (`auth_time`; a renewed one keeps it), so a session's cookie alone never does.
 * @throws {Refusal} `sign_in_too_old`
 */
export function requireRecentSignIn({ signedInAt }: Account, now: Date): void {
  if (signedInAt !== undefined && now.getTime() - signedInAt.getTime() <= recentMs) return;
  throw new Refusal('sign_in_too_old', 'This needs a sign-in of the last ten minutes. Sign in again.');
}
