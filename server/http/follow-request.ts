import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Goes with the request through log and answer. */
      requestId: string;
      /** When it came, in milliseconds of `performance.now()`. */
      startedAt: number;
      log: Logger;
      /** The pattern of the call that was asked for. */
      route?: string;
      /** What was only looked up: the path of a page or file, or a call that is asked all day. Figures say enough of it. */
      served?: string;
    }
  }
}

/** An answer that is followed; Express takes the locals over as its own. */
export type FollowedResponse = ServerResponse & { locals: Express.Locals };

class RequestLocals implements Express.Locals {
  readonly requestId = randomUUID();
  readonly startedAt = performance.now();
  route?: string;
  served?: string;
  readonly #siteLog: Logger;
  #log?: Logger;

  constructor(siteLog: Logger) {
    this.#siteLog = siteLog;
  }

  /** Made when first used: most requests have nothing to say but that they were answered. */
  get log(): Logger {
    this.#log ??= this.#siteLog.child({ requestId: this.requestId });
    return this.#log;
  }
}

/**
 * Makes what goes with every request from its first moment: it gets an id, its answer is counted, and that of a
 * call that does something, or one that failed, logged as one line. The route is its pattern: addresses can hold checkout session ids, and queries anything.
 */
export function requestFollower(
  log: Logger,
  metrics: Metrics,
): (request: IncomingMessage, response: ServerResponse) => FollowedResponse {
  return (request, response) => {
    const locals = new RequestLocals(log);
    const { method = '' } = request;
    metrics.requestBegins();
    response.on('close', () => {
      metrics.requestEnds();
      const ms = performance.now() - locals.startedAt;
      const route = locals.route ?? locals.served ?? null;
      const completed = response.writableFinished;
      const status = response.statusCode;
      // 499, as proxies say it: the client went away before the answer.
      metrics.request(method, figureRoute(route), completed ? status : 499, ms / 1000);
      // Counted by path; a line of each would say nothing more.
      if (locals.served !== undefined && completed && status < 400) return;
      const { requestId } = locals;
      log.info({ requestId, method, route, status, completed, ms: Math.round(ms * 10) / 10 }, 'request');
    });
    const followed = response as FollowedResponse;
    followed.locals = locals;
    return followed;
  };
}

/** `Server-Timing` for an answer that begins now: what the browser's own figures show beside what the way there took. */
export function serverTiming({ locals }: FollowedResponse): string {
  return `app;dur=${(performance.now() - locals.startedAt).toFixed(1)}`;
}

/** Files are one series together; their names change with every build. */
function figureRoute(route: string | null): string {
  if (route === null) return '(none)';
  return /\.[a-z0-9]+$/i.test(route) && !route.startsWith('/api') ? '(file)' : route;
}
