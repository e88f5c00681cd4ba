// Handlers of the calls of the operator's page about orders.

import { chargedOf } from '#server/buying/charged.ts';
import { deriveRecorded } from '#server/buying/order-facts.ts';
import { PaymentKeyRefused } from '#server/buying/payment-provider.ts';
import { disputeEvidence } from '#server/operating/dispute-evidence.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import {
  closeAttention,
  findOrders,
  type OrderDetails,
  resendReceipt,
  resyncRecordedOrder,
  showOrder,
} from '#server/operating/operator-orders.ts';
import { nameRefund, refundOrder } from '#server/operating/refund-order.ts';
import { whyNotInEffect } from '#server/owning/in-effect.ts';
import { Refusal } from '#server/refusal.ts';
import * as endpoints from '#shared/endpoints.ts';
import type { Handlers } from '../mount-calls.ts';
import type { NeedsOf } from './operator-needs.ts';

/** Asks the payment provider. @throws {Refusal} `payment_key_refused` with what the operator does about it */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentKeyRefused) throw new Refusal('payment_key_refused', `${error.message}.`);
    throw error;
  }
}

export function operatorOrderCalls(by: NeedsOf) {
  return {
    [endpoints.operatorOrders]: ({ account, body: { query } }) => findOrders(by(account), query.trim()),
    async [endpoints.operatorOrder]({ parameters: { id }, account }) {
      return orderAnswer(await showOrder(by(account), id));
    },
    [endpoints.operatorRefund]: ({ parameters: { id }, account, body }) =>
      asking(() => refundOrder(by(account), id, body)),
    [endpoints.operatorRefundNames]: ({ parameters: { id }, account, body }) =>
      asking(() => nameRefund(by(account), id, body)),
    [endpoints.operatorReceipt]: ({ parameters: { id }, account }) =>
      asking(() => resendReceipt(by(account), id)),
    [endpoints.operatorMove]: ({ parameters: { id }, account, body: { to, reason } }) =>
      moveOrder(by(account), id, to, reason),
    [endpoints.operatorResync]: ({ parameters: { id }, account }) =>
      asking(() => resyncRecordedOrder(by(account), id)),
    async [endpoints.operatorDecision]({ parameters: { id }, account, body: { what, about, reason } }) {
      await closeAttention(by(account), { checkoutSessionId: id, reason: what, subject: about }, reason);
    },
    [endpoints.operatorEvidence]: ({ parameters: { id }, account }) => disputeEvidence(by(account), id),
  } satisfies Partial<Handlers>;
}

function orderAnswer({ order, gift, grants, ...known }: OrderDetails) {
  const { purchase, refunds, disputes, withdrawal } = order;
  const { returnedProductIds } = deriveRecorded(order);
  return {
    ...known,
    ...purchase,
    ...chargedOf(purchase),
    ...(gift && { gift }),
    ...(withdrawal && { withdrawal }),
    lines: purchase.lines.map((line) => ({ ...line, returned: returnedProductIds.has(line.productId) })),
    payments: [...refunds, ...disputes],
    grants: grants.map((grant) => ({ ...grant, withheld: whyNotInEffect(grant) })),
  };
}
