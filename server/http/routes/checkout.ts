import { Router } from 'express';
import { startCheckout } from '#server/buying/start-checkout.ts';
import { Refusal } from '#server/refusal.ts';
import { checkoutRequestSchema } from '#shared/api/checkout.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint, jsonBody } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** Longest idempotency key that the payment provider takes, in characters. */
const longestIdempotencyKey = 255;

/** `POST /api/create-checkout-session`. */
export function checkoutRouter({ config, payments }: Services, authenticate: Authenticator): Router {
  const router = Router();
  endpoint(router, '/create-checkout-session', {
    async post(request, response) {
      const body = jsonBody(request, checkoutRequestSchema);
      const idempotencyKey = request.get('idempotency-key') ?? null;
      if (idempotencyKey !== null && idempotencyKey.length > longestIdempotencyKey) {
        throw new Refusal(
          'invalid_request',
          `Use an Idempotency-Key of at most ${longestIdempotencyKey} characters.`,
        );
      }
      const buyer = await authenticate.accountOrGuest(request);
      const needs = { payments, allowedOrigins: config.allowedOrigins };
      response.json(await startCheckout(needs, body, buyer, idempotencyKey));
    },
  });
  return router;
}
