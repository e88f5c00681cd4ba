import type { StartedIdentity } from '#sandbox/identity/start-for-tests.ts';
import { callIdentity } from './identity-calls.ts';

export const eva = { username: 'eva', email: 'eva@example.com', password: 'Adventure-2025' };
export const ben = { username: 'ben', email: 'ben@example.com', password: 'Adventure-2025' };

/** Calls of the identity stand-in. @param identity returns that of the current test */
export function callsTo(identity: () => StartedIdentity) {
  return {
    seedEva: () => identity().standIn.seedUser({ ...eva, emailVerified: true, confirmed: true }),
    /** @param body sent as it is when it is a text */
    call: (operation: string, body: unknown) => callIdentity(identity().url, operation, body),
  };
}
