// The request context: request id, child logger, access log, request metrics, Server-Timing.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Account } from '#server/identity/identity-provider.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import type { Metrics } from './metrics.ts';

declare global {
  namespace Express {
    interface Locals extends RequestContext {}
  }
}

/** A response with its request's context; Express takes over `locals` as its own. */
export type ContextResponse = ServerResponse & { locals: Express.Locals };

/** The request context: available to limits, handlers and log. */
class RequestContext {
  requestId: string = randomUUID();
  /** When the request arrived, in milliseconds of `performance.now()`. */
  startedAt = performance.now();
  /** The route pattern of the call. */
  route?: string;
  /** Set for cheap, frequent reads, which are counted but not logged: a page, a file, a polled call. */
  quietRoute?: string;
  /**
   * Set once load shedding has admitted the request. To be called when the answer is complete, whether or not the client has
   * received it: the request no longer counts as concurrent.
   */
  leavePlace?: () => void;
  /** The account, once it was authenticated; `null` for an anonymous request. */
  account?: Account | null;
  /** The code of the problem answer, if any. */
  problem?: ErrorCode;
  readonly #siteLog: Logger;
  readonly #addressOf: () => string;
  #log?: Logger;
  #address?: string;

  constructor(siteLog: Logger, addressOf: () => string) {
    this.#siteLog = siteLog;
    this.#addressOf = addressOf;
  }

  /** The client's address, behind trusted proxies. */
  get address(): string {
    this.#address ??= this.#addressOf();
    return this.#address;
  }

  /** Created on first use, because most requests log nothing. */
  get log(): Logger {
    this.#log ??= this.#siteLog.child({ requestId: this.requestId });
    return this.#log;
  }
}

/**
 * Gives every request its context, counts its answer in the metrics, and writes the access log: one line for each call
 * that does something or fails. It logs the route's pattern, because paths can contain checkout session ids, and queries
 * anything. The client is logged as the account's id and a digest of its address, so that an attack can be followed.
 */
export function requestContexts(
  log: Logger,
  metrics: Metrics,
  addressOf: (request: IncomingMessage) => string,
  digest: (address: string) => string,
): (request: IncomingMessage, response: ServerResponse) => ContextResponse {
  // Computed only for lines that the log budget allows.
  const accessLog = log.child({}, { serializers: { from: digest } });
  return (request, response) => {
    const locals = new RequestContext(log, () => addressOf(request));
    const { method = '' } = request;
    metrics.requestBegins();
    response.on('close', () => {
      metrics.requestEnds();
      const ms = performance.now() - locals.startedAt;
      const { requestId, quietRoute, problem } = locals;
      const route = locals.route ?? quietRoute ?? null;
      const completed = response.writableFinished;
      const status = response.statusCode;
      // 499, as in proxies' logs: the client went away before the answer.
      metrics.request(method, metricsRoute(route), completed ? status : 499, ms / 1000);
      if (quietRoute !== undefined && completed && status < 400) return;
      const who = { from: locals.address, ...(locals.account && { account: locals.account.id }) };
      const line = { requestId, method, route, status, ...(problem && { problem }), completed, ...who };
      accessLog.info({ ...line, ms: Math.round(ms * 10) / 10 }, 'request');
    });
    return Object.assign(response, { locals });
  };
}

/** `Server-Timing` of an answer that starts now: the browser's tools show it beside the network time. */
export function serverTiming({ locals }: ContextResponse): string {
  return `app;dur=${(performance.now() - locals.startedAt).toFixed(1)}`;
}

/** Sets `Server-Timing` on an answer that is sent right after. */
export function setServerTiming(response: ContextResponse): void {
  response.setHeader('server-timing', serverTiming(response));
}

/** All files are one series, because their names change with every build. */
function metricsRoute(route: string | null): string {
  if (route === null) return '(none)';
  return /\.[a-z0-9]+$/i.test(route) && !route.startsWith('/api') ? '(file)' : route;
}
