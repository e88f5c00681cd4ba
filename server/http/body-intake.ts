// Limits on request bodies that are still arriving (slow clients): number and bytes per address, and a deadline by size.

import type { IncomingMessage } from 'node:http';
import { blocksOf } from './client-address.ts';
import type { Patience } from './listener.ts';
import type { ContextResponse } from './request-context.ts';

/** Limits: the number of unfinished bodies, and their total bytes. */
interface Budget {
  bodies: number;
  bytes: number;
}
/** For one address; blocks of addresses, and all clients together, get more ({@link blocksOf}). */
export const addressBudget: Budget = { bodies: 64, bytes: 1024 * 1024 };

interface UnfinishedBody {
  bytes: number;
  /** Drops the request. */
  end(): void;
}

/** The unfinished bodies of one address, of a block of addresses, or of all clients, oldest first. */
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
  /** @returns whether that was its last one; not again for a body that is gone already */
  remove(body: UnfinishedBody): boolean {
    if (!this.bodies.delete(body)) return false;
    this.#bytes -= body.bytes;
    return this.bodies.size === 0;
  }
}

/**
 * Watches bodies that have not arrived with their headers, as those of honest clients nearly always do. Past a limit the
 * oldest one is dropped, first among those of the same address: so slow senders compete with each other, and clients of
 * normal speed are not refused because of them. Past its deadline a body gets 408, and the connection is closed.
 * @param largestBytes of any body, in bytes: one that says it is longer has been refused, and its connection ends
 */
export function watchBodies(
  { bodyMs, bodyBytesPerMs }: Patience,
  largestBytes: number,
): (request: IncomingMessage, response: ContextResponse) => void {
  const accounts = new Map<string, Account>();

  function watch(request: IncomingMessage, response: ContextResponse): void {
    const keyed = blocksOf(response.locals.address).map(
      ({ key, factor }) => [key, accounts.get(key) ?? new Account(addressBudget, factor)] as const,
    );
    const body: UnfinishedBody = {
      bytes: Math.min(Number(request.headers['content-length'] ?? 0), largestBytes),
      end() {
        forget();
        if (response.headersSent) request.socket.destroySoon();
        else response.writeHead(408, { connection: 'close', 'content-length': 0 }).end();
      },
    };
    const forget = () => {
      clearTimeout(timer);
      for (const [key, account] of keyed) if (account.remove(body)) accounts.delete(key);
    };
    const timer = setTimeout(body.end, bodyMs + body.bytes / bodyBytesPerMs);
    request.once('end', forget).once('close', forget);
    for (const [key, account] of keyed) {
      accounts.set(key, account);
      account.add(body);
    }
  }

  return (request, response) => {
    // A body that came together with its headers is complete by then.
    setImmediate(() => {
      if (!request.complete && !request.destroyed) watch(request, response);
    });
  };
}
