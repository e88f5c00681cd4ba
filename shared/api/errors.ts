import { z } from 'zod';

/**
 * Every API error by its stable code: the status and the title of its answer. The client has the texts. The codes are part
 * of the contract: add, never rename.
 */
export const problemTypes = {
  invalid_request: [400, 'The request is not of the expected form'],
  invalid_json: [400, 'The body is not JSON'],
  body_too_large: [413, 'The body is too large'],
  body_too_slow: [408, 'The body took too long to arrive'],
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
  deletion_under_way: [409, 'The account is being deleted'],
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
  payment_key_refused: [502, "The payment provider refuses the shop's key"],
  identity_provider_unavailable: [503, 'The identity service does not answer'],
  service_unavailable: [503, 'The service is not available'],
  internal_error: [500, 'Something went wrong here'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>;
export type ErrorCode = keyof typeof problemTypes;
export const errorCodes = Object.keys(problemTypes) as ErrorCode[];

/** An error answer: RFC 9457 problem details with our `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes),
  detail: z.string().optional(),
  /** The field of the request that caused it, as a dotted path, if there is one. */
  field: z.string().optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;
