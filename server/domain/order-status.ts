import type { Order, OrderStatus } from '#shared/api/orders.ts';
import { productById } from '#shared/catalogue.ts';
import { type FulfilOrderNeeds, fulfilOrder } from './fulfil-order.ts';
import type { CheckoutSession, PaymentProvider, PurchaseLine } from './ports.ts';

export interface OrderStatusNeeds extends FulfilOrderNeeds {
  payments: PaymentProvider;
}

/**
 * What a buyer is told of an order. A recorded purchase is answered from the database; anything else is looked up at
 * the payment provider, and fulfilled on the spot when it turns out to be paid and the webhook has not come yet.
 * @returns `null` when there is no such order
 * @throws {PaymentProviderUnavailable}
 */
export async function orderStatus(needs: OrderStatusNeeds, checkoutSessionId: string): Promise<Order | null> {
  const purchase = await needs.store.findPurchase(checkoutSessionId);
  if (purchase) return { status: 'paid', ...summarise(purchase) };
  const session = await needs.payments.findCheckoutSession(checkoutSessionId);
  if (!session || session.lines.length === 0) return null;
  const outcome = await fulfilOrder(needs, session, null);
  return {
    status: outcome === 'fulfilled' || outcome === 'already_fulfilled' ? 'paid' : unsettledStatus(session),
    ...summarise(session),
  };
}

function unsettledStatus(session: CheckoutSession): OrderStatus {
  if (session.status === 'expired') return 'expired';
  if (session.status === 'complete' && !session.paymentFailed) return 'processing';
  return 'unpaid';
}

function summarise(order: {
  lines: PurchaseLine[];
  email: string | null;
  totalOre: number;
  currency: string;
}) {
  return {
    products: order.lines.map(({ productId }) => ({
      id: productId,
      title: productById(productId)?.title ?? productId,
    })),
    email: order.email && maskEmail(order.email),
    totalOre: order.totalOre,
    currency: order.currency,
  };
}

/** `anna@example.com` as `a•••@example.com`: enough for its owner to recognise, of no use to a stranger. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
