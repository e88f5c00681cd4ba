import { expect, it } from 'vitest';
import { waitText } from './wait-text.ts';

it.each([
  [undefined, 'a few minutes'],
  [0, 'a few seconds'],
  [10, 'a few seconds'],
  [11, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [840, '14 minutes'],
  [3540, '59 minutes'],
  [3541, 'an hour'],
  [3601, '2 hours'],
])('%s seconds are said as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
