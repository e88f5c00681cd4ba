// Handlers of the calls of buyers: checkout, orders, withdrawal.

import { correctAddress } from '#server/buying/correct-address.ts';
import { offerClaimLink } from '#server/buying/offer-claim-link.ts';
import { isOrderId, orderStatus } from '#server/buying/order-status.ts';
import { ownOrders } from '#server/buying/own-orders.ts';
import { readInvoice } from '#server/buying/read-invoice.ts';
import { startCheckout } from '#server/buying/start-checkout.ts';
import { withdraw } from '#server/buying/withdraw.ts';
import { wrapGift } from '#server/buying/wrap-gift.ts';
import { Refusal } from '#server/refusal.ts';
import * as endpoints from '#shared/endpoints.ts';
import { browserIdOf, keepBrowserId, newBrowserId } from '../browser-cookie.ts';
import type { HandlersOf } from '../mount-calls.ts';
import type { Services } from '../services.ts';

type Buying =
  | typeof endpoints.createCheckoutSession
  | typeof endpoints.readOrder
  | typeof endpoints.correctAddress
  | typeof endpoints.offerClaimLink
  | typeof endpoints.wrapGift
  | typeof endpoints.readInvoice
  | typeof endpoints.listOwnOrders
  | typeof endpoints.withdraw;

/** The calls of buyers: checkout, what became of an order, the account's orders, withdrawal. */
export function buyingCalls(services: Services): HandlersOf<Buying> {
  const { config } = services;
  return {
    async [endpoints.createCheckoutSession]({ request, response, body, account }) {
      if (services.readiness.salesStopped() !== null) {
        throw new Refusal(
          'service_unavailable',
          'Nothing can be sold now. Nothing was charged. Try again later.',
        );
      }
      const needs = { ...services, allowedOrigins: config.allowedOrigins };
      const browserId = browserIdOf(request, config) ?? newBrowserId();
      const key = request.get('idempotency-key') ?? null;
      const answer = await startCheckout(needs, body, { account, browserId }, key);
      keepBrowserId(response, browserId, config);
      return answer;
    },
    async [endpoints.readOrder]({ request, account, parameters: { checkoutSessionId: id } }) {
      const viewer = { account, browserId: browserIdOf(request, config) };
      const order = isOrderId(id) ? await orderStatus(services, id, viewer) : null;
      if (!order) throw new Refusal('order_not_found', 'Open the link from the payment page again.');
      return order;
    },
    [endpoints.correctAddress]({ request, account, body, parameters: { checkoutSessionId: id } }) {
      const viewer = { account, browserId: browserIdOf(request, config) };
      if (!isOrderId(id)) throw new Refusal('order_not_found', 'Open the link from the payment page again.');
      return correctAddress(services, id, body.email, viewer);
    },
    [endpoints.offerClaimLink]({ request, account, parameters: { checkoutSessionId: id } }) {
      const viewer = { account, browserId: browserIdOf(request, config) };
      if (!isOrderId(id)) throw new Refusal('order_not_found', 'Open the link from the payment page again.');
      return offerClaimLink(services, id, viewer, config.publicUrl);
    },
    [endpoints.wrapGift]({ request, account, body, parameters: { checkoutSessionId: id } }) {
      const viewer = { account, browserId: browserIdOf(request, config) };
      if (!isOrderId(id)) throw new Refusal('order_not_found', 'Open the link from the payment page again.');
      return wrapGift(services, id, body, viewer);
    },
    [endpoints.readInvoice]({ request, account, parameters: { checkoutSessionId: id } }) {
      if (!isOrderId(id)) throw new Refusal('order_not_found', 'Open the link from the payment page again.');
      return readInvoice(services, id, { account, browserId: browserIdOf(request, config) });
    },
    [endpoints.listOwnOrders]: ({ account }) => ownOrders(services, account),
    [endpoints.withdraw]: ({ body }) => withdraw({ ...services, facts: config.facts }, body),
  };
}
