/** Stripe's error object, as the API's clients read it (docs.stripe.com/api/errors). */
interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
}

/** A refusal of one API call. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /**
   * Whether the call had started to run. Stripe replays the answer of such a call for the same idempotency key, and lets
   * a key be used again after a call that failed validation (docs.stripe.com/api/idempotent_requests).
   */
  readonly begun: boolean;

  constructor(status: number, body: StripeErrorBody, begun: boolean) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: documentationOf(body.code) } : body;
    this.begun = begun;
  }
}

/** Where Stripe explains an error code. */
export function documentationOf(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** A 400 for parameters that cannot be right, whatever the objects' state. */
export function invalidParameter(message: string, code?: string, param?: string): StripeApiError {
  return new StripeApiError(400, requestError(message, code, param), false);
}

/** A 400 for a call that is well formed but refused by the state of the objects. */
export function refused(message: string, code?: string, param?: string): StripeApiError {
  return new StripeApiError(400, requestError(message, code, param), true);
}

/** The 404 for an id that does not exist. */
export function noSuch(kind: string, id: string, param: string): StripeApiError {
  return new StripeApiError(404, requestError(`No such ${kind}: '${id}'`, 'resource_missing', param), false);
}

function requestError(message: string, code?: string, param?: string): StripeErrorBody {
  return {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  };
}
