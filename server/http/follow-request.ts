import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Goes with the request through log and answer. */
      requestId: string;
      log: Logger;
      /** The pattern of the call that was asked for. */
      route?: string;
      /** The page or file that was served, where there is no such pattern. */
      served?: string;
    }
  }
}

/**
 * Gives every request an id, logs each answer as one line, and counts it. The route is its pattern: addresses can hold
 * checkout session ids, and queries anything.
 */
export function followRequest(log: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    response.locals.requestId = requestId;
    response.locals.log = log.child({ requestId });
    response.set('x-request-id', requestId);
    metrics.requestBegins();
    response.on('close', () => {
      metrics.requestEnds();
      const ms = performance.now() - startedAt;
      const route = response.locals.route ?? response.locals.served ?? null;
      const completed = response.writableFinished;
      // 499, as proxies say it: the client went away before the answer.
      const status = completed ? response.statusCode : 499;
      metrics.request(request.method, figureRoute(route), status, ms / 1000);
      response.locals.log.info(
        {
          method: request.method,
          route,
          status: response.statusCode,
          completed,
          ms: Math.round(ms * 10) / 10,
        },
        'request',
      );
    });
    next();
  };
}

/** Files are one series together; their names change with every build. */
function figureRoute(route: string | null): string {
  if (route === null) return '(none)';
  return /\.[a-z0-9]+$/i.test(route) && !route.startsWith('/api') ? '(file)' : route;
}
