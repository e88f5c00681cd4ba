import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { createIdentity } from './cognito.ts';
import { callService } from './cognito-call.ts';
import { nextStep } from './cognito-challenges.ts';
import type { Identity, SignInResult } from './identity.ts';
import {
  authenticatorFault,
  confirmFailure,
  identityMessages,
  resetCodeFailure,
  signUpFault,
} from './identity-error.ts';
import { IdentityProblem } from './identity-problem.ts';
import { mailCodeFailure, mailedCodeFailure, secondFactorFailure, signInFailure } from './sign-in-failure.ts';

const ada = { username: 'ada', email: 'ada@example.com', password: 'Long-Enough-1' };
let service: StartedIdentity;
let identity: Identity;

beforeEach(async () => {
  service = await startIdentityForTests();
  const { userPoolId, clientId, url: endpoint } = service;
  identity = createIdentity({ userPoolId, clientId, endpoint });
});
afterEach(() => service.close());

const refusal = (work: Promise<unknown>): Promise<IdentityProblem> =>
  work.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(IdentityProblem);
      return error as IdentityProblem;
    },
  );

async function confirmed(): Promise<void> {
  await identity.signUp(ada);
  await identity.confirmSignUp(ada.username, service.codeFor(ada.email));
}

test('sign up, confirm, sign in: tokens for the server, and where the code went', async () => {
  const { confirmed: already, destination } = await identity.signUp(ada);
  expect(already).toBe(false);
  expect(destination).toMatch(/^a\*+@/);
  await identity.confirmSignUp(ada.username, service.codeFor(ada.email));
  const result = await identity.signIn(ada.username, ada.password);
  expect(result).toEqual({
    kind: 'tokens',
    tokens: {
      idToken: expect.stringContaining('.'),
      accessToken: expect.stringContaining('.'),
      refreshToken: expect.any(String),
    },
  });
});

test('a verified e-mail address signs in as well as the username', async () => {
  await confirmed();
  expect((await identity.signIn(ada.email, ada.password)).kind).toBe('tokens');
});

test('an unconfirmed account moves to the confirmation step', async () => {
  await identity.signUp(ada);
  expect(signInFailure(await refusal(identity.signIn(ada.username, ada.password)))).toEqual({
    next: 'CONFIRM',
  });
});

test('a wrong password and an unknown user get the same generic text', async () => {
  await confirmed();
  const wrong = signInFailure(await refusal(identity.signIn(ada.username, 'Something-Else-1')));
  expect(wrong).toEqual(signInFailure(await refusal(identity.signIn('nobody', ada.password))));
  expect(wrong).toMatchObject({ fault: { message: identityMessages.loginFailed } });
});

test('the invalid-character messages belong to the real answers of the service', async () => {
  expect(signUpFault(await refusal(identity.signUp({ ...ada, username: 'ada lovelace' }))).fields).toEqual({
    username: 'Username contains invalid characters (such as spaces)',
  });
  expect(signUpFault(await refusal(identity.signUp({ ...ada, password: '12345' }))).fields).toEqual({
    password: 'Password must be at least 8 characters long',
  });
});

test('a taken username is said as the provider says it', async () => {
  await confirmed();
  const fault = signUpFault(await refusal(identity.signUp(ada)));
  expect(fault.fields.username).toMatch(/exists/);
});

test("confirming never takes another account's e-mail alias away", async () => {
  await confirmed();
  await identity.signUp({ ...ada, username: 'eve' });
  const refused = await refusal(identity.confirmSignUp('eve', service.codeFor(ada.email)));
  expect(refused.code).toBe('AliasExistsException');
  expect((await identity.signIn(ada.email, ada.password)).kind).toBe('tokens');
});

test("a wrong code is 'Invalid verification code'; another one can be sent", async () => {
  await identity.signUp(ada);
  const right = service.codeFor(ada.email);
  const wrong = right === '000000' ? '000001' : '000000';
  expect(confirmFailure(await refusal(identity.confirmSignUp(ada.username, wrong)))).toMatchObject({
    fault: { fields: { code: 'Invalid verification code' } },
  });
  expect((await identity.resendCode(ada.username)).destination).toMatch(/@/);
  await identity.confirmSignUp(ada.username, service.codeFor(ada.email));
  const again = await refusal(identity.confirmSignUp(ada.username, service.codeFor(ada.email)));
  expect(confirmFailure(again)).toEqual({ next: 'CONFIRMED' });
});

