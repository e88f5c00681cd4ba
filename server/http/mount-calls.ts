// The router of the API: mounts each call from its contract, with body parsing, limits, authentication and validation.

import type { ServerResponse } from 'node:http';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { z } from 'zod';
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
import type { BodyRule, LoadClass } from '#shared/api/contract.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { type Method, methodOf, type ParametersOf, patternOf } from '#shared/endpoints.ts';
import { type Authenticate, requireOwnSite } from './authenticate.ts';
import { sendPolled } from './polled-answer.ts';
import { sendAtMost } from './problem.ts';
import type { RateLimits } from './rate-limits.ts';
import { setServerTiming } from './request-context.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The default limit of JSON bodies; a contract may set another. */
const usualBody: BodyRule = { types: ['application/json'], largestBytes: 64 * 1024 };

/** The largest body of any call, in bytes. */
export const largestBody = Math.max(
  ...(Object.keys(calls) as Endpoint[]).map(
    (endpoint) => (contractOf(endpoint).body ?? usualBody).largestBytes,
  ),
);

/** The body that a call takes, if it takes one. */
function bodyOf(endpoint: Endpoint): BodyRule | undefined {
  const { request, body } = contractOf(endpoint);
  return body ?? (request && usualBody);
}

/**
 * Refuses a body whose Content-Length is larger than any call takes, and one without it for a call that takes none, and
 * closes the connection: all of it would be read even so.
 * @param body what the call itself takes: its limit is the one that the answer names
 */
export const checkBodyLength =
  (body?: BodyRule): RequestHandler =>
  ({ headers }, response, next) => {
    const refuse = (code: ErrorCode, detail: string) => {
      response.set('connection', 'close');
      throw new Refusal(code, detail);
    };
    if (Number(headers['content-length'] ?? 0) > largestBody)
      refuse('body_too_large', sendAtMost((body ?? usualBody).largestBytes));
    if (!body && headers['transfer-encoding'] !== undefined)
      refuse('length_required', 'Send no body with this call.');
    next();
  };

/** The most chunks of a body that comes without its length: each costs about two microseconds and 400 bytes, however small. */
export const mostChunks = 1024;

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

/**
 * Reads a body, as bytes or as JSON. A compressed one is refused: a few bytes of Brotli make its decompressor take 16 MiB
 * before any limit counts. With `Expect: 100-continue` and too large a Content-Length, the body is never sent.
 */
export function bodyReader({ types, largestBytes: limit }: BodyRule): RequestHandler {
  const read =
    types === 'raw'
      ? express.raw({ type: () => true, limit, inflate: false })
      : express.json({ type: [...types], limit, inflate: false });
  return (request, response, next) => {
    const { expect, 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (expect !== undefined) {
      // The reader would wait for the end of the body before it refuses.
      if (Number(length) > limit) {
        response.setHeader('connection', 'close');
        throw new Refusal('body_too_large', sendAtMost(limit));
      }
      response.writeContinue();
    }
    read(request, response, coding === undefined ? next : boundChunks(request, response, limit, next));
  };
}

/**
 * Refuses a body without a length as soon as it is too long or comes in too many chunks, and closes the connection: the
 * reader would go on to the end of it.
 * @returns what continues with the request, unless it has been refused
 */
function boundChunks(request: Request, response: Response, limit: number, next: NextFunction): NextFunction {
  let [bytes, chunks] = [0, 0];
  const refuse = (code: ErrorCode, detail: string) => {
    request.off('data', count);
    response.set('connection', 'close');
    proceed(new Refusal(code, detail));
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    chunks += 1;
    if (bytes > limit) refuse('body_too_large', sendAtMost(limit));
    else if (chunks > mostChunks)
      refuse('length_required', 'Send the body with its Content-Length, or in fewer chunks.');
  };
  let proceeds = true;
  const proceed: NextFunction = (error?: unknown) => {
    if (proceeds) next(error);
    proceeds = false;
  };
  request.on('data', count);
  return proceed;
}

/** The handler, called with what its contract promises; its answer is sent as the contract says. */
function answering(endpoint: Endpoint, handle: (call: Call<Endpoint>) => unknown): RequestHandler {
  const { request: schema, headers = {}, answer, cacheControl = 'no-store', polled } = contractOf(endpoint);
  return async (request, response) => {
    for (const [name, header] of Object.entries(headers)) checked(header, request.get(name));
    const call = {
      ...{ request, response, parameters: request.params, account: response.locals.account },
      body: schema ? jsonBody(request, schema) : request.body,
    };
    if (cacheControl !== null) response.set('cache-control', cacheControl);
    const result = await handle(call as Call<Endpoint>);
    if (answer === 'raw') return;
    setServerTiming(response);
    if (answer === null) response.status(204).end();
    else if (polled) sendPolled(request, response, endpoint, result, []);
    else sendJson(response, result);
  };
}

/** Sends JSON directly: Express would derive again from request, settings and headers what is known here. */
function sendJson(response: ServerResponse, content: unknown): void {
  const body = JSON.stringify(content);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

/**
 * The body of a JSON request.
 * @throws {Refusal} `unsupported_media_type` when it is not declared as JSON, `invalid_request`
 */
function jsonBody<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  if (!request.is('application/json')) {
    throw new Refusal('unsupported_media_type', 'Send JSON with the content type application/json.');
  }
  return checked(schema, request.body);
}

/** @throws {Refusal} `invalid_request` with the field when it is not of the schema's form */
function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || undefined;
  throw new Refusal('invalid_request', issue?.message ?? 'Not of the expected form.', field);
}
