// The besiegers of `npm run siege`, in a thread of their own: what the buyers measure must not wait for them.

import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  createCheckoutSession,
  pathOf,
  patternOf,
  readOrder,
  reportCspViolations,
} from '#shared/endpoints.ts';
import { anyAddress, hex } from './addresses.ts';

/** What the thread is told: whom to besiege, with how many dripping sockets and how many requests a second of each other kind. */
export interface AttackOrder {
  url: string;
  drippers: number;
  pace: number;
}

const { url, drippers, pace } = workerData as AttackOrder;
const sent: Record<string, number> = { bodies: 0 };
let over = false;

/** A socket whose body never comes; ended by the site, it begins anew. */
async function drip(): Promise<void> {
  const { port } = new URL(url);
  while (!over) {
    const socket: Socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.on('error', () => undefined).resume();
    sent['bodies'] = (sent['bodies'] ?? 0) + 1;
    socket.write(
      `POST ${patternOf(reportCspViolations)} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 16000\r\nx-forwarded-for: ${anyAddress()}\r\n\r\n{`,
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const dripping = setInterval(() => {
      socket.write(' ');
      if (over) socket.destroy();
    }, 1000);
    await closed;
    clearInterval(dripping);
    await wait(1000 + Math.random() * 1000);
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** Requests at a pace, whatever becomes of them. */
async function flood(
  name: string,
  make: () => { path: string; method?: string; from: string; body?: string },
): Promise<void> {
  const startedAt = performance.now();
  for (let count = 1; !over; count += 1) {
    const { path, method = 'GET', from, body } = make();
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' };
    const one = request(`${url}${path}`, { agent, method, headers }, (answer) => answer.resume());
    one.on('error', () => undefined).end(body);
    sent[name] = count;
    const ahead = (count / pace) * 1000 - (performance.now() - startedAt);
    if (ahead > 0) await wait(ahead);
  }
}

const unmadeOrder = () => `cs_test_${`${Math.random()}${Math.random()}`.replace(/\D/g, '').padEnd(40, 'a')}`;
const attacks = [
  ...Array.from({ length: drippers }, drip),
  ...(pace > 0
    ? [
        flood('carts of one /48', () => ({
          path: patternOf(createCheckoutSession),
          method: 'POST',
          body: '{"products":[],"baseUrl":"x","email":"x"}',
          from: `2001:db8:66:${hex()}::1`,
        })),
        flood('orders', () => ({
          path: pathOf(readOrder, { checkoutSessionId: unmadeOrder() }),
          from: anyAddress(),
        })),
        flood('404s', () => ({ path: `/no/such/${hex()}`, from: anyAddress() })),
      ]
    : []),
];

parentPort?.once('message', async () => {
  over = true;
  await Promise.all(attacks);
  agent.destroy();
  parentPort?.postMessage(sent);
});
