// Handlers of the calls about accounts: browser sessions (the token-mediating part of RFC 10017), deletion.

import type { Request, Response } from 'express';
import {
  beginSession,
  createSessionReader,
  endSession,
  findSession,
} from '#server/accounts/browser-session.ts';
import { deviceWords } from '#server/accounts/device-words.ts';
import { DeletionNoted, eraseAccount } from '#server/accounts/erase-account.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  signOutEverywhere,
} from '#server/accounts/own-sessions.ts';
import { type Account, IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import * as endpoints from '#shared/endpoints.ts';
import { forgetBrowserId } from '../browser-cookie.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';
import { sessionIdOf, setSessionId } from '../session-cookie.ts';

export function accountCalls(given: Services) {
  const { operatorGroup, operatorsNeedFactor } = given.config;
  const services = {
    ...given,
    needsFactor: ({ groups = [] }: Account) =>
      operatorsNeedFactor && operatorGroup !== null && groups.includes(operatorGroup),
  };
  const readSession = createSessionReader(services);
  return {
    async [endpoints.readSession]({ request, response }) {
      const id = await namedSession(request, response);
      const session = id === null ? null : await readSession(id);
      // It was ended elsewhere, or by time: whoever uses this browser now may be somebody else.
      if (id !== null && session === null) forgetPerson(request, response);
      return { session };
    },
    async [endpoints.beginSession]({ request, response, account, body: { refreshToken } }) {
      const before = sessionIdOf(request);
      const { id, session } = await beginSession(
        services,
        account,
        refreshToken,
        deviceWords(request.get('user-agent')),
      );
      setSessionId(request, id);
      if (before !== null) await endReplacedSession(before, response);
      return { session };
    },
    async [endpoints.endSession]({ request, response }) {
      const id = await namedSession(request, response);
      // The cart stays: it belongs to the browser, not to the account.
      response.set('clear-site-data', '"cache"');
      // If the sign-out failed, the cookie stays, so that the user can try again.
      const forget = () => forgetPerson(request, response);
      if (id === null) setSessionId(request, null);
      else await endSession(services, id, forget);
    },
    [endpoints.listSessions]: async ({ request, account }) => ({
      sessions: await listOwnSessions(services, account, sessionIdOf(request)),
    }),
    async [endpoints.endOneSession]({ account, parameters }) {
      await endOwnSession(services, account, parameters.id);
    },
    async [endpoints.endOtherSessions]({ request, account }) {
      await endOtherSessions(services, account, sessionIdOf(request));
    },
    async [endpoints.signOutEverywhere]({ account, body: { accessToken } }) {
      await signOutEverywhere(services, account, accessToken);
    },
    /** The access token in the body authorises it. */
    async [endpoints.deleteAccount]({ request, response, account, body: { accessToken } }) {
      const forget = () => {
        forgetPerson(request, response);
        response.set('clear-site-data', '"cache", "storage"');
      };
      try {
        await eraseAccount(services, account, accessToken);
      } catch (error) {
        // The session stays in the database: its refresh token may be the only one left that deletes the user.
        if (error instanceof DeletionNoted) forget();
        throw error;
      }
      forget();
    },
  } satisfies Partial<Handlers>;

  function forgetPerson(request: Request, response: Response): void {
    setSessionId(request, null);
    forgetBrowserId(response, given.config);
  }

  /** The session that the cookie names. These calls are not authenticated, so this is where the log learns the account. */
  async function namedSession(request: Request, response: Response): Promise<string | null> {
    const id = sessionIdOf(request);
    if (id !== null) response.locals.account = (await findSession(services, id))?.account ?? null;
    return id;
  }

  /** The new session has begun, and must not fail because the old one's token could not be revoked. */
  async function endReplacedSession(id: string, response: Response): Promise<void> {
    try {
      await endSession(services, id);
    } catch (error) {
      if (!(error instanceof IdentityProviderUnavailable)) throw error;
      response.locals.log.warn({ err: error }, 'the refresh token of a replaced session was not revoked');
    }
  }
}
