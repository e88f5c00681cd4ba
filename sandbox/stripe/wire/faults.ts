import { StripeApiError } from './errors.ts';

/** Injected outages. */
export interface Faults {
  /**
   * Makes the next `count` calls fail with an HTTP status, or with a dropped connection when the status is 0.
   * @param path the end of the path of these calls; all calls when it is empty
   */
  failNext(count: number, status: number, path?: string): void;
  /** The status that a call of this path must fail with, if any; counts it. */
  take(path: string): number | undefined;
}

export function createFaults(): Faults {
  let left = 0;
  let status = 0;
  let ending = '';
  return {
    failNext(count, nextStatus, path = '') {
      left = count;
      status = nextStatus;
      ending = path;
    },
    take(path) {
      if (left === 0 || !path.endsWith(ending)) return undefined;
      left -= 1;
      return status;
    },
  };
}

/** The error of an outage. A 500 happened while the call ran, so its idempotency key replays it, as Stripe's does. */
export function outage(status: number): StripeApiError {
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
      message: 'Sorry! There was an error while talking to one of our backends. Support has been notified.',
    },
    status === 500,
  );
}
