// Cognito: verification of id tokens (JWT), refresh, revocation, deletion of users.

import { hash } from 'node:crypto';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwksValidationError, JwkValidationError, JwtBaseError } from 'aws-jwt-verify/error';
import { SimpleJwksCache, SimplePenaltyBox } from 'aws-jwt-verify/jwk';
import {
  type Account,
  type IdentityProvider,
  IdentityProviderUnavailable,
} from '#server/identity/identity-provider.ts';
import type { Clock } from '#server/runtime.ts';
import { lowerCaseAddress } from '#shared/identity-input.ts';
import { type ProviderTimes, usualProviderTimes } from '../provider-times.ts';
import { callCognito, fetchKeys, readTokens } from './calls.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

export interface CognitoSettings {
  userPoolId: string;
  /** The site's app client, for which refresh tokens are issued. */
  clientId: string;
  /** App clients whose tokens are accepted: the site's and the mobile app's. */
  acceptedClientIds: readonly string[];
  /** The service's endpoint. */
  origin: string;
}

/** How long the keys are not fetched again after a failure, in milliseconds. */
const pauseAfterFailureMs = 1000;
/**
 * How long the keys are not fetched again after a token with an unknown key id, in seconds. Forged tokens must neither
 * cause endless fetches, nor delay for long that a key rotation is noticed.
 */
const pauseAfterUnknownKeySeconds = 2;
/** How far a token's `iat` may be in the future, in seconds: clocks differ a little. */
const clockSkewSeconds = 120;

/** The claims of an id token that the verifier does not check. */
interface IdClaims {
  sub: string;
  exp?: number;
  iat?: number;
  email?: unknown;
  email_verified?: unknown;
  auth_time?: unknown;
  'cognito:username'?: unknown;
  'cognito:groups'?: unknown;
}

export interface CognitoIdentity extends IdentityProvider {
  /**
   * Fetches the published keys again, so that no token has to wait for them and withdrawn ones are no longer trusted.
   * @throws {IdentityProviderUnavailable} the known keys stay in use
   */
  fetchKeys(): Promise<void>;
}

export interface CognitoOptions {
  /** Called after every fetch of the keys. */
  onKeyFetch?: (outcome: 'fetched' | 'failed') => void;
  times?: Pick<ProviderTimes, 'callMs'>;
}

/** The Cognito adapter: verification of tokens with its published keys, and the calls of a public client. */
export function createCognitoIdentity(
  settings: CognitoSettings,
  clock: Clock,
  { onKeyFetch, times: { callMs } = usualProviderTimes }: CognitoOptions = {},
): CognitoIdentity {
  const verified = createVerifiedTokens(clock);
  let failedAt = Number.NEGATIVE_INFINITY;
  let newest = '';
  const fetcher = {
    /** The cache fetches for every token with an unknown key id; while the service is down it does not. */
    async fetch() {
      if (performance.now() - failedAt < pauseAfterFailureMs) {
        throw new IdentityProviderUnavailable("The identity service's keys could not be fetched just now");
      }
      try {
        const keys = await fetchKeys(settings.origin, settings.userPoolId, callMs);
        // Fetching the same keys again does not invalidate verified tokens.
        const fetched = hash('sha256', Buffer.from(keys), 'base64');
        if (fetched !== newest) verified.clear();
        newest = fetched;
        onKeyFetch?.('fetched');
        return keys;
      } catch (error) {
        failedAt = performance.now();
        onKeyFetch?.('failed');
        throw new IdentityProviderUnavailable("The identity service's keys cannot be fetched", {
          cause: error,
        });
      }
    },
  };
  const jwksCache = new SimpleJwksCache({
    fetcher,
    penaltyBox: new SimplePenaltyBox({ waitSeconds: pauseAfterUnknownKeySeconds }),
  });
  const clientId = [...settings.acceptedClientIds];
  const { userPoolId } = settings;
  const idVerifier = CognitoJwtVerifier.create({ userPoolId, tokenUse: 'id', clientId }, { jwksCache });
  const accessVerifier = CognitoJwtVerifier.create(
    { userPoolId, tokenUse: 'access', clientId },
    { jwksCache },
  );
  const call = (operation: string, body: Record<string, unknown>) =>
    callCognito(settings.origin, operation, { ClientId: settings.clientId, ...body }, callMs);
  /**
   * A user's call with their access token. @returns whether it is done, now or before; `false` when the token does not
   * allow it
   */
  async function isDone(operation: string, accessToken: string, what: string): Promise<boolean> {
    const { error } = await call(operation, { AccessToken: accessToken, ClientId: undefined });
    if (error === null || error === 'UserNotFoundException') return true;
    if (refusedWithToken.has(error)) return false;
    throw new IdentityProviderUnavailable(`The identity service failed to ${what}: ${error}`);
  }

  return {
    async fetchKeys() {
      try {
        // The URL under which the verifier looks in its cache: the hosted service's, whatever the endpoint is.
        await jwksCache.getJwks(CognitoJwtVerifier.parseUserPoolId(userPoolId).jwksUri);
      } catch (error) {
        throw keysUnavailable(error);
      }
    },
    rememberedAccount: (token) => verified.get(token),
    async verifyIdToken(token) {
      const known = verified.get(token);
      if (known) return known;
      const claims = (await trusted(() => idVerifier.verify(token), token)) as IdClaims | null;
      if (!claims?.sub || !hasSaneTimes(claims, clock)) return null;
      const account = accountFromClaims(claims);
      verified.remember(token, account, claims.exp);
      return account;
    },
    async accountIdOfAccessToken(token) {
      const claims = await trusted(() => accessVerifier.verify(token), token);
      return claims?.sub && hasSaneTimes(claims, clock) ? claims.sub : null;
    },
    async refresh(refreshToken) {
      const answer = await call('GetTokensFromRefreshToken', { RefreshToken: refreshToken });
      if (answer.error === 'UserNotFoundException') return 'gone';
      return answer.error !== null && refusedRefreshes.has(answer.error)
        ? null
        : readTokens(answer, refreshToken, clock);
    },
    async revoke(refreshToken) {
      const { error } = await call('RevokeToken', { Token: refreshToken });
      if (error !== null && error !== 'UnauthorizedException' && error !== 'NotAuthorizedException') {
        throw new IdentityProviderUnavailable(`The identity service refused to revoke a token: ${error}`);
      }
    },
    signOutEverywhere: async (accessToken) =>
      (await isDone('GlobalSignOut', accessToken, 'sign a user out')) ? 'done' : 'refused',
    async hasSecondFactor(accessToken) {
      const { error, body } = await call('GetUser', { AccessToken: accessToken, ClientId: undefined });
      const { UserMFASettingList: factors } = (body ?? {}) as { UserMFASettingList?: unknown };
      return error === null && Array.isArray(factors) && factors.length > 0;
    },
    deleteUser: async (accessToken) =>
      (await isDone('DeleteUser', accessToken, 'delete a user')) ? 'gone' : 'refused',
  };
}

