import { expect } from 'vitest';
import { startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { testFirstFactors } from '#tests/support/first-factors.ts';
import { askIdentity } from '#tests/support/identity-calls.ts';

testFirstFactors(async (options) => {
  const identity = await startIdentityForTests(options);
  return {
    identity,
    send: (operation, input) => askIdentity(identity.url, operation, input),
    // Seconds since 1970, as everywhere in the protocol.
    anyMoment: expect.any(Number),
    close: () => identity.close(),
  };
});
