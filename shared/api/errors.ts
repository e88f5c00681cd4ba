import { z } from 'zod';

/**
 * Stable codes of all API errors. Answers carry the code; the client has the texts. They are part of the contract: add,
 * never rename.
 */
export const errorCodes = [
  'invalid_request',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'not_found',
  'cart_empty',
  'too_many_products',
  'unknown_product',
  'price_changed',
  'invalid_email',
  'origin_not_allowed',
  'idempotency_conflict',
  'unauthorized',
  'forbidden',
  'sign_in_too_old',
  'deletion_noted',
  'second_factor_needed',
  'cross_site_request',
  'session_rejected',
  'too_many_requests',
  'invalid_signature',
  'order_not_found',
  'withdrawal_not_possible',
  'refund_not_possible',
  'correction_not_possible',
  'claim_link_not_possible',
  'gift_not_possible',
  'gift_letters_used_up',
  'text_has_links',
  'invoice_not_found',
  'precondition_failed',
  'range_not_satisfiable',
  'file_missing',
  'payment_provider_unavailable',
  'identity_provider_unavailable',
  'service_unavailable',
  'internal_error',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

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
