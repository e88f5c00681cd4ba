import type { RequestHandler } from 'express';
import { sendProblem } from './problem.ts';

/**
 * Refuses a body that says of itself that it is too large, and ends the connection: the parsers would read it to its end
 * before they answer. One that does not say how long it is meets the parsers' own limits.
 * @param most in bytes
 */
export function refuseLargeBodies(most: number): RequestHandler {
  return (request, response, next) => {
    if (Number(request.get('content-length') ?? 0) <= most) {
      next();
      return;
    }
    response.set('connection', 'close');
    sendProblem(response, 'body_too_large', 'Send at most 64 KiB.');
  };
}
