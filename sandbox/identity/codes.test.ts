import { describe, expect, it } from 'vitest';
import { maskedDestination } from './codes.ts';

describe('the destination the service shows', () => {
  it.each([
    ['anna@example.com', 'a***@e***'],
    ['b@c.se', 'b***@c***'],
  ])('of %s is %s', (email, masked) => {
    expect(maskedDestination(email)).toBe(masked);
  });
});
