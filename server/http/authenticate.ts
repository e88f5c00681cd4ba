import type { Request } from 'express';
import { findSession } from '#server/accounts/browser-session.ts';
import { accountErased, isErased } from '#server/accounts/erased-accounts.ts';
import type { Account } from '#server/accounts/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import type { Services } from './services.ts';
import { sessionIdOf } from './session-cookie.ts';

/** Says who sends a request. */
export interface Authenticator {
  /** @throws {Refusal} `unauthorized` for nobody */
  account(request: Request): Promise<Account>;
  /**
   * `null` for a request that brings neither token nor session.
   * @throws {Refusal} `unauthorized` for a token that does not check out
   */
  accountOrGuest(request: Request): Promise<Account | null>;
  /** The account of the bearer token; the cookie does not count. @throws {Refusal} `unauthorized` */
  bearerAccount(request: Request): Promise<Account>;
  /**
   * Like `account`, but an account that was erased since its token was issued is let through: for calls that only read what
   * the account owns, because the store looks there itself and the app's most frequent call needs no look-up more.
   * @throws {Refusal} `unauthorized` for nobody
   */
  accountOfOwner(request: Request): Promise<Account>;
}

/** Methods that change nothing, and so need no proof of where they come from. */
const safeMethods = new Set(['GET', 'HEAD']);

/**
 * A bearer id token counts first, as the mobile app and the pages send it; without one, the browser session's cookie.
 * A call that relies on the cookie and changes something must come from the site itself.
 */
export function authenticator({ config, ledger, identity, clock }: Services): Authenticator {
  const refuse = (): never => {
    throw new Refusal('unauthorized', 'Sign in, and send the id token as bearer.');
  };

  async function tokenAccount(request: Request): Promise<Account> {
    const token = bearerToken(request.headers.authorization);
    return (token === null ? null : await identity.verifyIdToken(token)) ?? refuse();
  }

  async function bearerAccount(request: Request): Promise<Account> {
    const account = await tokenAccount(request);
    if (await ledger.read(() => isErased(account.id))) throw accountErased();
    return account;
  }

  /** Sessions go with their account in one transaction, so theirs needs no look-up. */
  async function sessionAccount(request: Request): Promise<Account | null> {
    const id = sessionIdOf(request);
    const session = id === null ? null : await findSession({ ledger, clock }, id);
    if (!session) return null;
    if (!safeMethods.has(request.method)) requireOwnSite(request, config.allowedOrigins);
    return session.account;
  }

  const hasToken = (request: Request) => request.get('authorization') !== undefined;
  const accountOrGuest = (request: Request) =>
    hasToken(request) ? bearerAccount(request) : sessionAccount(request);

  return {
    bearerAccount,
    accountOrGuest,
    account: async (request) => (await accountOrGuest(request)) ?? refuse(),
    accountOfOwner: async (request) =>
      (await (hasToken(request) ? tokenAccount(request) : sessionAccount(request))) ?? refuse(),
  };
}

/**
 * Refuses a request that a browser made for another site. Browsers say where a request comes from in
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

/** The token of an `Authorization` header, or `null` (RFC 6750 section 2.1). */
export function bearerToken(header: string | undefined): string | null {
  const [scheme, token] = header?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}
