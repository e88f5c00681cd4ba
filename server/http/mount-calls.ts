// The router of the API: mounts each call from its contract, with body parsing, limits, authentication and validation.

import type { ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { Account } from '#server/identity/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import {
  type AnswerOf,
  type CheckedRequestOf,
  calls,
  contractOf,
  type Endpoint,
  type WhoOf,
} from '#shared/api/calls.ts';
import type { LoadClass } from '#shared/api/contract.ts';
import { type Method, methodOf, type ParametersOf, patternOf } from '#shared/endpoints.ts';
import { type Authenticate, requireOwnSite } from './authenticate.ts';
import { sendPolled } from './polled-answer.ts';
import type { RateLimits } from './rate-limits.ts';
import { bodyOf, bodyReader, checkBodyLength, checked, contentOf } from './request-bodies.ts';
import { setServerTiming } from './request-context.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What a handler gets; everything that the contract promises has been checked. */
export interface Call<E extends Endpoint> {
  request: Request;
  response: Response;
  parameters: Record<keyof ParametersOf<E>, string>;
  body: CheckedRequestOf<E>;
  account: { anybody: null; 'guest-or-account': Account | null; account: Account }[WhoOf<E> extends
    | 'anybody'
    | 'guest-or-account'
    ? WhoOf<E>
    : 'account'];
}

/** An answer before JSON serialisation, which turns dates into ISO 8601. */
type Answer<T> = T extends string
  ? T | Date
  : T extends object
    ? { readonly [Key in keyof T]: Answer<T[Key]> }
    : T;
export type Handlers = {
  [E in Endpoint]: (call: Call<E>) => Promise<Answer<AnswerOf<E>>> | Answer<AnswerOf<E>>;
};

interface CallTools {
  shed: (load: LoadClass) => RequestHandler;
  limits: RateLimits;
  sessionCookie: SessionCookie;
  authenticate: Authenticate;
  /** The origin of the site's own pages. */
  allowedOrigins: readonly string[];
  /** Whether there are operators; without them the operators' calls are not mounted. */
  hasOperators: boolean;
}

/** Mounts every call from its contract. Other methods on its path get 405 with `Allow`. */
export function mountCalls(app: Express, handlers: Handlers, tools: CallTools): void {
  const mounted = (Object.keys(calls) as Endpoint[]).filter(
    (endpoint) => tools.hasOperators || contractOf(endpoint).who !== 'operator',
  );
  for (const [pattern, endpoints = []] of Object.entries(Object.groupBy(mounted, patternOf))) {
    const route = app.route(pattern);
    route.all((_request, response, next) => {
      response.locals.route = pattern;
      next();
    });
    for (const endpoint of endpoints) {
      const method = methodOf(endpoint).toLowerCase() as Lowercase<Method>;
      // For one endpoint the types of handler and call match; for the union of all endpoints the compiler cannot tell.
      const handle = handlers[endpoint] as (call: Call<Endpoint>) => unknown;
      const length = checkBodyLength(bodyOf(endpoint));
      route[method](length, ...stages(endpoint, tools), answering(endpoint, handle));
    }
    const allowed = endpoints
      .map(methodOf)
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const [limit] = endpoints.flatMap((endpoint) => contractOf(endpoint).limitByAddress ?? []);
    route.all(checkBodyLength(), ...(limit ? [tools.limits.byAddress(limit)] : []), (_request, response) => {
      response.set('allow', allowed.join(', '));
      throw new Refusal('method_not_allowed', `Use ${allowed.join(' or ')}.`);
    });
  }
}

/** The middleware before a call's handler, in this order: the cheapest checks that keep out most come first. */
function stages(endpoint: Endpoint, tools: CallTools): RequestHandler[] {
  const { limits, authenticate, sessionCookie } = tools;
  const { who, limitByAddress, limitByAccount, ...contract } = contractOf(endpoint);
  const { load = 'standard', ownsSession = false, ownPagesOnly = ownsSession, takesErased } = contract;
  const body = bodyOf(endpoint);
  return [
    // Load shedding counts requests whose body is complete; before that the intake limits them (body-intake.ts).
    ...(body ? [bodyReader(body)] : []),
    tools.shed(load),
    ...[limitByAddress ?? []].flat().map(limits.byAddress),
    ...(ownsSession ? [sessionCookie.own] : who === 'anybody' ? [] : [sessionCookie.read]),
    async (request, response, next) => {
      if (ownPagesOnly) requireOwnSite(request, tools.allowedOrigins);
      response.locals.account = await authenticate(request, response, who, takesErased);
      next();
    },
    ...(limitByAccount ? [limits.byAccount(limitByAccount)] : []),
  ];
}

/** The handler, called with what its contract promises; its answer is sent as the contract says. */
function answering(endpoint: Endpoint, handle: (call: Call<Endpoint>) => unknown): RequestHandler {
  const { who, headers = {}, answer, cacheControl = 'no-store', polled } = contractOf(endpoint);
  return async (request, response) => {
    for (const [name, header] of Object.entries(headers)) checked(header, request.get(name));
    const call = {
      request,
      response,
      parameters: request.params,
      account: response.locals.account,
      body: contentOf(endpoint, request),
    };
    if (cacheControl !== null) response.set('cache-control', cacheControl);
    const result = await handle(call as Call<Endpoint>);
    if (answer === 'raw') return;
    setServerTiming(response);
    if (answer === null) response.status(204).end();
    else if (polled) sendPolled(request, response, endpoint, result, []);
    else sendJson(response, who === 'operator' ? onlyNamed(answer, result) : result);
  };
}

/**
 * What the schema names of an answer: handlers of the operator's page hand out what the use cases tell, which is more. It checks
 * nothing.
 */
export function onlyNamed(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return value && onlyNamed(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => onlyNamed(schema.element, item));
  if (!(schema instanceof z.ZodObject)) return value;
  const given = Object.entries(value as object).filter(([name]) => name in schema.shape);
  return Object.fromEntries(given.map(([name, part]) => [name, onlyNamed(schema.shape[name], part)]));
}

/** Sends JSON directly: Express would derive again from request, settings and headers what is known here. */
function sendJson(response: ServerResponse, content: unknown): void {
  const body = JSON.stringify(content);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
