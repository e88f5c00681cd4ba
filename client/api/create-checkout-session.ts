import type { CheckoutRequest, CheckoutResponse } from '#shared/api/checkout.ts';
import * as endpoints from '#shared/endpoints.ts';
import { badAnswer, call, isRecord, isWebAddress } from './http.ts';

interface CheckoutOptions {
  /** The buyer's id token, when signed in: their verified address then takes precedence over `email`. */
  idToken?: string | undefined;
  /** Idempotency key: one per checkout attempt, the same for its retries. */
  idempotencyKey: string;
  signal?: AbortSignal;
}

/**
 * Where to send the browser to pay.
 * @throws {ApiProblem} among others `cart_empty`, `unknown_product`, `price_changed`, `invalid_email`,
 * `payment_provider_unavailable` (a retry with the same key is safe)
 */
export async function createCheckoutSession(
  request: CheckoutRequest,
  { idToken, idempotencyKey, signal }: CheckoutOptions,
): Promise<CheckoutResponse> {
  const { body, status } = await call(endpoints.createCheckoutSession, {
    body: request,
    idToken,
    headers: { 'Idempotency-Key': idempotencyKey },
    signal,
  });
  const address = isRecord(body) ? body['redirect_url'] : undefined;
  if (!isWebAddress(address)) throw badAnswer(status);
  return { redirect_url: address };
}
