import type { Request, Response } from 'express';
import { type Authenticate, authenticator } from '#server/http/authenticate.ts';
import type { Handlers } from '#server/http/mount-calls.ts';
import { accountCalls } from '#server/http/routes/accounts.ts';
import { buyingCalls } from '#server/http/routes/buying.ts';
import { claimingCalls } from '#server/http/routes/claiming.ts';
import { webhookCalls } from '#server/http/routes/webhook.ts';
import type { Services } from '#server/http/services.ts';
import { type AnswerOf, contractOf, type Endpoint } from '#shared/api/calls.ts';
import { methodOf } from '#shared/endpoints.ts';

/** A request as the handlers get it from Express. */
export interface Asking {
  /** The client's IP address. */
  address: string;
  idToken?: string | undefined;
  /** The ids in the browser's two cookies. */
  browserId?: string | null;
  sessionId?: string | null;
  body?: unknown;
  parameters?: Record<string, string>;
  headers?: Record<string, string>;
}

/** An answer, with the cookies that it sets. */
export interface Answered<E extends Endpoint> {
  body: AnswerOf<E>;
  browserId: string | null;
  /** `undefined` when the answer leaves the session's cookie as it is. */
  sessionId: string | null | undefined;
}

export type Ask = <E extends Endpoint>(endpoint: E, asking: Asking) => Promise<Answered<E>>;

/**
 * The site's own handlers and authentication, called without sockets: Express and Node would process a request in turns of the event loop
 * that no seed controls. The contract's schema is checked here as in Express.
 */
export function frontDoor(services: Services): Ask {
  const handlers: Partial<Handlers> = {
    ...buyingCalls(services),
    ...claimingCalls(services),
    ...accountCalls(services),
    ...webhookCalls(services),
  };
  const authenticate: Authenticate = authenticator(services);

  return async <E extends Endpoint>(endpoint: E, asking: Asking): Promise<Answered<E>> => {
    const { idToken, browserId = null, sessionId = null, parameters = {} } = asking;
    const headers: Record<string, string> = {
      ...asking.headers,
      ...(idToken !== undefined && { authorization: `Bearer ${idToken}` }),
      ...(browserId !== null && { cookie: `__Host-browser=${browserId}` }),
    };
    const session = sessionId === null ? null : { id: sessionId };
    const request = {
      ...{ method: methodOf(endpoint), headers, session, params: parameters },
      get: (name: string) => headers[name.toLowerCase()],
    };
    const kept: { browserId: string | null } = { browserId };
    const response = {
      locals: { log: services.log, address: asking.address, account: null, requestId: 'simulated' },
      set: () => response,
      appendHeader: () => response,
      cookie: (_name: string, value: string) => {
        kept.browserId = value;
      },
      clearCookie: () => {
        kept.browserId = null;
      },
    };
    const contract = contractOf(endpoint);
    const account = await authenticate(
      request as unknown as Request,
      response as unknown as Response,
      contract.who,
    );
    const body = contract.request ? contract.request.parse(asking.body) : asking.body;
    const handle = handlers[endpoint] as unknown as (call: object) => Promise<AnswerOf<E>>;
    const answer = await handle({ request, response, parameters, account, body });
    const after = request.session as { id: string } | null;
    return {
      body: answer,
      browserId: kept.browserId,
      sessionId: after === session ? undefined : (after?.id ?? null),
    };
  };
}
