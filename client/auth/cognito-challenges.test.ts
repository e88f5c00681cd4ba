import { afterEach, beforeEach, expect, test } from 'vitest';
import { fieldFault } from '#client/ui/fault.ts';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { ada, confirmAda, refusalAs, wrongCode } from '#tests/support/pool-person.ts';
import { createIdentity } from './cognito.ts';
import { callService } from './cognito-call.ts';
import { nextStep } from './cognito-challenges.ts';
import type { Identity, SignInResult } from './identity.ts';
import { authenticatorFault, identityMessages } from './identity-error.ts';
import { IdentityProblem } from './identity-problem.ts';
import {
  mailCodeFailure,
  mailedCodeFailure,
  newPasswordFailure,
  secondFactorFailure,
} from './sign-in-failure.ts';

let service: StartedIdentity;
let identity: Identity;

beforeEach(async () => {
  service = await startIdentityForTests();
  const { userPoolId, clientId, url: endpoint } = service;
  identity = createIdentity({ userPoolId, clientId, endpoint });
});
afterEach(() => service.close());

const refusal = refusalAs(IdentityProblem);
const confirmed = () => confirmAda(service, identity);

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

test('a code of the app works once: who signs in again while it still shows waits for the next one, in the same sign-in', async () => {
  const secret = await withAuthenticator();
  const code = service.authenticatorCode(secret);
  await (await halfSignedIn()).complete(code);
  const again = await halfSignedIn();
  expect(secondFactorFailure(await refusal(again.complete(code)))).toEqual({
    ...{ next: 'SECOND_FACTOR', fault: fieldFault({ code: identityMessages.codeUsed }) },
  });
  expect(await again.complete(service.authenticatorCode(secret))).toHaveProperty('idToken');
});

test('who set an app up without getting an answer is told that the code is used, and sets it up with the next one', async () => {
  const person = await signedIn();
  const secret = await identity.newAuthenticator(person);
  const code = service.authenticatorCode(secret);
  service.standIn.injectFault({ operation: 'SetUserMFAPreference', exception: 'InternalErrorException' });
  await refusal(identity.confirmAuthenticator(person, code));
  const refused = await refusal(identity.confirmAuthenticator(person, code));
  expect(authenticatorFault(refused)).toEqual(fieldFault({ code: identityMessages.codeUsed }));
  await identity.confirmAuthenticator(person, service.authenticatorCode(secret));
  expect(await identity.hasAuthenticator(person)).toBe(true);
});

test('a code that was taken is not sent again: the next try, by then with a new code of the app, gets the same tokens', async () => {
  const secret = await withAuthenticator();
  const half = await halfSignedIn();
  const tokens = await half.complete(service.authenticatorCode(secret));
  service.advance(30);
  expect(await half.complete(service.authenticatorCode(secret))).toBe(tokens);

  await identity.removeAuthenticator(tokens.accessToken);
  const asked = await mailed(identity.signInByMail(ada.email));
  const code = service.codeFor(ada.email);
  expect(await asked.complete(code)).toBe(await asked.complete(code));
});

test('a first password that was taken is not sent again; another one is, and the sign-in begins anew', async () => {
  service.standIn.inviteUser({ username: 'guest', email: 'g@example.com', temporaryPassword: 'Temp-0000' });
  const first = await identity.signIn('guest', 'Temp-0000');
  if (first.kind !== 'new-password-required') throw new Error(`It was ${first.kind}`);
  const result = await first.complete('My-Own-Password-1');
  expect(await first.complete('My-Own-Password-1')).toBe(result);
  expect(newPasswordFailure(await refusal(first.complete('My-Own-Password-2')))).toEqual({ next: 'LOGIN' });
  expect((await identity.signIn('guest', 'My-Own-Password-1')).kind).toBe('tokens');
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
  const tokens = await next.complete(code);
  expect(tokens).toMatchObject({ refreshToken: expect.any(String) });
  expect(await identity.hasAuthenticator(tokens.accessToken)).toBe(true);
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
