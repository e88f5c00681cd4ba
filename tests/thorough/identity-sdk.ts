import {
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect } from 'vitest';
import type { IdentityOptions } from '../../sandbox/identity/identity-stand-in.ts';
import { startIdentityForTests } from '../../sandbox/identity/start-for-tests.ts';
import { ben } from '../support/stand-in-calls.ts';

/** The calls of a client as the AWS SDK makes them, without a change to it, against an identity stand-in of its own. */
export type IdentitySdk = Awaited<ReturnType<typeof openIdentitySdk>>;

export async function openIdentitySdk(
  options: Partial<Pick<IdentityOptions, 'preventUserExistenceErrors' | 'passwordPolicy'>> = {},
) {
  const identity = await startIdentityForTests(options);
  const client = new CognitoIdentityProviderClient({
    region: 'eu-north-1',
    endpoint: identity.url,
    // Every operation here is one that needs no AWS credentials; these are only asked for.
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  });

  const signUp = (user = ben) =>
    client.send(
      new SignUpCommand({
        ClientId: identity.clientId,
        Username: user.username,
        Password: user.password,
        UserAttributes: [{ Name: 'email', Value: user.email }],
      }),
    );
  const confirm = (ConfirmationCode: string, Username = ben.username, ForceAliasCreation = false) =>
    client.send(
      new ConfirmSignUpCommand({
        ClientId: identity.clientId,
        Username,
        ConfirmationCode,
        ForceAliasCreation,
      }),
    );
  const resend = (Username = ben.username) =>
    client.send(new ResendConfirmationCodeCommand({ ClientId: identity.clientId, Username }));
  const signIn = (USERNAME = ben.username, PASSWORD = ben.password) =>
    client.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: identity.clientId,
        AuthParameters: { USERNAME, PASSWORD },
      }),
    );
  const forgot = (Username = ben.username) =>
    client.send(new ForgotPasswordCommand({ ClientId: identity.clientId, Username }));
  const reset = (ConfirmationCode: string, Password: string, Username = ben.username) =>
    client.send(
      new ConfirmForgotPasswordCommand({ ClientId: identity.clientId, Username, ConfirmationCode, Password }),
    );

  return {
    identity,
    client,
    signUp,
    confirm,
    resend,
    signIn,
    forgot,
    reset,
    seedBen: () => identity.standIn.seedUser({ ...ben, emailVerified: true, confirmed: true }),
    async close() {
      client.destroy();
      await identity.close();
    },
  };
}

/** The SDK's own class for the exception, and the service's words. */
export async function expectRefusal(
  call: Promise<unknown>,
  type: abstract new (...parts: never[]) => Error,
  message: string,
) {
  const error: unknown = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(type);
  expect(error).toHaveProperty('message', message);
}
