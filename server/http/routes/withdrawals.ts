import { Router } from 'express';
import { withdraw } from '#server/buying/withdraw.ts';
import { withdrawalRequestSchema } from '#shared/api/withdrawals.ts';
import { endpoint, jsonBody } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** `POST /api/withdrawals`: withdraw from a purchase, first to look and then to confirm. */
export function withdrawalsRouter(services: Services): Router {
  const router = Router();
  endpoint(router, '/withdrawals', {
    async post(request, response) {
      response.json(await withdraw(services, jsonBody(request, withdrawalRequestSchema)));
    },
  });
  return router;
}
