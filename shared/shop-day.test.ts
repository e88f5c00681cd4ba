import { expect, it } from 'vitest';
import { shopDay } from './shop-day.ts';

it("The day is the shop's: in Stockholm it begins before it does in UTC", () => {
  expect(shopDay(new Date('2025-07-31T22:30:00Z'))).toBe('2025-08-01');
  expect(shopDay(new Date('2025-07-31T21:30:00Z'))).toBe('2025-07-31');
});
