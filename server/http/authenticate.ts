// Authentication of requests: bearer id token, session cookie, operators' group, second factor; and CSRF protection.

import type { Request, Response } from 'express';
import { findSession, noteUse } from '#server/accounts/browser-session.ts';
import { accountErased, isErased } from '#server/identity/erased-accounts.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import type { Who } from '#shared/api/contract.ts';
import type { Services } from './services.ts';
import { sessionIdOf } from './session-cookie.ts';

/**
 * Authenticates a request; `null` for an anonymous one, if guests may make the call.
 * @throws {Refusal} `unauthorized` for an anonymous request or an invalid token, `forbidden` outside the operators'
 * group, `sign_in_too_old`, `second_factor_needed`, `cross_site_request`
 */
export type Authenticate = (
  request: Request,
  response: Response,
  who: Who,
  takesErased?: boolean,
) => Promise<Account | null>;

/** How old the sign-in of an operator may be, in milliseconds: a working day. */
export const operatorSignInMs = 12 * 60 * 60 * 1000;

/** Methods that change nothing, and so need no CSRF protection. */
const safeMethods = new Set(['GET', 'HEAD']);

/**
 * Authentication: a bearer id token takes precedence (the mobile app and the pages send it); without one, the session
 * cookie counts. A call that relies on the cookie and changes something must come from the site itself.
 */
export function authenticator({ config, ledger, identity, clock }: Services): Authenticate {
  const { allowedOrigins, operatorGroup, operatorsNeedFactor } = config;
  const refuse = (): never => {
    throw new Refusal('unauthorized', 'Sign in, and send the id token as bearer.');
  };

  async function bearerAccount(request: Request, response: Response, takesErased = false): Promise<Account> {
    const token = bearerToken(request.headers.authorization);
    const account = (token === null ? null : await identity.verifyIdToken(token)) ?? refuse();
    // From here on log lines can name the account, also when the request is refused.
    response.locals.account = account;
    if (!takesErased && (await ledger.read(() => isErased(account.id)))) throw accountErased();
    return account;
  }

  async function sessionOf(request: Request) {
    const id = sessionIdOf(request);
    return id === null ? null : findSession({ ledger, clock }, id);
  }

  /** Sessions are deleted together with their account, so they need no look-up of erased accounts. */
  async function sessionAccount(request: Request, response: Response): Promise<Account | null> {
    const session = await sessionOf(request);
    if (!session) return null;
    response.locals.account = session.account;
    if (!safeMethods.has(request.method)) requireOwnSite(request, allowedOrigins);
    noteUse({ ledger, clock }, session).catch((error: unknown) => {
      response.locals.log.warn({ err: error }, 'it was not written down that a session is used');
    });
    return session.account;
  }

  /**
   * Checks an operator's second factor (MFA). The pool's tokens do not say whether one was used. The session knows: its
   * refreshes ask the service whether this account's sign-ins need one. So operators send a session cookie beside their
   * token, and the session must not have ended.
   */
  async function requireSecondFactor(request: Request, account: Account): Promise<void> {
    const session = await sessionOf(request);
    if (session?.account.id === account.id && session.hasSecondFactor) return;
    throw new Refusal(
      'second_factor_needed',
      "Operators need a second factor. Set up an authenticator app on this site's account page, then come back.",
    );
  }

  /** Only the token names the group, so the cookie is never enough. */
  async function operatorAccount(request: Request, response: Response): Promise<Account> {
    const account = await bearerAccount(request, response);
    if (operatorGroup !== null && account.groups?.includes(operatorGroup)) {
      const signedInMs = account.signedInAt?.getTime() ?? Number.NEGATIVE_INFINITY;
      if (clock().getTime() - signedInMs > operatorSignInMs) {
        throw new Refusal('sign_in_too_old', 'Operators sign in anew every twelve hours. Sign in again.');
      }
      if (operatorsNeedFactor) await requireSecondFactor(request, account);
      return account;
    }
    response.locals.log.warn({ account: account.id }, "somebody outside the operators' group was refused");
    throw new Refusal(
      'forbidden',
      "This needs membership of the operators' group. After joining it, sign in again.",
    );
  }

  return async (request, response, who, takesErased) => {
    if (who === 'anybody') return null;
    if (who === 'bearer') return bearerAccount(request, response, takesErased);
    if (who === 'operator') return operatorAccount(request, response);
    const hasToken = request.get('authorization') !== undefined;
    const account = await (hasToken ? bearerAccount(request, response) : sessionAccount(request, response));
    return who === 'account' ? (account ?? refuse()) : account;
  };
}

/**
 * CSRF protection: refuses a request that a browser made for another site. Browsers say where a request comes from in
 * `Sec-Fetch-Site` and `Origin`; a client that sends neither is not a browser and cannot be tricked into it.
 * @throws {Refusal} `cross_site_request`
 */
export function requireOwnSite(request: Request, allowedOrigins: readonly string[]): void {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const own =
    site !== undefined ? site === 'same-origin' : origin === undefined || allowedOrigins.includes(origin);
  if (!own) throw new Refusal('cross_site_request', "Send this request from the site's own pages.");
}

/** The token of an `Authorization` header, or `null` (RFC 6750 section 2.1: one space or several before it). */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +([^ ]+)/i.exec(header ?? '')?.[1] ?? null;
}
