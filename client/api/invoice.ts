import { readInvoice } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord, isWebAddress } from './http.ts';

/**
 * The present URL of an order's invoice, for the browser that paid or the signed-in owner.
 * @throws {ApiProblem} among others `forbidden`, `invoice_not_found`, `payment_provider_unavailable`
 */
export async function fetchInvoiceAddress(checkoutSessionId: string): Promise<string> {
  const { body, status } = await call(readInvoice, { parameters: { checkoutSessionId } });
  if (!isRecord(body) || !isWebAddress(body['url'])) throw badAnswer(status);
  return body['url'];
}
