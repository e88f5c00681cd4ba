import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { expect } from 'vitest';
import { testFirstFactors } from '../support/first-factors.ts';
import type { IdentityAnswer } from '../support/identity-calls.ts';
import { openIdentitySdk } from './identity-sdk.ts';

type Command = Parameters<sdk.CognitoIdentityProviderClient['send']>[0];
const commands = sdk as unknown as Record<string, new (input: object) => Command>;

testFirstFactors(async (options) => {
  const { identity, client, close } = await openIdentitySdk(options);
  return {
    identity,
    async send(operation, input) {
      const Named = commands[`${operation}Command`];
      if (!Named) throw new Error(`The SDK has no ${operation}`);
      return (await client.send(new Named(input))) as IdentityAnswer;
    },
    anyMoment: expect.any(Date),
    close,
  };
});
