// The session cookie: signed, httpOnly, SameSite=Strict, key rotation.

import cookieSession from 'cookie-session';
import type { Request, RequestHandler } from 'express';
import Keygrip from 'keygrip';
import { sessionLifetimeSeconds } from '#server/accounts/browser-session.ts';
import type { Config } from '#server/config.ts';

export type SessionCookie = ReturnType<typeof sessionCookie>;

/**
 * The cookie that names a browser session: an opaque random id, signed, httpOnly and SameSite=Strict. Everything else
 * about the session is in the database, so that it can be ended there. It is one function and not an Express router,
 * which would delay every request by a turn of the event loop.
 * @returns two middlewares: `own` for calls that set the cookie, where `request.session` always exists; `read` for all
 * others, which parses nothing for requests without the cookie
 */
export function sessionCookie({ publicUrl, sessionKeys }: Config) {
  const https = publicUrl.startsWith('https:');
  const name = https ? '__Host-session' : 'session';
  const library = cookieSession({
    name,
    keys: new Keygrip([...sessionKeys], 'sha256') as unknown as string[],
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    path: '/',
    maxAge: sessionLifetimeSeconds * 1000,
  });
  const own: RequestHandler = (request, response, next) => {
    // People reach the site at PUBLIC_URL, whatever the proxy says. Without this the cookie library refuses to set a
    // Secure cookie behind a proxy that terminates TLS.
    Object.defineProperty(request, 'protocol', { value: https ? 'https' : 'http' });
    library(request, response, (error?: unknown) => {
      if (error === undefined) {
        const id = sessionIdOf(request);
        // After a key rotation the library signs again by itself, but as a cookie without an expiry: browsers would drop
        // it when they are closed, and people would be signed out once the older key is gone.
        if (id !== null && response.hasHeader('set-cookie')) setSessionId(request, id);
      }
      next(error);
    });
  };
  const read: RequestHandler = (request, response, next) => {
    if (request.headers.cookie?.includes(`${name}=`)) own(request, response, next);
    else next();
  };
  return { own, read };
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
