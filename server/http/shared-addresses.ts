// Notices that visitors share one address, because something on the way hides theirs.

import type { IncomingMessage } from 'node:http';
import type { Log } from '#server/runtime.ts';
import { isPrivateAddress } from './client-address.ts';

/** Of how many calls through a proxy how many private addresses are too many. A few are the operator's own, as the doctor's. */
const tooMany = { ofCalls: 100, shared: 20 };

const privateOnes =
  "visitors share their rate limits, because they come with private addresses: set TRUST_PROXY to the number of proxies on the way, or see docs/hosting.md about Docker and IPv6. In a network of one's own this is as it should be";
const noneForwarded =
  'visitors share their rate limits, because no call has had X-Forwarded-For, although TRUST_PROXY says that they come through a proxy: let it send the header, as deploy/nginx.conf does';

/**
 * Wraps the function that finds a client's address: warns once when many calls come through the proxy with an address of a
 * private network, or none of many says that it came through one. No visitor on the internet has such an address, so they all
 * share the rate limits of one client, and one of them can use these up for the others.
 * @param expectsProxy whether a proxy is trusted, which then forwards their addresses
 */
export function noticeSharedAddresses(
  addressOf: (request: IncomingMessage) => string,
  log: Pick<Log, 'warn'>,
  expectsProxy: boolean,
): (request: IncomingMessage) => string {
  let calls = 0;
  let shared = 0;
  let direct = 0;
  let mayWarn = true;
  function warn(why: string): void {
    mayWarn = false;
    log.warn({}, why);
  }
  return (request) => {
    const address = addressOf(request);
    if (!mayWarn) return address;
    if (request.headers['x-forwarded-for'] === undefined) {
      direct += 1;
      if (expectsProxy && direct === tooMany.ofCalls) warn(noneForwarded);
      return address;
    }
    // From here on only calls that go past the proxy have no such header.
    direct = Number.NEGATIVE_INFINITY;
    calls += 1;
    if (isPrivateAddress(address)) shared += 1;
    if (shared === tooMany.shared) warn(privateOnes);
    if (calls === tooMany.ofCalls) {
      calls = 0;
      shared = 0;
    }
    return address;
  };
}
