import { expect, it } from 'vitest';
import { isGiftDay } from './gift-day.ts';

it('A letter can be ordered for today, which may be yesterday elsewhere, and for a year ahead, and for no day before or after', () => {
  const today = '2026-03-02';
  expect(
    ['2026-02-28', '2026-03-01', today, '2026-03-03', '2027-03-03', '2027-03-04'].map((day) =>
      isGiftDay(day, today),
    ),
  ).toEqual([...[false, true, true, true, true, false]]);
  // Over a leap day, too.
  expect([isGiftDay('2028-02-28', '2027-02-28'), isGiftDay('2028-03-01', '2027-02-28')]).toEqual([
    true,
    false,
  ]);
});
