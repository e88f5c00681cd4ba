import { expect, it } from 'vitest';
import { giftLetterTime, isGiftDay } from './gift-day.ts';

it.each([
  ['2026-01-15', '2026-01-15T07:00:00.000Z'],
  ['2026-07-15', '2026-07-15T06:00:00.000Z'],
  // The clock goes forward at night and back at night: by eight it has.
  ['2026-03-28', '2026-03-28T07:00:00.000Z'],
  ['2026-03-29', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24', '2026-10-24T06:00:00.000Z'],
  ['2026-10-25', '2026-10-25T07:00:00.000Z'],
])('The letters of %s go out at eight in Stockholm', (day, time) => {
  expect(giftLetterTime(day).toISOString()).toBe(time);
});

it('A letter can be ordered for today and for a year ahead, and for no day before or after', () => {
  const today = '2026-03-02';
  expect(
    ['2026-03-01', today, '2026-03-03', '2027-03-03', '2027-03-04'].map((day) => isGiftDay(day, today)),
  ).toEqual([...[false, true, true, true, false]]);
  // Over a leap day, too.
  expect([isGiftDay('2028-02-28', '2027-02-28'), isGiftDay('2028-03-01', '2027-02-28')]).toEqual([
    true,
    false,
  ]);
});