/** Cognito's errors when a refresh token, or an access token, does not allow the call (from its API reference). */
const refusedRefreshes = new Set([
  'NotAuthorizedException',
  'RefreshTokenReuseException',
  'PasswordResetRequiredException',
]);
const refusedWithToken = new Set([
  'NotAuthorizedException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'InvalidParameterException',
]);

/** The verifier's errors when it could not get the keys. */
const outages = [FetchError, JwksValidationError, JwkValidationError, IdentityProviderUnavailable];
const keysUnavailable = (cause: unknown) =>
  new IdentityProviderUnavailable('The keys of the identity service cannot be had', { cause });

/**
 * The claims of a valid token, or `null`. Missing keys are an outage and not the token's fault: treating it as invalid
 * would sign everybody out.
 */
async function trusted<T>(verify: () => Promise<T>, token: string): Promise<T | null> {
  if (hasCriticalHeader(token)) return null;
  try {
    return await verify();
  } catch (error) {
    if (outages.some((outage) => error instanceof outage)) throw keysUnavailable(error);
    if (error instanceof JwtBaseError) return null;
    throw error;
  }
}

/** RFC 7515 section 4.1.11: a token with an unknown `crit` header must be refused; the verifier ignores it. */
function hasCriticalHeader(token: string): boolean {
  const header = Buffer.from(token.slice(0, Math.max(0, token.indexOf('.'))), 'base64url').toString('utf8');
  return header.includes('"crit"');
}

/**
 * The verifier accepts tokens without `exp` and from the future.
 * @throws {IdentityProviderUnavailable} for one from the future: the service signed it, so it is this clock that is behind,
 * and nobody should be signed out
 */
function hasSaneTimes<T extends { exp?: number; iat?: number }>(
  claims: T,
  clock: Clock,
): claims is T & { exp: number } {
  const now = clock().getTime() / 1000;
  if (typeof claims.exp !== 'number' || claims.exp <= now) return false;
  if (claims.iat !== undefined && claims.iat > now + clockSkewSeconds)
    throw new IdentityProviderUnavailable(
      'A token of the identity service is from the future: is the clock right?',
    );
  return true;
}

function accountFromClaims(claims: IdClaims): Account {
  // Nobody typed this, so it is not trimmed: an address with odd spaces around it is another address.
  const email = typeof claims.email === 'string' ? lowerCaseAddress(claims.email) : '';
  const username = claims['cognito:username'];
  const groups = claims['cognito:groups'];
  return {
    id: claims.sub,
    username: typeof username === 'string' ? username : email,
    email,
    emailVerified: claims.email_verified === true && email !== '',
    groups: Array.isArray(groups) ? groups.filter((name) => typeof name === 'string') : [],
    ...(typeof claims.auth_time === 'number' && { signedInAt: new Date(claims.auth_time * 1000) }),
  };
}
