import {
  CodeMismatchException,
  ExpiredCodeException,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InitiateAuthCommand,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  TooManyFailedAttemptsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wrongCode } from '../support/pool-person.ts';
import { ben } from '../support/stand-in-calls.ts';
import { expectRefusal, type IdentitySdk, openIdentitySdk } from './identity-sdk.ts';

let sdk: IdentitySdk;
afterEach(() => sdk.close());

describe('the limits of the identity stand-in, for @aws-sdk/client-cognito-identity-provider', () => {
  beforeEach(async () => {
    sdk = await openIdentitySdk();
  });

  it('ends access tokens after their hour and refresh tokens after their 30 days', async () => {
    sdk.seedBen();
    const { AuthenticationResult: tokens } = await sdk.signIn();
    const refresh = () =>
      sdk.client.send(
        new GetTokensFromRefreshTokenCommand({
          ClientId: sdk.identity.clientId,
          RefreshToken: tokens?.RefreshToken,
        }),
      );
    sdk.identity.advance(3601);
    await expect(sdk.client.send(new GetUserCommand({ AccessToken: tokens?.AccessToken }))).rejects.toThrow(
      'Access Token has expired',
    );
    expect((await refresh()).AuthenticationResult?.IdToken).toBeTruthy();
    sdk.identity.advance(30 * 24 * 3600);
    await expect(refresh()).rejects.toThrow('Refresh Token has expired');
  });

  it('lets sign-up codes live 24 hours and reset codes 1 hour', async () => {
    await sdk.signUp();
    const code = sdk.identity.codeFor(ben.email);
    sdk.identity.advance(24 * 3600);
    await expect(sdk.confirm(code)).rejects.toThrow('Invalid code provided, please request a code again.');
    await sdk.resend();
    sdk.identity.advance(24 * 3600 - 5);
    await sdk.confirm(sdk.identity.codeFor(ben.email));
    await sdk.forgot();
    sdk.identity.advance(3600);
    await expect(sdk.reset(sdk.identity.codeFor(ben.email), 'Another-2026')).rejects.toThrow(
      ExpiredCodeException,
    );
    await sdk.forgot();
    sdk.identity.standIn.expireCodes('ben');
    await expect(sdk.reset(sdk.identity.codeFor(ben.email), 'Another-2026')).rejects.toThrow(
      ExpiredCodeException,
    );
  });

  it('locks an account for one second after 5 wrong passwords, then twice as long each time', async () => {
    sdk.seedBen();
    const failing = () => sdk.signIn('ben', 'wrong password').catch((error: Error) => error.message);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await failing()).toBe('Incorrect username or password.');
    await expectRefusal(sdk.signIn(), NotAuthorizedException, 'Password attempts exceeded');
    sdk.identity.advance(1);
    expect(await failing()).toBe('Incorrect username or password.');
    sdk.identity.advance(1);
    expect(await failing()).toBe('Password attempts exceeded');
    sdk.identity.advance(1);
    expect((await sdk.signIn()).AuthenticationResult).toBeDefined();
    expect(await failing()).toBe('Incorrect username or password.');
    expect((await sdk.signIn()).AuthenticationResult).toBeDefined();
    for (let tries = 0; tries < 5; tries += 1) await failing();
    sdk.identity.standIn.forgetAttempts('ben');
    expect((await sdk.signIn()).AuthenticationResult).toBeDefined();
  });

  it('stops checking codes and sending mails after 10 in an hour', async () => {
    await sdk.signUp();
    const code = sdk.identity.codeFor(ben.email);
    for (let tries = 0; tries < 10; tries += 1) {
      await expect(sdk.confirm(wrongCode(code))).rejects.toThrow(CodeMismatchException);
    }
    await expect(sdk.confirm(code)).rejects.toThrow(TooManyFailedAttemptsException);
    sdk.identity.advance(3601);
    await sdk.confirm(code);
    for (let tries = 0; tries < 10; tries += 1) await sdk.forgot();
    await expectRefusal(
      sdk.forgot(),
      LimitExceededException,
      'Attempt limit exceeded, please try after some time.',
    );
  });
});

describe('with PreventUserExistenceErrors', () => {
  beforeEach(async () => {
    sdk = await openIdentitySdk({ preventUserExistenceErrors: true });
  });

  it('answers for an unknown user as for a wrong password or a code sent somewhere', async () => {
    await expect(sdk.signIn('nobody')).rejects.toThrow(NotAuthorizedException);
    expect((await sdk.forgot('nobody')).CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL');
    expect((await sdk.resend('nobody')).CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL');
    await expect(sdk.confirm('123456', 'nobody')).rejects.toThrow(ExpiredCodeException);
    await expect(sdk.reset('123456', 'Another-2026', 'nobody')).rejects.toThrow(CodeMismatchException);
    expect(sdk.identity.inbox.list()).toEqual([]);
  });

  it('simulates the SRP challenge of an unknown user, with the same salt each time', async () => {
    const begin = () =>
      sdk.client.send(
        new InitiateAuthCommand({
          AuthFlow: 'USER_SRP_AUTH',
          ClientId: sdk.identity.clientId,
          AuthParameters: { USERNAME: 'nobody', SRP_A: 'abcdef' },
        }),
      );
    const [first, second] = [await begin(), await begin()];
    expect(first.ChallengeName).toBe('PASSWORD_VERIFIER');
    expect(first.ChallengeParameters?.['SALT']).toBe(second.ChallengeParameters?.['SALT']);
    expect(first.ChallengeParameters?.['SRP_B']).not.toBe(second.ChallengeParameters?.['SRP_B']);
  });
});

describe('with a password policy that asks for every kind of character', () => {
  const all = { minimumLength: 8, lowercase: true, uppercase: true, numbers: true, symbols: true };
  beforeEach(async () => {
    sdk = await openIdentitySdk({ passwordPolicy: all });
  });

  it.each([
    ['ADVENTURE-2025', 'Password must have lowercase characters'],
    ['adventure-2025', 'Password must have uppercase characters'],
    ['Adventure-more', 'Password must have numeric characters'],
    ['Adventure2025', 'Password must have symbol characters'],
  ])('refuses %s with "%s"', async (password, reason) => {
    await expectRefusal(
      sdk.signUp({ ...ben, password }),
      InvalidPasswordException,
      `Password did not conform with policy: ${reason}`,
    );
  });
});
