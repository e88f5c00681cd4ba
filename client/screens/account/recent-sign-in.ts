/** As the server asks for it before an account is deleted, less a minute for the work in between. In milliseconds. */
const recentMs = 9 * 60 * 1000;

/**
 * Whether a person proved who they are just now, as their id token says (`auth_time`, which renewed tokens keep). It keeps whoever
 * finds a page open from changing its owner's keys; nothing in a page can keep out a program that holds the page's tokens.
 * @param now milliseconds since 1970
 */
export function isRecentSignIn(idToken: string, now: number): boolean {
  const payload = idToken.split('.')[1] ?? '';
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
    auth_time?: unknown;
  };
  return typeof claims.auth_time === 'number' && now - claims.auth_time * 1000 <= recentMs;
}