test('a forgotten password is replaced with a code', async () => {
  await confirmed();
  await identity.forgotPassword(ada.username);
  await identity.confirmForgotPassword(ada.username, service.codeFor(ada.email), 'Another-One-2');
  expect((await identity.signIn(ada.username, 'Another-One-2')).kind).toBe('tokens');
});

test('a forgotten password of an unconfirmed account asks for the confirmation first', async () => {
  await identity.signUp(ada);
  expect(resetCodeFailure(await refusal(identity.forgotPassword(ada.username)))).toEqual({ next: 'CONFIRM' });
});

test('password-reset-required leads to the reset step', async () => {
  await confirmed();
  service.standIn.requirePasswordReset(ada.username);
  expect(signInFailure(await refusal(identity.signIn(ada.username, ada.password)))).toEqual({
    next: 'RESET',
  });
});

test('an account made by an operator chooses its own password', async () => {
  service.standIn.inviteUser({
    username: 'guest',
    email: 'guest@example.com',
    temporaryPassword: 'Temp-0000',
  });
  const first = await identity.signIn('guest', 'Temp-0000');
  if (first.kind !== 'new-password-required') throw new Error(`It was ${first.kind}`);
  expect((await refusal(first.complete('short'))).code).toMatch(/InvalidPassword|InvalidParameter/);
  expect(await first.complete('My-Own-Password-1')).toMatchObject({ kind: 'tokens' });
  expect((await identity.signIn('guest', 'My-Own-Password-1')).kind).toBe('tokens');
});

test('a connection that breaks is a NetworkError, in every operation', async () => {
  await service.close();
  const works = [
    identity.signIn('ada', 'x'),
    identity.signUp(ada),
    identity.confirmSignUp('ada', '1'),
    identity.resendCode('ada'),
    identity.forgotPassword('ada'),
    identity.confirmForgotPassword('ada', '1', 'x'),
  ];
  const refusals = await Promise.all(works.map(refusal));
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['NetworkError']));
  service = await startIdentityForTests();
});

/** Ada signed in, with an authenticator app from now on. @returns its secret */
async function withAuthenticator(): Promise<string> {
  const person = await signedIn();
  const secret = await identity.newAuthenticator(person);
  await identity.confirmAuthenticator(person, service.authenticatorCode(secret));
  return secret;
}

/** @returns the access token */
async function signedIn(): Promise<string> {
  await confirmed();
  const result = await identity.signIn(ada.username, ada.password);
  if (result.kind !== 'tokens') throw new Error(`It was ${result.kind}`);
  return result.tokens.accessToken;
}

/** A sign-in that asks for the code of an authenticator app. */
async function halfSignedIn() {
  const result = await identity.signIn(ada.username, ada.password);
  if (result.kind !== 'second-factor') throw new Error(`It was ${result.kind}`);
  return result;
}
const wrongCode = (right: string) => (right === '000000' ? '000001' : '000000');

test('an authenticator app is asked for once its first code was right, and no longer once it is removed', async () => {
  const person = await signedIn();
  expect(await identity.hasAuthenticator(person)).toBe(false);
  const secret = await identity.newAuthenticator(person);
  const code = service.authenticatorCode(secret);
  const refused = await refusal(identity.confirmAuthenticator(person, wrongCode(code)));
  expect(authenticatorFault(refused).fields.code).toBe('Invalid verification code');
  expect((await identity.signIn(ada.username, ada.password)).kind).toBe('tokens');

  await identity.confirmAuthenticator(person, code);
  expect(await identity.hasAuthenticator(person)).toBe(true);
  const half = await halfSignedIn();
  expect(half.secret).toBeNull();
  expect(await half.complete(service.authenticatorCode(secret))).toMatchObject({
    refreshToken: expect.any(String),
  });

  await identity.removeAuthenticator(person);
  expect(await identity.hasAuthenticator(person)).toBe(false);
  expect((await identity.signIn(ada.username, ada.password)).kind).toBe('tokens');
});

test('a wrong second code may be put right for three minutes; after that the sign-in begins anew', async () => {
  const secret = await withAuthenticator();
  const half = await halfSignedIn();
  const code = service.authenticatorCode(secret);
  expect(secondFactorFailure(await refusal(half.complete(wrongCode(code))))).toMatchObject({
    next: 'SECOND_FACTOR',
    fault: { fields: { code: 'Invalid verification code' } },
  });
  expect(secondFactorFailure(await refusal(half.complete('12345')))).toMatchObject({ next: 'SECOND_FACTOR' });
  await half.complete(code);

  const late = await halfSignedIn();
  service.advance(181);
  const refused = await refusal(late.complete(service.authenticatorCode(secret)));
  expect(secondFactorFailure(refused)).toEqual({ next: 'LOGIN' });
});

