import express, { type NextFunction, type Request, type Response, Router } from 'express';
import Stripe from 'stripe';
import type { Cause } from '../events.ts';
import { newId } from '../objects/ids.ts';
import { authenticate } from './authenticate.ts';
import { invalidParameter, StripeApiError } from './errors.ts';
import { type Fault, type Faults, outage } from './faults.ts';
import { type Answer, type IdempotencyKeys, scopedKey } from './idempotency.ts';
import type { Permissions } from './permissions.ts';

/** One call, decoded. */
interface Call {
  /** The `:id` of the path. */
  id: string;
  /** The form or query, not validated yet. */
  parameters: Record<string, unknown>;
  cause: Cause;
}

/** Answers a call with an object. @throws StripeApiError */
type Endpoint = (call: Call) => object;

/** Every endpoint by `METHOD /path`, below `/v1`. */
export type Endpoints = Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, Endpoint>;

/**
 * The form-encoded API below `/v1`: API keys, versions, idempotency and errors; the calls themselves are in `endpoints`.
 */
export function createApi(
  endpoints: Endpoints,
  keys: IdempotencyKeys,
  faults: Faults,
  permissions: Permissions,
): Router {
  const api = Router();
  api.use(introduce, checkKey, checkRight(permissions), failOnDemand(faults), claimKey(keys));
  // The client library encodes nested parameters as `a[b][0]=c`, in the query as well as in the form.
  api.use(express.urlencoded({ extended: true, limit: '1mb', parameterLimit: 10_000 }), requireForm);
  api.use(checkExpansions(permissions));
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method, path = ''] = name.split(' ');
    const handle = (request: Request, response: Response): void => answer(request, response, endpoint, keys);
    if (method === 'GET') api.get(path, handle);
    else if (method === 'DELETE') api.delete(path, handle);
    else api.post(path, handle);
  }
  api.use((request) => {
    throw new StripeApiError(
      404,
      {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.originalUrl.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      },
      false,
    );
  });
  api.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (error instanceof StripeApiError)
      send(response, { status: error.status, body: { error: error.body } });
    else if (isClientFault(error))
      send(response, {
        status: 400,
        body: { error: { type: 'invalid_request_error', message: error.message } },
      });
    else next(error);
  });
  return api;
}

function introduce(request: Request, response: Response, next: NextFunction): void {
  const version = request.get('Stripe-Version') ?? Stripe.API_VERSION;
  response.locals['requestId'] = newId('req_', 14);
  response.set({
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': response.locals['requestId'],
    'Stripe-Version': version,
  });
  if (!/^\d{4}-\d{2}-\d{2}(?:\.\w+)?$/.test(version))
    throw invalidParameter(`Invalid Stripe API version: ${version}`);
  next();
}

function checkKey(request: Request, response: Response, next: NextFunction): void {
  response.locals['apiKey'] = authenticate(request.get('Authorization'));
  next();
}

function checkRight(permissions: Permissions) {
  return (request: Request, response: Response, next: NextFunction): void => {
    permissions.check(response.locals['apiKey'], request.method, request.path);
    next();
  };
}

function checkExpansions(permissions: Permissions) {
  return (request: Request, response: Response, next: NextFunction): void => {
    for (const path of Object.values((parametersOf(request)['expand'] ?? {}) as object))
      permissions.checkExpansion(response.locals['apiKey'], String(path));
    next();
  };
}

/** The query of a call that only reads, and the form of any other. */
function parametersOf(request: Request): Record<string, unknown> {
  return request.method === 'GET' ? request.query : (request.body ?? {});
}

function failOnDemand(faults: Faults) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const fault = faults.take(`${request.method} ${request.path}`);
    if (fault?.status === 0) request.socket.destroy();
    else {
      response.locals['fault'] = fault;
      next();
    }
  };
}

/** Stripe accepts idempotency keys with POST only; other calls are idempotent anyway. */
function claimKey(keys: IdempotencyKeys) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const key = request.get('Idempotency-Key');
    if (request.method === 'POST' && key !== undefined) {
      const scoped = scopedKey(response.locals['apiKey'], key);
      const release = keys.claim(scoped);
      response.once('close', release);
      response.locals['key'] = scoped;
      response.set('Idempotency-Key', key);
    }
    next();
  };
}

function requireForm(request: Request, _response: Response, next: NextFunction): void {
  const type = request.get('Content-Type');
  if (request.method === 'POST' && type !== undefined && !request.is('application/x-www-form-urlencoded'))
    throw invalidParameter(
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.`,
    );
  next();
}

function answer(request: Request, response: Response, endpoint: Endpoint, keys: IdempotencyKeys): void {
  const { key, requestId, fault } = response.locals as { key?: string; requestId: string; fault?: Fault };
  const parameters = parametersOf(request);
  const call = [request.method, request.path, parameters];
  const replay = key === undefined ? undefined : keys.recall(key, call);
  if (replay) {
    response.set({ 'Idempotent-Replayed': 'true', 'Original-Request': replay.requestId });
    send(response, replay);
    return;
  }
  const cause = { requestId, idempotencyKey: request.get('Idempotency-Key') ?? null };
  const result = run(() => {
    if (fault) throw outage(fault);
    return endpoint({ id: String(request.params['id'] ?? ''), parameters, cause });
  });
  if (key !== undefined && result.begun) keys.remember(key, call, requestId, result);
  send(response, result);
}

function run(endpoint: () => object): Answer & { begun: boolean } {
  try {
    return { status: 200, body: endpoint(), begun: true };
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return { status: error.status, body: { error: error.body }, begun: error.begun };
  }
}

function send(response: Response, { status, body }: Answer): void {
  // A replayed 500 would stay a 500: the client library is told not to try again.
  if (status === 500) response.set('Stripe-Should-Retry', 'false');
  response
    .status(status)
    .type('json')
    .send(`${JSON.stringify(body, null, 2)}\n`);
}

function isClientFault(error: unknown): error is Error {
  return (
    error instanceof Error && 'status' in error && Number(error.status) >= 400 && Number(error.status) < 500
  );
}
