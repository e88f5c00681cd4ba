import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { errorCodes } from '#shared/api/errors.ts';
import { checkoutFaultText } from './checkout-faults.ts';

describe('what a buyer is told when a payment cannot begin', () => {
  it.each(errorCodes)('%s becomes a sentence, never a code', (code) => {
    const text = checkoutFaultText(new ApiProblem({ code, status: 400 }));
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text).not.toContain(code);
  });

  it("uses the specification's words for a bad address", () => {
    expect(checkoutFaultText(new ApiProblem({ code: 'invalid_email', status: 400 }))).toBe(
      'You must enter a valid email address.',
    );
  });

  it('has words for what nobody expected', () => {
    expect(checkoutFaultText(new Error('surprise'))).toBe(
      'Something went wrong, and nothing was charged. Please try again in a moment.',
    );
  });
});
