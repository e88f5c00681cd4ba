import { productById } from '#shared/catalogue.ts';
import type { World } from '../world.ts';

/** What an order unlocks according to Stripe's books: the model that grants are compared with, written independently of the shop's rules. */

export interface PaidOrder {
  id: string;
  totalOre: number;
  isGift: boolean;
  accountId: string | null;
  productIds: string[];
  /** Refunded and not returned since, in öre. */
  refundedOre: number;
  /** Lost by disputes, in öre. */
  lostOre: number;
  refundIds: string[];
  /** The adventures that are unlocked now. */
  counting: string[];
}

const unlocksOf = (productId: string): readonly string[] => productById(productId)?.unlocks ?? [];

/** The paid orders, by their checkout session's id. */
export function paidOrders({ stripe }: World): Map<string, PaidOrder> {
  const { sessions, refunds, disputes } = stripe.books();
  const orders = sessions.flatMap((session): [string, PaidOrder][] => {
    if (session.payment_status !== 'paid') return [];
    const { payment_intent: intent, metadata } = session;
    const keys = Object.keys(metadata ?? {}).filter((key) => key.startsWith('product_'));
    const productIds = keys.map((key) => key.slice('product_'.length));
    const totalOre = session.amount_total ?? 0;
    const back = refunds.filter(
      (refund) => refund.payment_intent === intent && refund.status === 'succeeded',
    );
    const disputed = disputes.filter((dispute) => dispute.payment_intent === intent);
    const refundedOre = back.reduce((sum, { amount }) => sum + amount, 0);
    const lost = disputed.filter(({ status }) => status === 'lost');
    const isOpen = disputed.some(({ status }) => status === 'needs_response' || status === 'under_review');
    const named = new Set(
      back.flatMap((refund) => Object.keys(refund.metadata ?? {}).map((key) => key.replace('product_', ''))),
    );
    const isGone = lost.length > 0 || isOpen || (refundedOre > 0 && refundedOre >= totalOre);
    const kept = productIds.filter((id) => !named.has(id));
    const counting = isGone ? [] : [...new Set(kept.flatMap(unlocksOf))];
    const lostOre = lost.reduce((sum, { amount }) => sum + amount, 0);
    return [
      [
        session.id,
        {
          ...{ id: session.id, totalOre, productIds, refundedOre, lostOre, counting },
          refundIds: back.map(({ id }) => id),
          isGift: metadata?.['gift'] === 'yes',
          accountId: metadata?.['account_id'] ?? null,
        },
      ],
    ];
  });
  return new Map(orders);
}
