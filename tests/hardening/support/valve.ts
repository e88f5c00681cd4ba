import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openShop, type Shop, type ShopOptions } from '#tests/support/shop.ts';

/** What lies between the site and an outside service. */
export type Condition = 'fine' | 'slow' | 'down' | 'hangs' | 'nonsense' | 'error 500' | 'error 503';

/** How long a slow service takes for every answer, in milliseconds. */
export const slowMs = 2500;

/** A pipe to an outside service whose condition a test sets. */
export interface Valve {
  url: string;
  /** Requests that came through so far, by path. */
  requests: string[];
  set(condition: Condition): void;
  close(): Promise<void>;
}

export async function openValve(target: () => string): Promise<Valve> {
  let condition: Condition = 'fine';
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '');
    if (condition === 'hangs') return;
    if (condition === 'down') outgoing.destroy();
    else if (condition === 'nonsense')
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
    else if (condition === 'fine') forward(`${target()}${incoming.url}`, incoming, outgoing);
    else if (condition === 'slow')
      setTimeout(() => forward(`${target()}${incoming.url}`, incoming, outgoing), slowMs);
    else outgoing.writeHead(Number(condition.slice(-3))).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    set(next) {
      condition = next;
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

/** A shop whose ways to the payment and the identity service each have a valve. */
export async function openShopWithValves(
  options: ShopOptions = {},
): Promise<Shop & { payments: Valve; identity: Valve }> {
  let shop: Shop | undefined;
  const sandboxUrl = () => shop?.sandboxUrl ?? 'http://127.0.0.1:9';
  const [payments, identity] = await Promise.all([openValve(sandboxUrl), openValve(sandboxUrl)]);
  shop = await openShop({
    ...options,
    environment: { STRIPE_API_BASE: payments.url, COGNITO_ENDPOINT: identity.url, ...options.environment },
  });
  const opened = shop;
  // The first start found no sandbox behind its valves.
  await opened.restart();
  return {
    ...opened,
    payments,
    identity,
    async close() {
      await Promise.all([payments.close(), identity.close()]);
      await opened.close();
    },
  };
}
