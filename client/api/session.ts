import type { BrowserSession } from '#shared/api/session.ts';
import * as endpoints from '#shared/endpoints.ts';
import { type Answer, badAnswer, call, isRecord } from './http.ts';

/** A session as this page caches it: in memory only, so that no token outlives the page. */
export interface CachedSession extends Omit<BrowserSession, 'expiresAt'> {
  /**
   * When the tokens expire, in milliseconds of THIS machine's clock. The server's time is corrected by the difference of
   * the two clocks, so that a wrong clock does not make every token look expired.
   */
  expiresAt: number;
}

/**
 * Fresh tokens of the signed-in person, or `null` for nobody.
 * @throws {ApiProblem} `identity_provider_unavailable` or `network`: these say nothing about who is signed in
 */
export async function readSession(): Promise<CachedSession | null> {
  return toCachedSession(await call(endpoints.readSession, {}));
}

/**
 * Gives the refresh token to the server, which keeps it from here on.
 * @throws {ApiProblem} `session_rejected` or `unauthorized` when the tokens are not accepted
 */
export async function beginSession(tokens: {
  idToken: string;
  refreshToken: string;
}): Promise<CachedSession> {
  const answer = await call(endpoints.beginSession, {
    idToken: tokens.idToken,
    body: { refreshToken: tokens.refreshToken },
  });
  const session = toCachedSession(answer);
  if (!session) throw badAnswer(answer.status);
  return session;
}

/**
 * Signs out: the server revokes the refresh token and clears the cookie, even if the page is closed right after. Harmless
 * when nobody is signed in.
 * @throws {ApiProblem}
 */
export async function endSession(): Promise<void> {
  await call(endpoints.endSession, { keepalive: true });
}

function toCachedSession({ body, status, serverTime }: Answer): CachedSession | null {
  if (!isRecord(body)) throw badAnswer(status);
  const session = body['session'];
  if (session === null) return null;
  if (!isBrowserSession(session)) throw badAnswer(status);
  const { username, email, emailVerified, idToken, accessToken } = session;
  const millisecondsLeft = Date.parse(session.expiresAt) - serverTime;
  return { username, email, emailVerified, idToken, accessToken, expiresAt: Date.now() + millisecondsLeft };
}

function isBrowserSession(value: unknown): value is BrowserSession {
  return (
    isRecord(value) &&
    typeof value['emailVerified'] === 'boolean' &&
    (['username', 'email', 'idToken', 'accessToken', 'expiresAt'] as const).every(
      (name) => typeof value[name] === 'string',
    ) &&
    !Number.isNaN(Date.parse(String(value['expiresAt'])))
  );
}
