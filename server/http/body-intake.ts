// Limits on request bodies that are still arriving (slow clients): number and bytes per address, and a deadline by size.

import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { type Budget, Crowd } from './crowd.ts';
import type { Patience } from './listener.ts';
import { sendProblem } from './problem.ts';
import type { ContextResponse } from './request-context.ts';

/** For one address; blocks of addresses, and all clients together, get more (`blocksOf` in client-address.ts). */
export const addressBudget: Budget = { holdings: 64, bytes: 1024 * 1024 };

/**
 * Watches bodies that have not arrived with their headers, as those of honest clients nearly always do. Past a limit the
 * oldest one of the address that has most is dropped: so slow senders compete with each other, and clients of normal speed
 * are not refused because of them. A body that is dropped, or past its deadline, is answered `body_too_slow`, and the connection is
 * closed: Express, which has the request by then, answers nothing more (error-handler.ts).
 * @param largestBytes of any body, in bytes: one without a length counts as that large, and one that says it is larger has
 *   been refused
 */
export function watchBodies(
  { bodyMs, bodyBytesPerMs }: Patience,
  largestBytes: number,
): (request: IncomingMessage, response: ContextResponse) => void {
  const crowd = new Crowd(addressBudget);

  function watch(request: IncomingMessage, response: ContextResponse): void {
    const bytes = Math.min(Number(request.headers['content-length'] ?? largestBytes), largestBytes);
    const end = () => {
      forget();
      if (response.headersSent) {
        request.socket.destroySoon();
        return;
      }
      response.setHeader('connection', 'close');
      sendProblem(response as Response, 'body_too_slow', 'Send the request again, with all of its body.');
    };
    const { parties, letGo } = crowd.hold(response.locals.address, { bytes, end });
    const timer = setTimeout(end, bodyMs + bytes / bodyBytesPerMs);
    const forget = () => {
      clearTimeout(timer);
      letGo();
    };
    request.once('end', forget).once('close', forget);
    for (const party of parties) while (party.share > 1) party.endOne();
  }

  return (request, response) => {
    // A body that came together with its headers is complete by then.
    setImmediate(() => {
      if (!request.complete && !request.destroyed) watch(request, response);
    });
  };
}
