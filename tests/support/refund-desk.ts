import { vi } from 'vitest';
import type { RefundedPart } from '#server/buying/payment-provider.ts';
import type { PaymentFact } from '#server/buying/refunds-and-disputes.ts';
import { openDesk, refundOf, sessionOf } from './operators-desk.ts';

/** An operator who refunds the first order, with a payment provider that records it. */
export type RefundDesk = ReturnType<typeof openRefundDesk>;

export function openRefundDesk() {
  const desk = openDesk();
  /** The payment provider's records of the order. */
  const facts: PaymentFact[] = [];
  const refund = vi.fn(
    async (_payment: string, _key: string, _known: readonly string[], part?: RefundedPart) => {
      const amountOre = part?.amountOre ?? 25_000;
      facts.push(
        refundOf(1, { id: `re_new_${facts.length}`, amountOre, productIds: part?.productIds ?? [] }),
      );
      return { id: 're_new', status: 'succeeded', amountOre };
    },
  );
  return {
    ...{ desk, facts, refund },
    /** The requested parts; `undefined` for the whole remainder. */
    parts: () => refund.mock.calls.map(([, , , part]) => part),
    keys: () => refund.mock.calls.map(([, key]) => key),
    waiting: async () => (await desk.ledger.openAttention()).map(({ reason }) => reason),
    needs: desk.withProvider({
      findCheckoutSession: async () => sessionOf(1),
      async *paymentFactsOf() {
        yield* facts;
      },
      refund,
      async nameRefund(refundId, productIds) {
        const index = facts.findIndex(({ id }) => id === refundId);
        const fact = facts[index];
        if (fact?.kind === 'refund') facts[index] = { ...fact, productIds };
      },
    }),
  };
}

/** An order of two products. */
export const two = {
  lines: [
    { productId: 'fod', priceOre: 25_000 },
    { productId: 'fist', priceOre: 22_000 },
  ],
  totalOre: 47_000,
};
