import { createPublicKey, hash, randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import { createVerifier } from 'fast-jwt';
import Fastify, { type FastifyRequest } from 'fastify';
import Keygrip from 'keygrip';
import { Histogram } from 'prom-client';
import { createSessionReader } from '../../server/accounts/browser-session.ts';
import { orderStatus } from '../../server/buying/order-status.ts';
import { receiveWebhookEvent } from '../../server/buying/receive-webhook-event.ts';
import { startCheckout } from '../../server/buying/start-checkout.ts';
import { redeemCode } from '../../server/claiming/redeem-code.ts';
import { unlockedContent } from '../../server/claiming/unlocked-content.ts';
import type { Account } from '../../server/identity/identity-provider.ts';
import { checkoutRequestSchema } from '../../shared/api/checkout.ts';
import { useCodeRequestSchema } from '../../shared/api/use-code.ts';
import { newGuest, peerServices } from './services.ts';
import { sessionIdFromCookie } from './session-id.ts';

/**
 * `node bench/peers/fastify.ts`: the same calls with the same features on Fastify: token checks by fast-jwt with its
 * cache, security headers, rate limits where the site has them, a log line (where the site has one) and figures for each
 * request, entity tags, validation, the same use cases and SQL.
 */
const services = peerServices();
const { ledger, metrics, clock, config, payments, books, webhooks } = services;
const windowMs = 10 * 60 * 1000;
const limited = (max: number) => ({
  config: { rateLimit: { max: max * config.rateLimitFactor, timeWindow: windowMs } },
});

const pool = config.identity.userPoolId;
const keysAnswer = await fetch(`${config.identity.origin}/${pool}/.well-known/jwks.json`);
const { keys } = (await keysAnswer.json()) as { keys: { kid: string }[] };
const pems = new Map(
  keys.map((key) => [
    key.kid,
    createPublicKey({ key: key as never, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString(),
  ]),
);
const verify = createVerifier({
  key: async ({ header }: { header: Record<string, string> }) => pems.get(header['kid'] ?? '') ?? '',
  algorithms: ['RS256'],
  allowedIss: `https://cognito-idp.${pool.split('_')[0]}.amazonaws.com/${pool}`,
  allowedAud: config.identity.acceptedClientIds,
  cache: 10_000,
});

const app = Fastify({ logger: { level: config.logLevel }, genReqId: () => randomUUID(), trustProxy: true });
const { log } = app;
await app.register(helmet);
await app.register(rateLimit, { global: false });
const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});
app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
app.addHook('onResponse', async (request, reply) => {
  const labels = {
    method: request.method,
    route: request.routeOptions.url ?? '',
    status: String(reply.statusCode),
  };
  duration.observe(labels, reply.elapsedTime / 1000);
});

async function accountOf(request: FastifyRequest): Promise<Account> {
  const claims = await verify(request.headers.authorization?.slice('Bearer '.length) ?? '');
  const { sub: id, email, email_verified: emailVerified, 'cognito:username': username } = claims;
  return { id, email, emailVerified, username, groups: [] };
}

app.get('/', async () => 'ready');
app.get('/api/unlocked-content', { logLevel: 'warn' }, async (request, reply) => {
  const body = JSON.stringify(await unlockedContent(services, await accountOf(request)));
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
});
app.post('/api/use-code', async (request, reply) => {
  const account = await accountOf(request);
  const { activationCode } = useCodeRequestSchema.parse(request.body);
  reply.header('cache-control', 'no-store');
  return redeemCode({ ledger, clock, log, metrics }, account, activationCode);
});
app.post('/api/create-checkout-session', limited(1000), async (request, reply) => {
  const order = checkoutRequestSchema.parse(request.body);
  reply.header('cache-control', 'no-store');
  const needs = { ledger, clock, log, metrics, payments, allowedOrigins: config.allowedOrigins };
  return startCheckout(needs, order, newGuest(), null);
});
app.get<{ Params: { id: string } }>('/api/orders/:id', limited(5000), async (request, reply) => {
  reply.header('cache-control', 'no-store');
  return orderStatus({ ledger, clock, log, metrics, payments }, request.params.id);
});
const readSession = createSessionReader(services);
const cookieKeys = new Keygrip([...config.sessionKeys], 'sha256');
app.get('/api/session', limited(5000), async (request, reply) => {
  const id = sessionIdFromCookie(request.headers.cookie, cookieKeys);
  reply.header('cache-control', 'no-store');
  return { session: id === null ? null : await readSession(id) };
});
await app.register(async (raw) => {
  raw.removeAllContentTypeParsers();
  raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  raw.post('/api/stripe/webhook', async (request) => {
    const received = webhooks.read(request.body as Buffer, String(request.headers['stripe-signature']));
    return {
      received: true,
      outcome: await receiveWebhookEvent({ ledger, clock, log, metrics, payments, books }, received),
    };
  });
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
