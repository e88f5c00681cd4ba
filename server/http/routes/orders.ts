import { Router } from 'express';
import { isOrderId, orderStatus } from '#server/buying/order-status.ts';
import { Refusal } from '#server/refusal.ts';
import { endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';
import { withdrawalsRouter } from './withdrawals.ts';

/**
 * `GET /api/orders/:checkoutSessionId`, and what buyers can do with an order. The id is the buyer's secret: only the
 * payment page's return address has it.
 */
export function ordersRouter(services: Services): Router {
  const router = Router();
  router.use(withdrawalsRouter(services));
  endpoint(router, '/orders/:checkoutSessionId', {
    async get(request, response) {
      const id = String(request.params['checkoutSessionId']);
      const order = isOrderId(id) ? await orderStatus(services, id) : null;
      if (!order) throw new Refusal('order_not_found', 'Open the link from the payment page again.');
      response.json(order);
    },
  });
  return router;
}
