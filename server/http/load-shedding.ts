import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Metrics } from './metrics.ts';
import { sendProblem } from './problem.ts';

/**
 * How much of the room each kind of request may fill, all kinds together. Calls that wait for the payment provider come
 * first to be refused, so that a slow provider cannot fill the room; webhooks last, because each is somebody's purchase.
 * Health is never refused: it says that we are busy, not dead.
 */
const shares = { waits: 0.5, usual: 1, webhook: 1.5, health: Number.POSITIVE_INFINITY } as const;
export type Kind = keyof typeof shares;

/** After how many seconds to try again. */
const retryAfterSeconds = 2;

function kindOf({ path }: Pick<Request, 'path'>): Kind {
  if (path === '/healthz' || path === '/readyz') return 'health';
  if (path.startsWith('/api/stripe/webhook')) return 'webhook';
  return path.startsWith('/api/create-checkout-session') || path.startsWith('/api/orders/')
    ? 'waits'
    : 'usual';
}

/** The room for requests that are being answered at the same time. */
export interface Room {
  /** Takes a place until the answer is closed. @returns whether there was one */
  enter(kind: Kind, response: ServerResponse): boolean;
}

/** @param most how many places there are, which the benchmark in docs/security.md found */
export function createRoom(most: number): Room {
  let underWay = 0;
  return {
    enter(kind, response) {
      if (underWay >= most * shares[kind]) return false;
      underWay += 1;
      response.on('close', () => {
        underWay -= 1;
      });
      return true;
    },
  };
}

/** Refuses requests for which there is no room: a fast 503 for some is better than a slow failure for all. */
export function shedLoad(room: Room, metrics: Pick<Metrics, 'requestShed'>): RequestHandler {
  return (request, response, next) => {
    const kind = kindOf(request);
    if (room.enter(kind, response)) {
      next();
      return;
    }
    metrics.requestShed(kind);
    response.locals.served = '(shed)';
    response.set('retry-after', String(retryAfterSeconds));
    sendProblem(
      response,
      'service_unavailable',
      'Too many people are here right now. Try again in a moment.',
    );
  };
}
