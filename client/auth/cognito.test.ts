import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { ada, confirmAda, refusalAs } from '#tests/support/pool-person.ts';
import { createIdentity } from './cognito.ts';
import type { Identity } from './identity.ts';
import { confirmFailure, identityMessages, resetCodeFailure, signUpFault } from './identity-error.ts';
import { IdentityProblem } from './identity-problem.ts';
import { signInFailure } from './sign-in-failure.ts';

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