test('where a pool demands a second factor, the first sign-in sets it up, also after a temporary password', async () => {
  service.standIn.setSecondFactor('ON');
  service.standIn.inviteUser({ username: 'guest', email: 'g@example.com', temporaryPassword: 'Temp-0000' });
  const first = await identity.signIn('guest', 'Temp-0000');
  if (first.kind !== 'new-password-required') throw new Error(`It was ${first.kind}`);
  const next = await first.complete('My-Own-Password-1');
  if (next.kind !== 'second-factor' || next.secret === null) throw new Error(`It was ${next.kind}`);
  const code = service.authenticatorCode(next.secret);
  const wrong = secondFactorFailure(await refusal(next.complete(wrongCode(code))));
  expect(wrong).toMatchObject({ fault: { fields: { code: 'Invalid verification code' } } });
  expect(await next.complete(code)).toMatchObject({ refreshToken: expect.any(String) });
  expect(await identity.signIn('guest', 'My-Own-Password-1')).toMatchObject({
    ...{ kind: 'second-factor', secret: null },
  });
});

test('where a pool asks for no second factor, whoever has one signs in without', async () => {
  await withAuthenticator();
  service.standIn.setSecondFactor('OFF');
  expect((await identity.signIn(ada.username, ada.password)).kind).toBe('tokens');
});

/** A sign-in that has mailed a code. */
async function mailed(begun: Promise<SignInResult>) {
  const result = await begun;
  if (result.kind !== 'mailed-code') throw new Error(`It was ${result.kind}`);
  return result;
}

test('a mailed code signs in in place of the password, says masked where it went, and may be put right', async () => {
  await confirmed();
  const asked = await mailed(identity.signInByMail(ada.email));
  expect(asked.destination).toMatch(/^a\*+@/);
  const code = service.codeFor(ada.email);
  expect(mailedCodeFailure(await refusal(asked.complete(wrongCode(code))))).toMatchObject({
    next: 'MAILED_CODE',
    fault: { fields: { code: 'Invalid verification code' } },
  });
  expect(await asked.complete(code)).toMatchObject({ refreshToken: expect.any(String) });
  service.standIn.unverifyEmail(ada.username);
  const refused = await refusal(identity.signInByMail(ada.username));
  expect(mailCodeFailure(refused)).toMatchObject({ fault: { message: identityMessages.noMailedCodes } });
});

test('a pool that demands mailed codes after the password: the password leads to one', async () => {
  await confirmed();
  service.standIn.setSecondFactor('ON', ['EMAIL_OTP']);
  const asked = await mailed(identity.signIn(ada.username, ada.password));
  expect(await asked.complete(service.codeFor(ada.email))).toMatchObject({ idToken: expect.any(String) });
});

test('who has an app and mailed codes is asked for the app, which needs no mail', async () => {
  const accessToken = await signedIn();
  service.standIn.setSecondFactor('OPTIONAL', ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
  const secret = await identity.newAuthenticator(accessToken);
  await identity.confirmAuthenticator(accessToken, service.authenticatorCode(secret));
  const pool = { userPoolId: service.userPoolId, clientId: service.clientId, endpoint: service.url };
  // Neither is preferred: the service asks which it shall be.
  await callService(pool, 'SetUserMFAPreference', {
    AccessToken: accessToken,
    SoftwareTokenMfaSettings: { Enabled: false },
    EmailMfaSettings: { Enabled: true },
  });
  const again = await identity.newAuthenticator(accessToken);
  await callService(pool, 'VerifySoftwareToken', {
    AccessToken: accessToken,
    UserCode: service.authenticatorCode(again),
  });
  await callService(pool, 'SetUserMFAPreference', {
    AccessToken: accessToken,
    SoftwareTokenMfaSettings: { Enabled: true },
  });
  const half = await halfSignedIn();
  expect(await half.complete(service.authenticatorCode(again))).toHaveProperty('idToken');
});

test('a challenge that this site does not know is said, not waited for', async () => {
  const pool = { userPoolId: service.userPoolId, clientId: service.clientId, endpoint: service.url };
  for (const ChallengeName of ['SMS_MFA', 'CUSTOM_CHALLENGE', 'DEVICE_SRP_AUTH', 'MFA_SETUP']) {
    const refused = await refusal(nextStep(pool, 'ada', { ChallengeName }));
    expect(refused).toMatchObject({
      code: 'UnsupportedChallenge',
      message: `The identity service asks for ${ChallengeName}.`,
    });
  }
});
