// The session cookie: signed, httpOnly, SameSite=Strict, key rotation.

import type { IncomingMessage } from 'node:http';
import cookieSession from 'cookie-session';
import type { Request, RequestHandler } from 'express';
import Keygrip from 'keygrip';
import { sessionLifetimeSeconds } from '#server/accounts/browser-session.ts';
import type { Config } from '#server/config.ts';

/** The session's cookie, as calls need it. */
export interface SessionCookie {
  /** For calls that set it: `request.session` is there in any case. */
  own: RequestHandler;
  /** For all others: who does not send it is not asked for it. */
  read: RequestHandler;
  /** Whether a request brings one, of whatever content. */
  isSent(request: IncomingMessage): boolean;
}

/**
 * The cookie that names a browser session: an opaque random id, signed, out of reach of scripts and of other sites.
 * Everything else about the session is in the database, so that it can be ended there. It is one function and no router of Express's,
 * which lets every request wait for a turn of the event loop at its end.
 */
export function sessionCookie({ publicUrl, sessionKeys }: Config): SessionCookie {
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
    // People reach the site as PUBLIC_URL says, whatever the proxy in front tells us. Without this the cookie library
    // refuses to set a Secure cookie behind a proxy that ends TLS.
    Object.defineProperty(request, 'protocol', { value: https ? 'https' : 'http' });
    library(request, response, (error?: unknown) => {
      if (error === undefined) {
        const id = sessionIdOf(request);
        // The library signs anew by itself when an older key had signed, but does not say how long that signature lasts:
        // browsers would forget it when they are closed, and people would be signed out once the older key is gone.
        if (id !== null && response.hasHeader('set-cookie')) setSessionId(request, id);
      }
      next(error);
    });
  };
  const isSent = ({ headers }: IncomingMessage) => headers.cookie?.includes(`${name}=`) ?? false;
  return {
    own,
    isSent,
    read(request, response, next) {
      if (isSent(request)) own(request, response, next);
      else next();
    },
  };
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
