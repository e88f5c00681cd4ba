import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { createCheckoutAttempts, leavesAttemptOpen } from './checkout-attempt.ts';

describe('one idempotency key per checkout attempt', () => {
  it('is the same key on a retry of the same attempt', () => {
    const attempts = createCheckoutAttempts();
    expect(attempts.keyFor('cart a')).toBe(attempts.keyFor('cart a'));
  });

  it('is a new key for another cart or another buyer', () => {
    const attempts = createCheckoutAttempts();
    expect(attempts.keyFor('cart a')).not.toBe(attempts.keyFor('cart b'));
  });

  it('is a new key after an answer that settled the attempt', () => {
    const attempts = createCheckoutAttempts();
    const first = attempts.keyFor('cart a');
    attempts.settled();
    expect(attempts.keyFor('cart a')).not.toBe(first);
  });

  it('is at most 255 characters and differs between buyers', () => {
    const one = createCheckoutAttempts().keyFor('cart');
    const other = createCheckoutAttempts().keyFor('cart');
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(one).not.toBe(other);
  });
});

describe('whether a failure leaves it open if the payment was begun', () => {
  it.each([
    ['network', 0, true],
    ['payment_provider_unavailable', 502, true],
    ['service_unavailable', 503, true],
    ['service_unavailable', 504, true],
    ['price_changed', 400, false],
    ['internal_error', 500, false],
  ] as const)('%s with status %i: %s', (code, status, open) => {
    expect(leavesAttemptOpen(new ApiProblem({ code, status }))).toBe(open);
  });

  it('a defect of our own says nothing about the payment', () => {
    expect(leavesAttemptOpen(new TypeError('oops'))).toBe(false);
  });
});
