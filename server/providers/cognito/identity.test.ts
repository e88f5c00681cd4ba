import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { serviceInPlace, type TestAnswer } from '#tests/support/answering-server.ts';
import { type CognitoOptions, createCognitoIdentity } from './identity.ts';

const userPoolId = 'eu-north-1_AbCdEfGhI';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] };
const now = new Date('2026-01-01T00:00:00Z');
const seconds = now.getTime() / 1000;

const service = serviceInPlace();
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  return () => void vi.useRealTimers();
});

const identity = (options: CognitoOptions = {}) =>
  createCognitoIdentity(
    { userPoolId, clientId: 'site', acceptedClientIds: ['site'], origin: service.origin },
    () => now,
    options,
  );
/** What Cognito answers when it refuses a call. */
const refusal = (name: string, status = 400): TestAnswer => ({ status, json: { __type: name } });

function idToken(claims: object): string {
  const issuer = `https://cognito-idp.eu-north-1.amazonaws.com/${userPoolId}`;
  const usual = { sub: 'sub-anna', iss: issuer, aud: 'site', token_use: 'id', exp: seconds + 3600 };
  const head = [
    { alg: 'RS256', kid: 'key' },
    { ...usual, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${head}.${sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`;
}

describe('a refresh', () => {
  const tokens = { IdToken: 'id', AccessToken: 'access', ExpiresIn: 3600 };
  const afterAnHour = new Date(now.getTime() + 3_600_000);

  it('keeps the refresh token, or the new one where the pool rotates them, and says until when the others are good', async () => {
    service.answer(() => ({ json: { AuthenticationResult: tokens } }));
    expect(await identity().refresh('used')).toEqual({
      ...{ idToken: 'id', accessToken: 'access', refreshToken: 'used', expiresAt: afterAnHour },
    });
    service.answer(() => ({ json: { AuthenticationResult: { ...tokens, RefreshToken: 'next' } } }));
    expect(await identity().refresh('used')).toMatchObject({ refreshToken: 'next' });
  });

  it.each([
    ['NotAuthorizedException', null],
    ['com.amazonaws.cognito#NotAuthorizedException', null],
    ['RefreshTokenReuseException', null],
    ['PasswordResetRequiredException', null],
    ['UserNotFoundException', 'gone'],
  ])('that is refused with %s ends the session', async (name, outcome) => {
    service.answer(() => refusal(name));
    expect(await identity().refresh('used')).toBe(outcome);
  });

  it.each<[string, TestAnswer | null]>([
    ['is too busy', refusal('TooManyRequestsException')],
    ['is too busy, by its other name', refusal('ThrottlingException')],
    ['fails, whatever name it gives that', refusal('NotAuthorizedException', 500)],
    ['has an error of its own', refusal('InternalErrorException')],
    ['is behind a proxy that answers', { status: 200, text: '<html>' }],
    ['breaks off', null],
  ])('says nothing about the person while the service %s', async (_, answer) => {
    service.answer(() => answer);
    await expect(identity().refresh('used')).rejects.toBeInstanceOf(IdentityProviderUnavailable);
  });

  it('does not wait for a service that says nothing', async () => {
    const silence = Promise.withResolvers<null>();
    service.answer(() => silence.promise);
    const silent = identity({ times: { callMs: 50 } });
    await expect(silent.refresh('used')).rejects.toBeInstanceOf(IdentityProviderUnavailable);
    await expect(silent.fetchKeys()).rejects.toBeInstanceOf(IdentityProviderUnavailable);
    silence.resolve(null);
  });
});

it('A token that is revoked already needs no more revoking; any other refusal is told', async () => {
  for (const name of ['UnauthorizedException', 'NotAuthorizedException']) {
    service.answer(() => refusal(name));
    expect(await identity().revoke('used')).toBeUndefined();
  }
  service.answer(() => refusal('UnsupportedOperationException'));
  await expect(identity().revoke('used')).rejects.toThrow('UnsupportedOperationException');
});

it('A user who is gone is deleted and signed out; a token that does not allow it is refused; the rest may be tried again', async () => {
  const both = async (answer: TestAnswer) => {
    service.answer(() => answer);
    return [await identity().deleteUser('access'), await identity().signOutEverywhere('access')];
  };
  expect(await both({ json: {} })).toEqual(['gone', 'done']);
  expect(await both(refusal('UserNotFoundException'))).toEqual(['gone', 'done']);
  expect(await both(refusal('NotAuthorizedException'))).toEqual(['refused', 'refused']);
  // A proxy's page is no word of the service: the user may well be there still.
  for (const answer of [refusal('InternalErrorException'), { text: '<html>' }])
    await expect(both(answer)).rejects.toBeInstanceOf(IdentityProviderUnavailable);
});

it('A second factor is one that is set up, and none when the service does not say so', async () => {
  for (const [answer, has] of [
    [{ json: { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] } }, true],
    [{ json: { UserMFASettingList: [] } }, false],
    [{ json: {} }, false],
    [refusal('NotAuthorizedException'), false],
  ] as const) {
    service.answer(() => answer);
    expect(await identity().hasSecondFactor('access')).toBe(has);
  }
  // A service that is too busy has not said that there is none.
  for (const name of ['TooManyRequestsException', 'ThrottlingException']) {
    service.answer(() => refusal(name));
    await expect(identity().hasSecondFactor('access')).rejects.toBeInstanceOf(IdentityProviderUnavailable);
  }
});

describe('a token', () => {
  it('is believed when its clock is two minutes ahead, and not when it is further', async () => {
    service.answer(() => ({ json: keys }));
    const verifier = identity();
    expect(await verifier.verifyIdToken(idToken({ iat: seconds + 120 }))).toMatchObject({ id: 'sub-anna' });
    const early = verifier.verifyIdToken(idToken({ iat: seconds + 121 }));
    await expect(early).rejects.toThrow(IdentityProviderUnavailable);
    await expect(early).rejects.toThrow('is the clock right?');
  });

  it('is neither right nor wrong while the keys cannot be had, and asks for them once a second', async () => {
    for (const answer of [{ status: 404, json: keys }, { json: { keys: 'none' } }, { status: 503 }]) {
      service.requests.length = 0;
      service.answer(() => answer);
      const onKeyFetch = vi.fn();
      const verifier = identity({ onKeyFetch });
      for (let twice = 0; twice < 2; twice += 1)
        await expect(verifier.verifyIdToken(idToken({}))).rejects.toBeInstanceOf(IdentityProviderUnavailable);
      if (answer.status === undefined) continue;
      expect(service.requests).toHaveLength(1);
      expect(onKeyFetch.mock.calls).toEqual([['failed']]);
    }
  });
});
