import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { answerErrors } from '#server/http/error-handler.ts';
import { type Call, type Handlers, mountCalls } from '#server/http/mount-calls.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { calls, type Endpoint } from '#shared/api/calls.ts';
import type { Who } from '#shared/api/contract.ts';
import * as endpoints from '#shared/endpoints.ts';
import { anna } from '#tests/support/accounts.ts';

const allowedOrigins = ['https://shop.example.com'];

/** A site whose calls answer what the test sets, and which records how each request is processed. */
export function callSite({
  answer = () => ({}),
  hasOperators = true,
  authenticate = async (who) => (who === 'anybody' ? null : anna),
}: {
  answer?: (call: Call<Endpoint>) => unknown;
  hasOperators?: boolean;
  authenticate?: (who: Who) => Promise<Account | null>;
} = {}) {
  const steps: string[] = [];
  const noted =
    (step: string): RequestHandler =>
    (_request, _response, next) => {
      steps.push(step);
      next();
    };
  const seen: { locals?: Express.Locals; call?: Call<Endpoint> } = {};
  const app = express().use((_request, response, next) => {
    Object.assign(response.locals, { requestId: 'request-1', startedAt: performance.now() });
    seen.locals = response.locals;
    next();
  });
  const handlers = Object.keys(calls).map((endpoint) => [
    endpoint,
    (call: Call<Endpoint>) => {
      steps.push('handler');
      seen.call = call;
      return answer(call);
    },
  ]);
  mountCalls(app, Object.fromEntries(handlers) as Handlers, {
    ...{ allowedOrigins, hasOperators },
    shed: (load) => noted(`shed ${load}`),
    limits: {
      byAddress: (policy) => noted(`address ${policy}`),
      byAccount: (policy) => noted(`account ${policy}`),
    },
    sessionCookie: { own: noted('own cookie'), read: noted('read cookie') },
    authenticate(_request, _response, who) {
      steps.push(`authenticate ${who}`);
      return authenticate(who);
    },
  });
  app.use(answerErrors).use((_request, response) => void response.status(404).end());
  return { app, steps, seen };
}

/** A valid checkout request. */
export const cart = {
  products: [{ id: 'fist' }],
  baseUrl: 'https://shop.example.com',
  email: 'anna@example.com',
};
export const post = (app: express.Express, endpoint: string) =>
  request(app).post(endpoints.patternOf(endpoint));
export const get = (app: express.Express, endpoint: string) =>
  request(app).get(endpoints.patternOf(endpoint));
