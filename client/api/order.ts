import type { Order, OrderStatus } from '#shared/api/orders.ts';
import { correctAddress, readOrder } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord, isWebAddress } from './http.ts';

const statuses: Readonly<Record<OrderStatus, true>> = {
  paid: true,
  processing: true,
  open: true,
  failed: true,
  expired: true,
  partly_refunded: true,
  refunded: true,
  disputed: true,
  reversed: true,
};

/**
 * The present state of an order. Amounts are in öre.
 * @throws {ApiProblem} `order_not_found` for an unknown id, `payment_provider_unavailable`
 */
export async function fetchOrder(
  checkoutSessionId: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Order> {
  const { body, status } = await call(readOrder, { parameters: { checkoutSessionId }, signal });
  if (!isOrder(body)) throw badAnswer(status);
  return body;
}

/**
 * Corrects the address of an order, for the browser that paid or the signed-in owner.
 * @throws {ApiProblem} among others `invalid_email`, `forbidden`, `correction_not_possible`
 */
export async function correctOrderAddress(checkoutSessionId: string, email: string): Promise<Order> {
  const { body, status } = await call(correctAddress, { parameters: { checkoutSessionId }, body: { email } });
  if (!isOrder(body)) throw badAnswer(status);
  return body;
}

/** Whether a parsed answer is an order according to the contract. */
export function isOrder(body: unknown): body is Order {
  return (
    isRecord(body) &&
    typeof body['status'] === 'string' &&
    Object.hasOwn(statuses, body['status']) &&
    Array.isArray(body['products']) &&
    typeof body['totalOre'] === 'number' &&
    (body['paymentPage'] === undefined || isWebAddress(body['paymentPage']))
  );
}
