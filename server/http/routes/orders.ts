import { Router } from 'express';
import { orderStatus } from '#server/domain/order-status.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** `GET /api/orders/:checkoutSessionId`. The id is the buyer's secret: only the payment page's return address has it. */
export function ordersRouter(services: Services): Router {
  const router = Router();
  endpoint(router, '/orders/:checkoutSessionId', {
    async get(request, response) {
      const id = String(request.params['checkoutSessionId']);
      const order = /^cs_[A-Za-z0-9_]{1,200}$/.test(id) ? await orderStatus(services, id) : null;
      if (!order) throw new Refusal('order_not_found', 'Open the link from the payment page again.');
      response.json(order);
    },
  });
  return router;
}
