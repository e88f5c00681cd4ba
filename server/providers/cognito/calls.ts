// HTTP calls to Cognito, and what its errors mean.

import { IdentityProviderUnavailable, type IdentityTokens } from '#server/identity/identity-provider.ts';
import { later } from '#server/moments.ts';
import type { Clock } from '#server/runtime.ts';

/**
 * The published keys of a user pool (JWKS), as JSON text.
 * @param timeoutMs how long it may take, in milliseconds
 * @throws when they cannot be fetched
 */
export async function fetchKeys(origin: string, userPoolId: string, timeoutMs: number): Promise<ArrayBuffer> {
  // The tokens' issuer is the hosted service whatever the endpoint is, so the keys' URL is not made from it.
  const url = `${origin}/${userPoolId}/.well-known/jwks.json`;
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The identity service's keys answer ${response.status}`);
  return response.arrayBuffer();
}

interface CognitoAnswer {
  /** The exception's name, or `null`. */
  error: string | null;
  body: unknown;
}

/**
 * The tokens of a refresh.
 * @param usedRefreshToken stays valid when the service does not rotate refresh tokens
 * @throws {IdentityProviderUnavailable} when the answer has no tokens
 */
export function readTokens(
  { error, body }: CognitoAnswer,
  usedRefreshToken: string,
  clock: Clock,
): IdentityTokens {
  const result = (body as { AuthenticationResult?: Record<string, unknown> } | null)?.AuthenticationResult;
  const { IdToken, AccessToken, RefreshToken, ExpiresIn } = result ?? {};
  if (typeof IdToken !== 'string' || typeof AccessToken !== 'string' || typeof ExpiresIn !== 'number') {
    throw new IdentityProviderUnavailable(`The identity service gave no tokens${error ? `: ${error}` : ''}`);
  }
  return {
    idToken: IdToken,
    accessToken: AccessToken,
    refreshToken: typeof RefreshToken === 'string' ? RefreshToken : usedRefreshToken,
    expiresAt: later(clock(), ExpiresIn * 1000),
  };
}

/**
 * One call of the user pool API as a public client (AWS JSON 1.1, no signature).
 * @param timeoutMs how long it may take, in milliseconds
 * @throws {IdentityProviderUnavailable} when it does not answer, fails, or is too busy
 */
export async function callCognito(
  origin: string,
  operation: string,
  body: Record<string, unknown>,
  timeoutMs: number,
): Promise<CognitoAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(origin, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
      // Cognito never redirects, so a redirect that would send tokens elsewhere is not followed.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw new IdentityProviderUnavailable(`The identity service does not answer ${operation}`, {
      cause: error,
    });
  }
  const answer = parseJson(text);
  if (response.ok) return { error: null, body: answer };
  const type = (answer as { __type?: unknown } | null)?.__type;
  const name = typeof type === 'string' ? (type.split('#').at(-1) ?? type) : null;
  if (name === null || response.status >= 500 || tooBusy.has(name)) {
    throw new IdentityProviderUnavailable(
      `The identity service failed ${operation} with ${name ?? response.status}`,
    );
  }
  return { error: name, body: answer };
}

/** Cognito's errors when it is asked too much, which come with status 400. */
const tooBusy = new Set(['TooManyRequestsException', 'ThrottlingException']);

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch (error) {
    throw new IdentityProviderUnavailable('The identity service answered something that is not JSON', {
      cause: error,
    });
  }
}
