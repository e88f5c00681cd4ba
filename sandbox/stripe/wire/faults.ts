import { StripeApiError } from './errors.ts';

/** Injected outages. */
export interface Faults {
  /**
   * Makes the next `count` calls fail with an HTTP status, or with a dropped connection when the status is 0.
   * @param call the end of the method and path of these calls, with `:id` for any id, such as `/expire` or
   * `GET /checkout/sessions/:id`; all calls when it is empty
   * @param message what they are answered, instead of the usual words
   */
  failNext(count: number, status: number, call?: string, message?: string): void;
  /** What a call must fail with, if anything; counts it. @param call its method and path */
  take(call: string): Fault | undefined;
}

/** What an injected outage answers. */
export interface Fault {
  status: number;
  message?: string | undefined;
}

export function createFaults(): Faults {
  let left = 0;
  let fault: Fault = { status: 0 };
  let ending: string[] = [];
  return {
    failNext(count, status, call = '', message) {
      left = count;
      fault = { status, message };
      ending = call.split('/').toReversed();
    },
    take(call) {
      const parts = call.split('/').toReversed();
      const isMeant = ending.every((part, index) => part === ':id' || parts[index]?.endsWith(part));
      if (left === 0 || !isMeant) return undefined;
      left -= 1;
      return fault;
    },
  };
}

/** The error of an outage. A 500 happened while the call ran, so its idempotency key replays it, as Stripe's does. */
export function outage({ status, message }: Fault): StripeApiError {
  if (status === 429)
    return new StripeApiError(
      429,
      { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
      false,
    );
  return new StripeApiError(
    status,
    {
      type: status < 500 ? 'invalid_request_error' : 'api_error',
      message:
        message ??
        'Sorry! There was an error while talking to one of our backends. Support has been notified.',
    },
    status === 500,
  );
}
