import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

declare global {
  namespace Express {
    interface Locals {
      /** Goes with the request through log and answer. */
      requestId: string;
      log: Logger;
      /** The page or file that was served, where no Express route says it. */
      served?: string;
    }
  }
}

/**
 * Gives every request an id, and logs each answer as one line. The route is logged as its pattern: addresses can hold
 * checkout session ids, and queries anything.
 */
export function followRequest(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    response.locals.requestId = requestId;
    response.locals.log = log.child({ requestId });
    response.set('x-request-id', requestId);
    response.on('close', () => {
      response.locals.log.info(
        {
          method: request.method,
          route: request.route ? `${request.baseUrl}${request.route.path}` : (response.locals.served ?? null),
          status: response.statusCode,
          completed: response.writableFinished,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
        },
        'request',
      );
    });
    next();
  };
}
