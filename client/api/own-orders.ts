import type { OwnOrder } from '#shared/api/orders.ts';
import { listOwnOrders } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord } from './http.ts';
import { isOrder } from './order.ts';

/**
 * The account's own purchases, newest first. Amounts are in öre, times in UTC.
 * @throws {ApiProblem} `unauthorized` for an expired token, `identity_provider_unavailable`
 */
export async function fetchOwnOrders({
  idToken,
  signal,
}: {
  idToken: string;
  signal?: AbortSignal;
}): Promise<OwnOrder[]> {
  const { body, status } = await call(listOwnOrders, { idToken, signal });
  const orders: unknown = isRecord(body) ? body['orders'] : undefined;
  if (!Array.isArray(orders) || !orders.every(isOwnOrder)) throw badAnswer(status);
  return orders;
}

function isOwnOrder(value: unknown): value is OwnOrder {
  return (
    isRecord(value) &&
    ['id', 'paidAt', 'email'].every((name) => typeof value[name] === 'string') &&
    isOrder(value)
  );
}
