// The intake of request bodies: budgets of unfinished bodies and their bytes by address, and a deadline that fits the size.

import type { IncomingMessage } from 'node:http';
import { blockOf, blockSizes } from './client-address.ts';
import type { Patience } from './listener.ts';
import type { ContextResponse } from './request-context.ts';

/** What may be under way at a time: unfinished bodies, and their bytes once they are in. */
interface Budget {
  bodies: number;
  bytes: number;
}
/** Of one address; blocks of addresses get more, as for rate limits. */
export const addressBudget: Budget = { bodies: 64, bytes: 1024 * 1024 };
/** Of everybody together. */
const wholeBudget: Budget = { bodies: 512, bytes: 8 * 1024 * 1024 };

interface UnfinishedBody {
  bytes: number;
  /** Sends its sender away. */
  end(): void;
}

/** The unfinished bodies of one address, of a block of addresses, or of everybody, the oldest first. */
class Account {
  readonly #budget: Budget;
  readonly bodies = new Set<UnfinishedBody>();
  #bytes = 0;
  constructor(budget: Budget, factor: number) {
    this.#budget = { bodies: budget.bodies * factor, bytes: budget.bytes * factor };
  }
  add(body: UnfinishedBody): void {
    this.bodies.add(body);
    this.#bytes += body.bytes;
    for (const oldest of this.bodies) {
      if (this.bodies.size <= this.#budget.bodies && this.#bytes <= this.#budget.bytes) return;
      oldest.end();
    }
  }
  remove(body: UnfinishedBody): void {
    if (this.bodies.delete(body)) this.#bytes -= body.bytes;
  }
}

/**
 * Watches the bodies that are not in when their head is, as those of honest clients nearly always are. Where there are too
 * many, the one that has been coming for longest is ended, among those of the same address first: so slow senders compete with
 * each other, and nobody who sends at a usual pace is refused for them. Whoever is late gets 408, and the connection ends.
 * @param largestBytes what a body without a length may have, in bytes
 */
export function watchBodies(
  { bodyMs, bodyBytesPerMs }: Patience,
  largestBytes: number,
): (request: IncomingMessage, response: ContextResponse) => void {
  const accounts = new Map<string, Account>();
  const everybody = new Account(wholeBudget, 1);

  function watch(request: IncomingMessage, response: ContextResponse): void {
    const length = Number(request.headers['content-length']);
    const keyed = blockSizes.flatMap((size) => {
      const key = blockOf(response.locals.address, size);
      return key === null
        ? []
        : [[key, accounts.get(key) ?? new Account(addressBudget, size.factor)] as const];
    });
    const body: UnfinishedBody = {
      bytes: request.headers['content-encoding']
        ? largestBytes
        : Math.min(length || largestBytes, largestBytes),
      end() {
        forget();
        if (response.headersSent) request.socket.destroySoon();
        else response.writeHead(408, { connection: 'close', 'content-length': 0 }).end();
      },
    };
    const forget = () => {
      clearTimeout(timer);
      everybody.remove(body);
      for (const [key, account] of keyed) {
        account.remove(body);
        if (account.bodies.size === 0) accounts.delete(key);
      }
    };
    const timer = setTimeout(body.end, bodyMs + body.bytes / bodyBytesPerMs);
    request.once('end', forget).once('close', forget);
    for (const [key, account] of keyed) {
      accounts.set(key, account);
      account.add(body);
    }
    everybody.add(body);
  }

  return (request, response) => {
    // A body that came with its head is in by then.
    setImmediate(() => {
      if (!request.complete && !request.destroyed) watch(request, response);
    });
  };
}
