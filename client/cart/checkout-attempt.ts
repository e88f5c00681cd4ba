import { ApiProblem } from '#client/api/problem.ts';

/**
 * Hands out idempotency keys: the same one again as long as the last attempt's result is unknown, so that a retry can
 * never start a second payment; a new one for another cart, or after an answer that settled the last attempt.
 */
interface CheckoutAttempts {
  /** @param what everything the payment depends on, as text */
  keyFor(what: string): string;
  settled(): void;
}

export function createCheckoutAttempts(): CheckoutAttempts {
  let open: { what: string; key: string } | null = null;
  return {
    keyFor(what) {
      if (open?.what !== what) open = { what, key: randomKey() };
      return open.key;
    },
    settled() {
      open = null;
    },
  };
}

/** Whether it is unknown after the failure if the payment was started: no answer came, or one from a proxy. */
export function leavesAttemptOpen(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'network' || [502, 503, 504].includes(error.status));
}

/** 128 random bits, within Stripe's 255 characters. Not `randomUUID`, which browsers only offer on https and localhost. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
