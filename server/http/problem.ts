// Problem details (RFC 9457): status and title of every error code, and the answer.

import type { Response } from 'express';
import type { ErrorCode, Problem } from '#shared/api/errors.ts';
import { setServerTiming } from './request-context.ts';

/** Status and title of every error code. */
export const problemTypes: Record<ErrorCode, readonly [status: number, title: string]> = {
  invalid_request: [400, 'The request is not of the expected form'],
  invalid_json: [400, 'The body is not JSON'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body is not of a supported type'],
  method_not_allowed: [405, 'The method is not allowed here'],
  not_found: [404, 'There is nothing here'],
  cart_empty: [400, 'The cart is empty'],
  too_many_products: [400, 'There are too many products'],
  unknown_product: [400, 'A product is unknown or no longer sold'],
  price_changed: [400, 'A price is not the current one'],
  invalid_email: [400, 'The e-mail address is not valid'],
  origin_not_allowed: [400, 'The origin is not allowed'],
  idempotency_conflict: [409, 'The idempotency key belongs to another request'],
  unauthorized: [401, 'A valid id token or session is needed'],
  forbidden: [403, 'This is not allowed'],
  sign_in_too_old: [403, 'The sign-in is too old for this'],
  deletion_noted: [503, 'The deletion is noted and will be finished'],
  second_factor_needed: [403, 'A second factor is needed for this'],
  cross_site_request: [403, 'The request came from another site'],
  session_rejected: [400, 'The session cannot be started'],
  too_many_requests: [429, 'There were too many attempts'],
  invalid_signature: [400, 'The signature is not valid'],
  order_not_found: [404, 'There is no such order'],
  withdrawal_not_possible: [409, 'The purchase cannot be withdrawn from'],
  refund_not_possible: [409, 'The money cannot be given back'],
  correction_not_possible: [409, 'The address cannot be corrected here'],
  claim_link_not_possible: [409, 'The order has nothing to claim'],
  gift_not_possible: [409, 'The order is no gift that can be sent'],
  gift_letters_used_up: [409, 'No more letters can be written'],
  text_has_links: [400, 'The text holds a link or an address'],
  invoice_not_found: [404, 'The order has no invoice'],
  precondition_failed: [412, 'The file is not the one that was meant'],
  range_not_satisfiable: [416, 'The file has no such range'],
  file_missing: [503, 'The file is not available'],
  payment_provider_unavailable: [502, 'The payment provider does not answer'],
  identity_provider_unavailable: [503, 'The identity service does not answer'],
  service_unavailable: [503, 'The service is not available'],
  internal_error: [500, 'Something went wrong here'],
};

/** The detail of `body_too_large`. @param mostBytes the limit, in bytes */
export const sendAtMost = (mostBytes: number) => `Send at most ${mostBytes / 1024} KiB.`;

/** The default `Retry-After` of a 503. */
const retryAfterSeconds = '5';

/** Answers with problem details (RFC 9457). `detail` says what to do, and must contain nothing personal. */
export function sendProblem(response: Response, code: ErrorCode, detail?: string, field?: string): void {
  const [status, title] = problemTypes[code];
  response.locals.problem = code;
  setServerTiming(response);
  if (status === 401) response.set('www-authenticate', 'Bearer');
  if (status === 503 && !response.hasHeader('retry-after')) response.set('retry-after', retryAfterSeconds);
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    code,
    ...(detail !== undefined && { detail }),
    ...(field !== undefined && { field }),
    requestId: response.locals.requestId,
  };
  response
    .status(status)
    .set('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}
