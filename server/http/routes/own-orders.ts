import { Router } from 'express';
import { ownOrders } from '#server/buying/own-orders.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** `GET /api/orders`: the account's own purchases. Guests have no list: an order's id opens it, and nothing else does. */
export function ownOrdersRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  endpoint(router, '/orders', {
    async get(request, response) {
      response.json(await ownOrders(services, await authenticate.account(request)));
    },
  });
  return router;
}
