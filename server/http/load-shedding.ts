// Load shedding: a limit of concurrent requests, and a fast 503 past it.

import type { RequestHandler } from 'express';
import { Refusal } from '#server/refusal.ts';
import type { LoadClass } from '#shared/api/contract.ts';
import type { Metrics } from './metrics.ts';
import type { ContextResponse } from './request-context.ts';

/**
 * Up to which share of the concurrency limit each class of request is admitted, counting all classes together. Web
 * Vitals, which nobody misses, are refused first; then calls that wait for the payment provider, so that a slow one
 * cannot use up the limit; webhooks last, because each is somebody's purchase. Health checks are never refused: they say
 * that the site is busy, not dead.
 */
const shares: Record<LoadClass, number> = {
  telemetry: 0.25,
  provider: 0.5,
  standard: 1,
  webhook: 1.5,
  health: Number.POSITIVE_INFINITY,
};

/** The `Retry-After` of a refusal, in seconds. */
const retryAfterSeconds = 2;

/**
 * Counts a request until its answer is complete, or is streamed from disk. @returns false when the limit of its class is
 * reached
 */
export type Admit = (load: LoadClass, response: ContextResponse) => boolean;

/**
 * Limits how many requests are answered at the same time.
 * @param limit concurrent requests; docs/security.md has the benchmark behind the default
 */
export function limitConcurrency(limit: number): Admit {
  let underWay = 0;
  return (load, response) => {
    const { locals } = response;
    if (locals.leavePlace) return true;
    if (underWay >= limit * shares[load]) return false;
    underWay += 1;
    let hasPlace = true;
    const leavePlace = () => {
      if (hasPlace) underWay -= 1;
      hasPlace = false;
    };
    locals.leavePlace = leavePlace;
    response.on('close', leavePlace);
    return true;
  };
}

/** Load shedding: past the concurrency limit, a fast 503 for some is better than a slow failure for all. */
export function shedLoad(
  admit: Admit,
  metrics: Pick<Metrics, 'requestShed'>,
): (load: LoadClass) => RequestHandler {
  return (load) => (_request, response, next) => {
    if (admit(load, response)) return next();
    metrics.requestShed(load);
    response.locals.quietRoute = '(shed)';
    response.set('retry-after', String(retryAfterSeconds));
    throw new Refusal('service_unavailable', 'Too many people are here right now. Try again in a moment.');
  };
}
