import { expect, it } from 'vitest';
import { formatDate } from './format-date.ts';

it('A date is written out, with no day lost to a time zone', () => {
  expect(formatDate('2024-09-07')).toBe('7 September 2024');
  expect(formatDate('2025-03-28')).toBe('28 March 2025');
});
