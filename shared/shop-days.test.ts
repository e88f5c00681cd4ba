import { expect, it } from 'vitest';
import { dayAfter } from './day-after.ts';
import { shopDay } from './shop-day.ts';
import { hourOfShopDay, shopTime, startOfShopDay } from './shop-days.ts';

it.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  // The clock goes forward at 02:00 on 29 March and back at 03:00 on 25 October 2026.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('The day %s begins at %s', (day, moment) => {
  expect(startOfShopDay(day).toISOString()).toBe(moment);
  expect(shopTime(new Date(moment))).toBe('00:00:00');
});

it('Every day of ten years begins with its own first moment, and the days follow each other', () => {
  let day = '2020-01-01';
  for (let count = 0; count < 3653; count += 1) {
    const start = startOfShopDay(day);
    expect(shopDay(start)).toBe(day);
    expect(shopDay(new Date(start.getTime() - 1))).toBe(dayAfter(day, -1));
    day = dayAfter(day);
  }
  expect(day).toBe('2030-01-01');
});

it.each([
  ['2026-01-15', '2026-01-15T07:00:00.000Z'],
  ['2026-07-15', '2026-07-15T06:00:00.000Z'],
  // The clock goes forward at night and back at night: by eight it has.
  ['2026-03-28', '2026-03-28T07:00:00.000Z'],
  ['2026-03-29', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24', '2026-10-24T06:00:00.000Z'],
  ['2026-10-25', '2026-10-25T07:00:00.000Z'],
])('Eight in Stockholm on %s is %s', (day, time) => {
  expect(hourOfShopDay(day, 8).toISOString()).toBe(time);
});
