import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { openShop, type Shop, type ShopOptions } from '#tests/support/shop.ts';
/** A proxy between the site and an outside service. */
export type Condition = 'fine' | 'down' | 'hangs' | 'nonsense' | 'error 500' | 'error 503';
/** A proxy to an outside service, whose state a test sets. */
export interface Valve {
  url: string;
  /** The requests so far, by path. */
  requests: string[];
  set(condition: Condition): void;
  /** Resolves once there were so many requests whose path ends in this. */
  arrived(count: number, end: string): Promise<void>;
  /** Forwards the requests that arrived while the service was hanging. */
  release(): void;
  close(): Promise<void>;
}
export async function openValve(target: string): Promise<Valve> {
  let condition: Condition = 'fine';
  const requests: string[] = [];
  const hanging: (() => void)[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '');
    const onward = () => forward(`${target}${incoming.url}`, incoming, outgoing);
    if (condition === 'hangs') hanging.push(onward);
    else if (condition === 'down') outgoing.destroy();
    else if (condition === 'nonsense')
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
    else if (condition === 'fine') onward();
    else outgoing.writeHead(Number(condition.slice(-3))).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    set(next) {
      condition = next;
    },
    async arrived(count, end) {
      while (requests.filter((path) => path.endsWith(end)).length < count) await once(server, 'request');
    },
    release() {
      for (const onward of hanging.splice(0)) onward();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
function forward(url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
/**
 * A shop with a valve in front of the payment and the identity service. The reconciler's first run is over, so that
 * only the test's own requests pass them.
 */
export async function openShopWithValves(
  options: ShopOptions & { environment?: Record<string, string> } = {},
): Promise<Shop & { payments: Valve; identity: Valve }> {
  const valves: Valve[] = [];
  const shop = await openShop({
    ...options,
    async environment(sandboxUrl) {
      valves.push(await openValve(sandboxUrl), await openValve(sandboxUrl));
      const [payments, identity] = valves as [Valve, Valve];
      return { STRIPE_API_BASE: payments.url, COGNITO_ENDPOINT: identity.url, ...options.environment };
    },
  });
  const [payments, identity] = valves as [Valve, Valve];
  await vi.waitFor(() => expect(shop.logText()).toContain('reconciled with the payment provider'), {
    timeout: 30_000,
  });
  return {
    ...shop,
    payments,
    identity,
    async close() {
      await Promise.all([payments.close(), identity.close()]);
      await shop.close();
    },
  };
}
