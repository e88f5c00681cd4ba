// The fast path of recorded orders: their pages ask for them until they are paid, and when they are opened again.

import type { IncomingMessage } from 'node:http';
import type { Express, Request, Response } from 'express';
import { isOrderId, recordedStatus } from '#server/buying/order-status.ts';
import { calls } from '#shared/api/calls.ts';
import { patternOf, readOrder } from '#shared/endpoints.ts';
import type { SharedWithFastPath } from './app.ts';
import { browserIdOf } from './browser-cookie.ts';
import { sendJson } from './mount-calls.ts';
import { type ContextResponse, setServerTiming } from './request-context.ts';
import { type SecurityHeaders, setHeaders } from './security-headers.ts';
import type { Services } from './services.ts';

const pattern = patternOf(readOrder);
const prefix = pattern.slice(0, pattern.indexOf(':'));
const { load, limitByAddress } = calls[readOrder];

/**
 * Answers for an order that is recorded, as Express would: for guests, known by the browser's cookie or not at all. Who comes
 * with a token or a session is looked up by Express, and so is an order that the payment provider must be asked for.
 * @returns whether the request is taken; what was counted of it already is not counted again when Express goes on with it
 */
export function orderAnswerer(
  services: Services,
  headers: SecurityHeaders,
  { concurrency, limits, sessionCookie }: SharedWithFastPath,
  app: Express,
): (request: IncomingMessage, response: ContextResponse) => boolean {
  const limiters = limits.byAddress(limitByAddress);

  async function answer(id: string, request: IncomingMessage, response: ContextResponse): Promise<void> {
    const viewer = { account: null, browserId: browserIdOf(request, services.config) };
    const order = await recordedStatus(services, id, viewer);
    if (!order) {
      app(request, response);
      return;
    }
    response.locals.quietRoute = pattern;
    response.setHeader('cache-control', 'no-store');
    setServerTiming(response);
    sendJson(response, order);
  }

  return (request, response) => {
    const { url = '', method } = request;
    if (method !== 'GET' || !url.startsWith(prefix)) return false;
    const id = url.slice(prefix.length);
    if (!isOrderId(id) || request.headers.authorization !== undefined || sessionCookie.isSent(request))
      return false;
    if (!concurrency.admit(load, response)) return false;
    response.locals.route = pattern;
    // What a page's script fetches is opened by nobody as a document of its own.
    setHeaders(response, request.headers['sec-fetch-dest'] === 'empty' ? headers.resource : headers.document);
    response.setHeader('x-request-id', response.locals.requestId);
    const [asked, answered] = [request as Request, response as Response];
    // As Express does when it takes a request over.
    asked.res = answered;
    let turn = 0;
    const next = (error?: unknown): void => {
      const count = error === undefined ? limiters[turn] : undefined;
      turn += 1;
      if (count) {
        // express-rate-limit's own, which need no routing.
        count(asked, answered, next);
        return;
      }
      // The same question again fails the same way, and Express knows how to put it.
      const goOnWithExpress = () => app(request, response);
      if (error !== undefined) {
        goOnWithExpress();
        return;
      }
      response.locals.counted = true;
      answer(id, request, response).catch(goOnWithExpress);
    };
    next();
    return true;
  };
}
