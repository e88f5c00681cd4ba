// Notices that visitors share one address, because something on the way hides theirs.

import type { IncomingMessage } from 'node:http';
import type { Log } from '#server/runtime.ts';
import { isPrivateAddress } from './client-address.ts';

/** Of how many calls through a proxy how many private addresses are too many. A few are the operator's own, as the doctor's. */
const tooMany = { ofCalls: 100, shared: 20 };

/**
 * Wraps the function that finds a client's address: warns once when many calls come through the proxy with an address of a
 * private network. No visitor on the internet has one, so they all share the rate limits of one client, and one of them can use
 * these up for the others.
 */
export function noticeSharedAddresses(
  addressOf: (request: IncomingMessage) => string,
  log: Pick<Log, 'warn'>,
): (request: IncomingMessage) => string {
  let calls = 0;
  let shared = 0;
  let hasTold = false;
  return (request) => {
    const address = addressOf(request);
    if (hasTold || request.headers['x-forwarded-for'] === undefined) return address;
    calls += 1;
    if (isPrivateAddress(address)) shared += 1;
    if (shared === tooMany.shared) {
      hasTold = true;
      log.warn(
        {},
        "visitors share their rate limits, because they come with private addresses: set TRUST_PROXY to the number of proxies on the way, or see docs/hosting.md about Docker and IPv6. In a network of one's own this is as it should be",
      );
    }
    if (calls === tooMany.ofCalls) {
      calls = 0;
      shared = 0;
    }
    return address;
  };
}
