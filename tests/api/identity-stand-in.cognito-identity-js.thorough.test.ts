import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ISignUpResult,
} from 'amazon-cognito-identity-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { callIdentity } from '#tests/support/identity-calls.ts';

let identity: StartedIdentity;
let pool: CognitoUserPool;

/** The library's storage, in memory as the site uses it. */
function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}

beforeEach(async () => {
  identity = await startIdentityForTests();
  pool = new CognitoUserPool({
    UserPoolId: identity.userPoolId,
    ClientId: identity.clientId,
    endpoint: identity.url,
    Storage: memoryStorage(),
  });
});
afterEach(() => identity.close());

function userNamed(Username: string): CognitoUser {
  return new CognitoUser({ Username, Pool: pool, Storage: memoryStorage() });
}

function signUp(username: string, email: string, password: string): Promise<ISignUpResult> {
  const attributes = [new CognitoUserAttribute({ Name: 'email', Value: email })];
  return new Promise((resolve, reject) =>
    pool.signUp(username, password, attributes, [], (error, result) =>
      result ? resolve(result) : reject(error),
    ),
  );
}

function confirm(user: CognitoUser, code: string, force = false): Promise<unknown> {
  return new Promise((resolve, reject) =>
    user.confirmRegistration(code, force, (error, result) => (error ? reject(error) : resolve(result))),
  );
}

type SignInEnd = { session: CognitoUserSession } | { newPasswordFor: Record<string, string> };

function signIn(user: CognitoUser, password: string): Promise<SignInEnd> {
  const details = new AuthenticationDetails({ Username: user.getUsername(), Password: password });
  return new Promise((resolve, reject) =>
    user.authenticateUser(details, {
      onSuccess: (session) => resolve({ session }),
      onFailure: reject,
      newPasswordRequired: (attributes) => resolve({ newPasswordFor: attributes }),
    }),
  );
}

async function session(user: CognitoUser, password: string): Promise<CognitoUserSession> {
  const end = await signIn(user, password);
  if (!('session' in end)) throw new Error('The sign-in asked for a new password.');
  return end.session;
}

function promised<T>(
  call: (done: (error: Error | null | undefined, result?: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) =>
    call((error, result) => (error ? reject(error) : resolve(result as T))),
  );
}

const anna = { username: 'Anna', email: 'anna@example.com', password: 'Adventure-2025' };

async function confirmedAnna(): Promise<CognitoUser> {
  const { user } = await signUp(anna.username, anna.email, anna.password);
  await confirm(user, identity.codeFor(anna.email));
  return userNamed(anna.username);
}

