import { expect, it } from 'vitest';
import { dayInWords } from './day-in-words.ts';

it('A day is written out, with none lost to a time zone', () => {
  expect(dayInWords('2025-08-01')).toBe('1 August 2025');
  expect(dayInWords('2024-09-07')).toBe('7 September 2024');
});
