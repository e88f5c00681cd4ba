import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { createSandbox, type Sandbox, type SandboxOptions } from '../app.ts';
import type { EventWithDelivery } from './events-page.ts';

export const webhookSecret = 'whsec_0123456789abcdef';

export interface StartedSandbox {
  sandbox: Sandbox;
  /** Without a slash at the end. */
  url: string;
  /** The real client library, pointed at the stand-in. */
  client: Stripe;
  /** Posts the payment page's form. Redirects are not followed. */
  conclude(session: { id: string }, fields: Record<string, string>): Promise<Response>;
  /** Posts JSON to a control. */
  control(name: string, body: object): Promise<Response>;
  /** The log of events, newest first. */
  log(): Promise<EventWithDelivery[]>;
  /** Moves the sandbox's clock forward by so many seconds. */
  advance(seconds: number): void;
  close(): Promise<void>;
}

/** Starts the whole sandbox on a free port, with a clock that can be moved. */
export async function startSandboxForTests(options: Partial<SandboxOptions> = {}): Promise<StartedSandbox> {
  let ahead = 0;
  const sandbox = createSandbox({
    documentsFile: ':memory:',
    webhook: { url: null, secret: webhookSecret },
    userPoolId: 'eu-north-1_TestPool1',
    clientIds: ['testclient1web'],
    now: () => new Date(Date.now() + ahead * 1000),
    retryDelaysMs: [],
    ...options,
  });
  const url = await sandbox.listen(0);
  return {
    sandbox,
    url,
    client: clientOf(url),
    conclude: ({ id }, fields) =>
      fetch(`${url}/pay/${id}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) }),
    control: (name, body) =>
      fetch(`${url}/sandbox/stripe/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    log: async () =>
      (await fetch(`${url}/sandbox/stripe/events.json`)).json() as Promise<EventWithDelivery[]>,
    advance(seconds) {
      ahead += seconds;
    },
    close: () => sandbox.close(),
  };
}

/** A client that does not retry by itself, so that every answer is seen. */
export function clientOf(url: string, key = 'sk_test_sandbox'): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
}

interface Received {
  event: Stripe.Event;
  signature: string;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  /** What arrived with a valid signature, in order of arrival. */
  received: Received[];
  /** Statuses for the next requests; 200 once they are used up. */
  answers: number[];
  types(): string[];
  close(): Promise<void>;
}

/** A webhook endpoint that checks every signature with the real client library, and answers 400 when one is wrong. */
export async function startWebhookReceiver(secret = webhookSecret): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const verifier = new Stripe('sk_test_sandbox');
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const signature = String(request.headers['stripe-signature']);
      let status = answers.shift() ?? 200;
      try {
        received.push({ event: verifier.webhooks.constructEvent(body, signature, secret), signature, body });
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
        status = 400;
      }
      response.writeHead(status).end(status === 200 ? 'ok' : 'no');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answers,
    types: () => received.map(({ event }) => event.type),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A cart of one product, as the shop would send it. */
export function order(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: 'http://shop.test/shop/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/shop/cancel',
    customer_email: 'buyer@example.com',
    line_items: [line('The Fortress of Death', 25_000)],
    ...changes,
  };
}

/** @param amount öre */
export function line(
  name: string,
  amount: number,
  quantity = 1,
): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity,
    price_data: {
      currency: 'sek',
      tax_behavior: 'inclusive',
      unit_amount: amount,
      product_data: { name, images: ['http://shop.test/art/cover.png'], metadata: { product: 'fod' } },
    },
  };
}
