import type { StartedIdentity } from '#sandbox/identity/start-for-tests.ts';

export const eva = { username: 'eva', email: 'eva@example.com', password: 'Adventure-2025' };

/** Calls of the identity stand-in over the wire, without a library. @param identity the one of the test that runs */
export function callsTo(identity: () => StartedIdentity) {
  return {
    seedEva: () => identity().standIn.seedUser({ ...eva, emailVerified: true, confirmed: true }),
    /** @param body sent as it is when it is a text */
    call: (operation: string, body: unknown) =>
      fetch(identity().url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}