describe('amazon-cognito-identity-js, unchanged, against the identity stand-in', () => {
  it('signs up, confirms with the mailed code, and then signs in by SRP without sending the password', async () => {
    const created = await signUp(anna.username, anna.email, anna.password);
    expect(created.userConfirmed).toBe(false);
    expect(created.codeDeliveryDetails).toMatchObject({ DeliveryMedium: 'EMAIL', Destination: 'a***@e***' });
    expect(await confirm(created.user, identity.codeFor(anna.email))).toBe('SUCCESS');
    const { payload } = (await session(created.user, anna.password)).getIdToken();
    expect(payload).toMatchObject({
      'cognito:username': 'Anna',
      email: anna.email,
      email_verified: true,
      sub: created.userSub,
      aud: identity.clientId,
      token_use: 'id',
      iss: `https://cognito-idp.eu-north-1.amazonaws.com/${identity.userPoolId}`,
    });
  });

  it('signs in by SRP with the verified e-mail address as an alias, whatever its case', async () => {
    await confirmedAnna();
    const signedIn = await session(userNamed('ANNA@example.com'), anna.password);
    expect(signedIn.getAccessToken().payload).toMatchObject({ username: 'Anna', token_use: 'access' });
  });

  it('refuses a wrong password with "Incorrect username or password."', async () => {
    const user = await confirmedAnna();
    await expect(signIn(user, 'Adventure-2024')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it('sends a person who has not confirmed to the confirmation step, and resends the code', async () => {
    const { user } = await signUp(anna.username, anna.email, anna.password);
    await expect(signIn(user, anna.password)).rejects.toMatchObject({ code: 'UserNotConfirmedException' });
    const first = identity.codeFor(anna.email);
    await promised((done) => user.resendConfirmationCode(done));
    expect(identity.inbox.list(anna.email)).toHaveLength(2);
    const second = identity.codeFor(anna.email);
    if (first !== second)
      await expect(confirm(user, first)).rejects.toMatchObject({ code: 'CodeMismatchException' });
    expect(await confirm(user, second)).toBe('SUCCESS');
  });

  it('keeps the sessions of many sign-ins with odd and even numbers apart: every one of 6 succeeds', async () => {
    identity.standIn.seedUser({ ...anna, emailVerified: true, confirmed: true });
    const ends = await Promise.all(
      Array.from({ length: 6 }, () => session(userNamed(anna.username), anna.password)),
    );
    const families = new Set(ends.map((end) => end.getAccessToken().payload['origin_jti']));
    expect(families.size).toBe(6);
  });

  it('resets a forgotten password with the mailed code; the old password then fails', async () => {
    const user = await confirmedAnna();
    await new Promise((resolve, reject) =>
      user.forgotPassword({ onSuccess: resolve, onFailure: reject, inputVerificationCode: resolve }),
    );
    const code = identity.codeFor(anna.email);
    await new Promise<string>((resolve, reject) =>
      user.confirmPassword(code, 'Another-2026', { onSuccess: resolve, onFailure: reject }),
    );
    await expect(signIn(user, anna.password)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    expect((await session(user, 'Another-2026')).isValid()).toBe(true);
  });

  it('refreshes: new id and access tokens of the same sign-in, the same refresh token', async () => {
    const user = await confirmedAnna();
    const before = await session(user, anna.password);
    const after = await promised<CognitoUserSession>((done) =>
      user.refreshSession(before.getRefreshToken(), done),
    );
    const jti = (each: CognitoUserSession) => each.getIdToken().payload['jti'];
    expect(jti(after)).not.toBe(jti(before));
    expect(after.getIdToken().payload['origin_jti']).toBe(before.getIdToken().payload['origin_jti']);
    expect(after.getIdToken().payload['auth_time']).toBe(before.getIdToken().payload['auth_time']);
    expect(after.getRefreshToken().getToken()).toBe(before.getRefreshToken().getToken());
  });

  it('revokes on a sign-out with a callback: neither the access token nor the refresh token works after it', async () => {
    const user = await confirmedAnna();
    const { accessToken, refreshToken } = await session(user, anna.password).then((each) => ({
      accessToken: each.getAccessToken().getJwtToken(),
      refreshToken: each.getRefreshToken().getToken(),
    }));
    await new Promise<void>((resolve) => user.signOut(resolve));
    const call = (operation: string, body: object) =>
      callIdentity(identity.url, operation, body).then((response) => response.json());
    expect(await call('GetUser', { AccessToken: accessToken })).toMatchObject({
      message: 'Access Token has been revoked',
    });
    const ClientId = identity.clientId;
    expect(await call('GetTokensFromRefreshToken', { ClientId, RefreshToken: refreshToken })).toMatchObject({
      message: 'Refresh Token has been revoked',
    });
  });

  it('deletes the account: it cannot be signed in to, and its name and address are free again', async () => {
    const user = await confirmedAnna();
    await session(user, anna.password);
    expect(await promised<string>((done) => user.deleteUser(done))).toBe('SUCCESS');
    await expect(signIn(userNamed(anna.username), anna.password)).rejects.toMatchObject({
      code: 'UserNotFoundException',
    });
    expect((await signUp(anna.username, anna.email, anna.password)).userConfirmed).toBe(false);
  });

  it('asks a person invited by an administrator for a password of their own', async () => {
    identity.standIn.inviteUser({
      username: 'guest',
      email: 'guest@example.com',
      temporaryPassword: 'Temporary-1',
    });
    const user = userNamed('guest');
    const end = await signIn(user, 'Temporary-1');
    expect(end).toEqual({ newPasswordFor: { email: 'guest@example.com', email_verified: 'true' } });
    const done = await new Promise<CognitoUserSession>((resolve, reject) =>
      user.completeNewPasswordChallenge('My-Own-2026', {}, { onSuccess: resolve, onFailure: reject }),
    );
    expect(done.isValid()).toBe(true);
    expect((await session(userNamed('guest'), 'My-Own-2026')).isValid()).toBe(true);
  });

  it('sees a dropped connection as the network error it is', async () => {
    const user = await confirmedAnna();
    identity.standIn.injectFault({ operation: 'InitiateAuth', drop: true });
    await expect(signIn(user, anna.password)).rejects.toMatchObject({ code: 'NetworkError' });
    expect((await session(user, anna.password)).isValid()).toBe(true);
  });

  it('changes the password, changes the address and verifies the new one with its code', async () => {
    const user = await confirmedAnna();
    await session(user, anna.password);
    await promised((done) => user.changePassword(anna.password, 'Another-2026', done));
    const moved = [new CognitoUserAttribute({ Name: 'email', Value: 'moved@example.com' })];
    await promised((done) => user.updateAttributes(moved, done));
    const verify = (code: string) =>
      new Promise((resolve, reject) =>
        user.verifyAttribute('email', code, { onSuccess: resolve, onFailure: reject }),
      );
    expect(await verify(identity.codeFor('moved@example.com'))).toBe('SUCCESS');
    await promised((done) => user.globalSignOut({ onSuccess: () => done(null), onFailure: done }));
    expect((await session(userNamed('moved@example.com'), 'Another-2026')).isValid()).toBe(true);
  });
});
