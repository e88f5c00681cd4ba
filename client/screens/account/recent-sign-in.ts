import { recentSignInMs } from '#shared/recent-sign-in.ts';

/** Less a minute for the steps in between, in milliseconds. */
const recentMs = recentSignInMs - 60_000;

/**
 * Whether a person has just signed in, according to their id token (`auth_time`, which renewed tokens keep). It stops
 * somebody who finds an open page from changing the owner's keys; nothing in a page can stop a script that has the page's
 * tokens.
 * @param now milliseconds since 1970
 */
export function isRecentSignIn(idToken: string, now: number): boolean {
  const payload = idToken.split('.')[1] ?? '';
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
    auth_time?: unknown;
  };
  return typeof claims.auth_time === 'number' && now - claims.auth_time * 1000 <= recentMs;
}
