import { createServer, type IncomingMessage } from 'node:http';
import Keygrip from 'keygrip';
import { createSessionReader } from '../../server/accounts/browser-session.ts';
import { fulfilOrder } from '../../server/buying/fulfil-order.ts';
import { recordedAnswer } from '../../server/buying/order-status.ts';
import { findOrder } from '../../server/buying/purchases.ts';
import { startCheckout } from '../../server/buying/start-checkout.ts';
import { redeemCode } from '../../server/claiming/redeem-code.ts';
import { ownedGrants } from '../../server/claiming/unlocked-content.ts';
import { newGuest, peerServices } from './services.ts';
import { sessionIdFromCookie } from './session-id.ts';

/**
 * `node bench/peers/bare.ts`: the limit. Each call does its signature check and its SQL, or its call to a service, on
 * bare `node:http`, and nothing else: no limits, no log, no headers, no validation.
 */
const services = peerServices();
const { ledger, log, metrics, identity, clock, config, payments, webhooks } = services;
const readSession = createSessionReader(services);
const keys = new Keygrip([...config.sessionKeys], 'sha256');

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function accountOf(request: IncomingMessage) {
  const account = await identity.verifyIdToken(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (!account) throw new Error('Not signed in');
  return account;
}

async function answer(request: IncomingMessage): Promise<string | null> {
  const { url = '' } = request;
  if (url === '/api/unlocked-content') {
    const grants = await ownedGrants(ledger, await accountOf(request), clock());
    return request.headers['if-none-match'] ? null : JSON.stringify({ data: [{ adventures: grants }] });
  }
  if (url === '/api/use-code') {
    const account = await accountOf(request);
    const { activationCode } = JSON.parse((await bodyOf(request)).toString());
    return JSON.stringify(await redeemCode({ ledger, clock, log, metrics }, account, activationCode));
  }
  if (url === '/api/create-checkout-session') {
    const order = JSON.parse((await bodyOf(request)).toString());
    const needs = { ledger, clock, log, metrics, payments, allowedOrigins: config.allowedOrigins };
    return JSON.stringify(await startCheckout(needs, order, newGuest(), null));
  }
  if (url === '/api/stripe/webhook') {
    const { event, subject } = webhooks.read(
      await bodyOf(request),
      String(request.headers['stripe-signature']),
    );
    if (subject.kind !== 'checkout_session') throw new Error('Not a checkout session');
    return fulfilOrder({ ledger, clock, log, metrics, payments }, subject.session, { by: 'webhook', event });
  }
  if (url.startsWith('/api/orders/')) {
    const order = await ledger.snapshot(() => findOrder(url.slice('/api/orders/'.length)));
    return order && JSON.stringify(recordedAnswer(order, clock(), false));
  }
  if (url === '/api/session') {
    const id = sessionIdFromCookie(request.headers.cookie, keys);
    return JSON.stringify({ session: id === null ? null : await readSession(id) });
  }
  return 'ready';
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => {
      if (body === null) response.writeHead(304).end();
      else response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
