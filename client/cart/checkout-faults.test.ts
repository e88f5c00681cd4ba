import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { errorCodes } from '#shared/api/errors.ts';
import { checkoutFaultText } from './checkout-faults.ts';

/** What the server put into the page. */
const settings = JSON.stringify({ publicUrl: 'https://shop.example.org' });
beforeAll(() => {
  vi.stubGlobal('document', { getElementById: () => ({ textContent: settings }) });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

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

  it('says how long to wait after too many tries, and that nothing was charged', () => {
    const error = new ApiProblem({ code: 'too_many_requests', status: 429, retryAfterSeconds: 120 });
    expect(checkoutFaultText(error)).toBe(
      'That was many tries in a short time. Nothing was charged. Try again in 2 minutes.',
    );
  });

  it('says of an answer that was lost that it can be tried again without being charged twice', () => {
    expect(checkoutFaultText(new ApiProblem({ code: 'network', status: 0 }))).toBe(
      'No answer from the shop. Check your connection and try again; you will not be charged twice.',
    );
  });

  it('names the address to buy at when the page was opened at another one', () => {
    expect(checkoutFaultText(new ApiProblem({ code: 'origin_not_allowed', status: 400 }))).toBe(
      'You can pay only at https://shop.example.org. Open the shop there; nothing was charged.',
    );
  });

  it('has words for what nobody expected', () => {
    expect(checkoutFaultText(new Error('surprise'))).toBe(
      'Something went wrong, and nothing was charged. Please try again in a moment.',
    );
  });
});
