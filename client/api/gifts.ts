import type { Claim } from '#shared/api/claims.ts';
import type { GiftWrapping, Order } from '#shared/api/orders.ts';
import { claim, wrapGift } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord } from './http.ts';
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

/**
 * Claims a claim link for the account.
 * @throws {ApiProblem} among others `unauthorized`, `too_many_requests`
 */
export async function postClaim(token: string, idToken: string): Promise<Claim> {
  const { body, status } = await call(claim, { body: { token }, idToken });
  if (!isRecord(body) || typeof body['valid'] !== 'boolean') throw badAnswer(status);
  return body as Claim;
}
