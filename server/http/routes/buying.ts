// Handlers of the calls of buyers: checkout, orders, withdrawal.

import { correctAddress } from '#server/buying/correct-address.ts';
import { mailOrderLinks } from '#server/buying/mail-order-links.ts';
import { offerClaimLink } from '#server/buying/offer-claim-link.ts';
import { orderStatus } from '#server/buying/order-status.ts';
import { orderNotFound } from '#server/buying/order-viewer.ts';
import { readInvoice } from '#server/buying/read-invoice.ts';
import { startCheckout } from '#server/buying/start-checkout.ts';
import { withdraw } from '#server/buying/withdraw.ts';
import { wrapGift } from '#server/buying/wrap-gift.ts';
import { ownOrders } from '#server/claiming/own-orders.ts';
import { recogniseViewer } from '#server/claiming/recognise-viewer.ts';
import { Refusal } from '#server/refusal.ts';
import type { Withdrawal } from '#shared/api/withdrawals.ts';
import * as endpoints from '#shared/endpoints.ts';
import { isCheckoutSessionId } from '#shared/order-id.ts';
import { browserIdOf, keepBrowserId, newBrowserId } from '../browser-cookie.ts';
import { limitAddressGuesses } from '../guess-limit.ts';
import type { Call, Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';

/** What calls about one order share. */
type OrderCall = Pick<Call<typeof endpoints.readOrder>, 'request' | 'account' | 'parameters'>;

export function buyingCalls(services: Services) {
  const { config } = services;
  const attemptAddress = limitAddressGuesses(services.counts, services.metrics);
  /** The order's id and the viewer. @throws {Refusal} `order_not_found` for text that cannot be an order's id */
  async function lookedAt({ request, account, parameters: { checkoutSessionId: id } }: OrderCall) {
    if (!isCheckoutSessionId(id)) throw orderNotFound();
    const browserId = browserIdOf(request, config);
    return { id, viewer: await recogniseViewer(services.ledger, { account, browserId }) };
  }
  return {
    async [endpoints.createCheckoutSession]({ request, response, body, account }) {
      if (services.readiness.areSalesStopped()) {
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
    async [endpoints.readOrder](call) {
      const { id, viewer } = await lookedAt(call);
      const order = await orderStatus(services, id, viewer);
      if (!order) throw orderNotFound();
      return order;
    },
    async [endpoints.correctAddress](call) {
      const { id, viewer } = await lookedAt(call);
      return correctAddress(services, id, call.body.email, viewer);
    },
    async [endpoints.offerClaimLink](call) {
      const { id, viewer } = await lookedAt(call);
      return offerClaimLink(services, id, viewer, config.publicUrl);
    },
    async [endpoints.wrapGift](call) {
      const { id, viewer } = await lookedAt(call);
      return wrapGift(services, id, call.body, viewer);
    },
    async [endpoints.readInvoice](call) {
      const { id, viewer } = await lookedAt(call);
      return readInvoice(services, id, viewer);
    },
    [endpoints.listOwnOrders]: ({ account }) => ownOrders(services, account),
    async [endpoints.withdraw]({ response, body }) {
      const ask = () => withdraw({ ...services, facts: config.facts }, body);
      const isGuess = ({ received }: Withdrawal) => received !== undefined && !received.confirmation;
      return attemptAddress(body.orderId, response, ask, isGuess);
    },
    async [endpoints.mailOrderLinks]({ body }) {
      await mailOrderLinks(services, body.email);
    },
  } satisfies Partial<Handlers>;
}
