// The session cookie: signed, httpOnly, SameSite=Strict, key rotation.

import cookieSession from 'cookie-session';
import { type Request, Router } from 'express';
import Keygrip from 'keygrip';
import { sessionLifetimeSeconds } from '#server/accounts/browser-session.ts';
import type { Config } from '#server/config.ts';

/**
 * The cookie that names a browser session: an opaque random id, signed, out of reach of scripts and of other sites.
 * Everything else about the session is in the database, so that it can be ended there.
 */
export function sessionCookie({ publicUrl, sessionKeys }: Config): Router {
  const https = publicUrl.startsWith('https:');
  const router = Router();
  router.use((request, _response, next) => {
    // People reach the site as PUBLIC_URL says, whatever the proxy in front tells us. Without this the cookie library
    // refuses to set a Secure cookie behind a proxy that ends TLS.
    Object.defineProperty(request, 'protocol', { value: https ? 'https' : 'http' });
    next();
  });
  router.use(
    cookieSession({
      name: https ? '__Host-session' : 'session',
      keys: new Keygrip([...sessionKeys], 'sha256') as unknown as string[],
      httpOnly: true,
      sameSite: 'strict',
      secure: https,
      path: '/',
      maxAge: sessionLifetimeSeconds * 1000,
    }),
  );
  router.use((request, response, next) => {
    const id = sessionIdOf(request);
    // The library signs anew by itself when an older key had signed, but does not say how long that signature lasts:
    // browsers would forget it when they are closed, and people would be signed out once the older key is gone.
    if (id !== null && response.hasHeader('set-cookie')) setSessionId(request, id);
    next();
  });
  return router;
}

/** The session id of a request's cookie, or `null`. */
export function sessionIdOf(request: Request): string | null {
  const id: unknown = request.session?.['id'];
  return typeof id === 'string' ? id : null;
}

/** Sets the cookie, or clears it with `null`. */
export function setSessionId(request: Request, id: string | null): void {
  request.session = id === null ? null : { id };
}
