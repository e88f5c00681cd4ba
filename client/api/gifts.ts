import type { GiftWrapping, Order } from '#shared/api/orders.ts';
import { wrapGift } from '#shared/endpoints.ts';
import { badAnswer, call } from './http.ts';
import { isOrder } from './order.ts';

/**
 * Writes the card of a gift and sends its letter, for the browser that paid or the signed-in owner.
 * @throws {ApiProblem} among others `invalid_email`, `text_has_links`, `gift_letters_used_up`, `gift_not_possible`,
 * `forbidden`
 */
export async function postGift(checkoutSessionId: string, wrapping: GiftWrapping): Promise<Order> {
  const { body, status } = await call(wrapGift, { parameters: { checkoutSessionId }, body: wrapping });
  if (!isOrder(body)) throw badAnswer(status);
  return body;
}
