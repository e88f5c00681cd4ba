import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { callsTo, eva } from '#tests/support/stand-in-calls.ts';

let identity: StartedIdentity;
beforeEach(async () => {
  identity = await startIdentityForTests();
});
afterEach(() => identity.close());

const { call, seedEva } = callsTo(() => identity);

async function signIn(): Promise<{ IdToken: string; AccessToken: string }> {
  const response = await call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: identity.clientId,
    AuthParameters: { USERNAME: eva.username, PASSWORD: eva.password },
  });
  const body = (await response.json()) as { AuthenticationResult: { IdToken: string; AccessToken: string } };
  return body.AuthenticationResult;
}

/** The real verifier; only the keys come from the stand-in instead of the issuer's host. */
function verifier(tokenUse: 'id' | 'access' = 'id', clientId = identity.clientId) {
  const jwksCache = new SimpleJwksCache({
    fetcher: {
      fetch: async (uri) => {
        const { pathname } = new URL(uri);
        const response = await fetch(`${identity.url}${pathname}`);
        return response.arrayBuffer();
      },
    },
  });
  return CognitoJwtVerifier.create({ userPoolId: identity.userPoolId, tokenUse, clientId }, { jwksCache });
}

describe('aws-jwt-verify, unchanged, against the tokens and keys of the identity stand-in', () => {
  it('accepts the id and the access token of a sign-in, with the claims of the real service', async () => {
    seedEva();
    const { IdToken, AccessToken } = await signIn();
    expect(Object.keys(await verifier().verify(IdToken)).sort()).toEqual([
      'aud',
      'auth_time',
      'cognito:username',
      'email',
      'email_verified',
      'event_id',
      'exp',
      'iat',
      'iss',
      'jti',
      'origin_jti',
      'sub',
      'token_use',
    ]);
    expect(Object.keys(await verifier('access').verify(AccessToken)).sort()).toEqual([
      'auth_time',
      'client_id',
      'event_id',
      'exp',
      'iat',
      'iss',
      'jti',
      'origin_jti',
      'scope',
      'sub',
      'token_use',
      'username',
    ]);
  });

  it('refuses an access token in place of an id token, and a token for another client', async () => {
    seedEva();
    const { IdToken, AccessToken } = await signIn();
    await expect(verifier().verify(AccessToken)).rejects.toThrow('Token use');
    await expect(verifier('id', 'another').verify(IdToken)).rejects.toThrow('not allowed');
  });

  it('mints tokens with any claims for tests: expired, without an expiry, unverified, of another pool', async () => {
    const mint = (claims: Record<string, unknown>) => identity.standIn.mintToken({ use: 'id', claims });
    expect(await verifier().verify(mint({ email_verified: false }))).toMatchObject({ email_verified: false });
    await expect(verifier().verify(mint({ exp: 1 }))).rejects.toThrow('expired');
    await expect(verifier().verify(mint({ iss: 'https://example.com' }))).rejects.toThrow('issuer');
    expect(await verifier().verify(mint({ exp: undefined }))).not.toHaveProperty('exp');
    const foreignKid = identity.standIn.mintToken({ use: 'id', header: { kid: 'unknown' } });
    await expect(verifier().verify(foreignKid)).rejects.toThrow('JWK for kid');
  });

  it('believes earlier tokens after a rotation of keys, unless the old keys are withdrawn', async () => {
    seedEva();
    const before = (await signIn()).IdToken;
    identity.standIn.rotateSigningKeys();
    const after = (await signIn()).IdToken;
    expect(await verifier().verify(before)).toMatchObject({ 'cognito:username': 'eva' });
    expect(await verifier().verify(after)).toMatchObject({ 'cognito:username': 'eva' });
    identity.standIn.rotateSigningKeys({ keepOld: false });
    await expect(verifier().verify(after)).rejects.toThrow('JWK for kid');
  });
});

describe('the protocol', () => {
  it('answers errors as AWS JSON 1.1: status 400, __type, message, error type and request id headers', async () => {
    const response = await call('GetUser', {});
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.1');
    expect(response.headers.get('x-amzn-errortype')).toBe('InvalidParameterException:');
    expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({
      __type: 'InvalidParameterException',
      message:
        "1 validation error detected: Value at 'accessToken' failed to satisfy constraint: Member must not be null",
    });
  });

  it.each([
    ['an operation it does not have', 'AdminDeleteUser', '{}', 'UnknownOperationException'],
    ['a name every object has', 'constructor', '{}', 'UnknownOperationException'],
    ['a body that is no JSON', 'SignUp', '{', 'SerializationException'],
    ['a number in place of a text', 'SignUp', '{"ClientId":1}', 'SerializationException'],
    ['a list in place of the parameters', 'SignUp', '[]', 'SerializationException'],
  ])('refuses %s', async (_what, operation, body, type) => {
    expect(await (await call(operation, body)).json()).toMatchObject({ __type: type });
  });

  it('refuses flows that the client has not enabled, and parameters that are missing', async () => {
    const begin = async (AuthFlow: string, AuthParameters = {}) => {
      const response = await call('InitiateAuth', { AuthFlow, ClientId: identity.clientId, AuthParameters });
      return ((await response.json()) as { message: string }).message;
    };
    expect(await begin('CUSTOM_AUTH')).toBe('CUSTOM_AUTH flow not enabled for this client');
    expect(await begin('USER_SRP_AUTH')).toBe('Missing required parameter USERNAME');
    expect(await begin('USER_SRP_AUTH', { USERNAME: 'eva', SRP_A: '0' })).toBe(
      'SRP_A is not a usable number',
    );
    expect(await begin('MAGIC')).toContain(
      "Value 'MAGIC' at 'authFlow' failed to satisfy constraint: Member must satisfy enum value set: [",
    );
  });

  it('takes an SRP challenge back once only, within its 3 minutes', async () => {
    seedEva();
    const begin = async () => {
      const response = await call('InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        ClientId: identity.clientId,
        AuthParameters: { USERNAME: 'eva', SRP_A: 'abcdef' },
      });
      return (await response.json()) as { ChallengeParameters: { SECRET_BLOCK: string } };
    };
    const respond = async (secretBlock: string, timestamp = 'Sat Mar 1 09:05:02 UTC 2025') => {
      const response = await call('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ClientId: identity.clientId,
        ChallengeResponses: {
          USERNAME: 'eva',
          PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
          PASSWORD_CLAIM_SIGNATURE: 'bm90IHJpZ2h0',
          TIMESTAMP: timestamp,
        },
      });
      return ((await response.json()) as { message: string }).message;
    };
    const first = (await begin()).ChallengeParameters.SECRET_BLOCK;
    expect(await respond(first, '2025-03-01T09:05:02Z')).toContain('TIMESTAMP format should be');
    expect(await respond(first)).toBe('Incorrect username or password.');
    expect(await respond(first)).toBe('Invalid session for the user, session can only be used once.');
    const second = (await begin()).ChallengeParameters.SECRET_BLOCK;
    identity.advance(181);
    expect(await respond(second)).toBe('Invalid session for the user, session is expired.');
    expect(await respond('unknown')).toBe('Invalid session for the user.');
  });

  it('lets browsers of any site call it, with every header the libraries send', async () => {
    const preflight = await fetch(identity.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'cache-control,content-type,x-amz-target,x-amz-user-agent',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-amz-user-agent');
    const answer = await call('GetUser', {});
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-amzn-ErrorType');
  });

  it('leaves a POST without X-Amz-Target to others', async () => {
    expect((await fetch(identity.url, { method: 'POST', body: 'a=b' })).status).toBe(404);
  });
});
