// Handlers of the calls of the operator's page about orders.

import { chargedOf } from '#server/buying/charged.ts';
import { deriveRecorded } from '#server/buying/order-facts.ts';
import { PaymentKeyRefused } from '#server/buying/payment-provider.ts';
import type { Withdrawal } from '#server/buying/records.ts';
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
    async [endpoints.operatorOrders]({ account, body: { query } }) {
      return { orders: await findOrders(by(account), query.trim()) };
    },
    async [endpoints.operatorOrder]({ parameters: { id }, account }) {
      return orderAnswer(await showOrder(by(account), id));
    },
    async [endpoints.operatorRefund]({ parameters: { id }, account, body: { reason, what } }) {
      const { checkoutSessionId: _, ...refund } = await asking(() =>
        refundOrder(by(account), id, reason, what),
      );
      return refund;
    },
    async [endpoints.operatorRefundNames]({ parameters: { id }, account, body: { reason, ...names } }) {
      const { productIds } = await asking(() => nameRefund(by(account), id, names, reason));
      return { productIds };
    },
    async [endpoints.operatorReceipt]({ parameters: { id }, account }) {
      const { email } = await asking(() => resendReceipt(by(account), id));
      return { email };
    },
    async [endpoints.operatorMove]({ parameters: { id }, account, body: { to: address, reason } }) {
      const { from, to } = await moveOrder(by(account), id, address, reason);
      return { from, to };
    },
    async [endpoints.operatorResync]({ parameters: { id }, account }) {
      return asking(() => resyncRecordedOrder(by(account), id));
    },
    async [endpoints.operatorDecision]({ parameters: { id }, account, body: { what, about, reason } }) {
      await closeAttention(by(account), { checkoutSessionId: id, reason: what, subject: about }, reason);
    },
    [endpoints.operatorEvidence]: ({ parameters: { id }, account }) => disputeEvidence(by(account), id),
  } satisfies Partial<Handlers>;
}

function orderAnswer({ summary, order, gift, grants, history, ...more }: OrderDetails) {
  const { purchase, refunds, disputes, withdrawal } = order;
  const { returnedProductIds } = deriveRecorded(order);
  const { consentText, termsVersion, country, vatOre, invoiceId } = purchase;
  return {
    ...{ summary, ...more },
    ...(gift && { gift }),
    ...(withdrawal && { withdrawal: statementOf(withdrawal) }),
    ...chargedOf(purchase),
    ...{ consentText, termsVersion, country, vatOre, invoiceId },
    lines: purchase.lines.map(({ productId, priceOre }) => ({
      ...{ productId, priceOre, returned: returnedProductIds.has(productId) },
    })),
    payments: [...refunds, ...disputes].map(({ kind, id, status, amountOre }) => ({
      kind,
      id,
      status,
      amountOre,
    })),
    grants: grants.map((grant) => ({
      adventureId: grant.adventureId,
      accountId: grant.accountId,
      withheld: whyNotInEffect(grant),
    })),
    history: history.map(({ at, adventureId, what, reason, actor }) => ({
      at,
      adventureId,
      what,
      reason,
      actor,
    })),
  };
}

/** Without its confirmation, which is the buyer's. */
const statementOf = ({ confirmation: _, ...statement }: Withdrawal) => statement;
