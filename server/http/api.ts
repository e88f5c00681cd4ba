import { json, Router } from 'express';
import { Refusal } from '#server/refusal.ts';
import { authenticator } from './authenticate.ts';
import { createRateLimits } from './rate-limits.ts';
import { accountRouter } from './routes/account.ts';
import { checkoutRouter } from './routes/checkout.ts';
import { configRouter } from './routes/config.ts';
import { downloadsRouter } from './routes/downloads.ts';
import { openapiRouter } from './routes/openapi.ts';
import { operatorRouter } from './routes/operator.ts';
import { ordersRouter } from './routes/orders.ts';
import { ownOrdersRouter } from './routes/own-orders.ts';
import { sessionRouter } from './routes/session.ts';
import { unlockedContentRouter } from './routes/unlocked-content.ts';
import { redemptionRouter } from './routes/use-code.ts';
import type { Services } from './services.ts';
import { sessionCookie } from './session-cookie.ts';

/** Bodies past this many bytes are refused. */
const largestBody = 64 * 1024;

/** Everything below `/api` but the webhook. */
export function apiRouter(services: Services): Router {
  const router = Router();
  const authenticate = authenticator(services);
  const limits = createRateLimits(services.config.rateLimitFactor, services.counts, services.metrics);
  router.use((_request, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  });
  router.use(configRouter(services.config));
  router.use(openapiRouter());
  // Counted before a body is read.
  router.use('/create-checkout-session', limits.byAddress('checkout'));
  router.use('/session', limits.byAddress('session'));
  router.use('/orders', limits.byAddress('orders'));
  router.use('/withdrawals', limits.byAddress('withdrawals'));
  router.use(json({ limit: largestBody }));
  // Who has an order's id needs no account for it, and could leave the account away: counted by address alone.
  router.use(ordersRouter(services));
  router.use(sessionCookie(services.config));
  router.post('/create-checkout-session', limits.byAccount('checkout-account', authenticate));
  router.post('/session', limits.byAccount('session-account', authenticate));
  router.get('/orders', limits.byAccount('orders-account', authenticate));
  router.use(sessionRouter(services, authenticate));
  router.use(checkoutRouter(services, authenticate));
  router.use(unlockedContentRouter(services, authenticate));
  router.use(ownOrdersRouter(services, authenticate));
  router.use(redemptionRouter(services, authenticate));
  router.use(accountRouter(services, authenticate));
  router.use(downloadsRouter(services, authenticate));
  router.use(operatorRouter(services, authenticate));
  router.use(() => {
    throw new Refusal('not_found', 'There is no such call. /api/openapi.json lists them all.');
  });
  return router;
}
