import type { Order, OrderStatus } from '#shared/api/orders.ts';
import { readOrder } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord } from './http.ts';

const statuses: Readonly<Record<OrderStatus, true>> = {
  paid: true,
  processing: true,
  unpaid: true,
  expired: true,
  partly_refunded: true,
  refunded: true,
  disputed: true,
  reversed: true,
};

/**
 * How the order stands now. Amounts are in öre.
 * @throws {ApiProblem} `order_not_found` for an id nobody was given, `payment_provider_unavailable`
 */
export async function fetchOrder(
  checkoutSessionId: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Order> {
  const { body, status } = await call(readOrder, { parameters: { checkoutSessionId }, signal });
  if (!isOrder(body)) throw badAnswer(status);
  return body;
}

/** Whether a parsed answer is an order as the contract says. */
export function isOrder(body: unknown): body is Order {
  return (
    isRecord(body) &&
    typeof body['status'] === 'string' &&
    Object.hasOwn(statuses, body['status']) &&
    Array.isArray(body['products']) &&
    typeof body['totalOre'] === 'number'
  );
}
