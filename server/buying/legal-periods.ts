// Periods that the law gives a buyer, in days: they end with a working day in Sweden, where the shop is.

import { dayMs } from '#server/moments.ts';

/**
 * The end of a period of days, UTC: the last hour of its last day, or of the next working day when that is a Saturday, a
 * Sunday or a public holiday (regulation 1182/71, article 3). It is the end of that day in UTC, an hour or two after
 * Stockholm's, in the buyer's favour.
 * @param from the day it is counted from, `YYYY-MM-DD`, which does not count itself
 */
export function periodEnd(from: string, days: number): Date {
  let last = Date.parse(`${from}T00:00:00Z`) + days * dayMs;
  while (!isWorkingDay(new Date(last))) last += dayMs;
  return new Date(last + dayMs);
}

/**
 * Public holidays with a fixed date (lag 1989:253 om allmänna helgdagar), and the eves that count as such at the end of a
 * period (lag 1930:173, section 2), `MM-DD`.
 */
const fixedHolidays = new Set(['01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31']);

/** Good Friday, Easter Monday and Ascension Day, in days from Easter Sunday. The other feasts are on weekends. */
const holidaysFromEaster = new Set([-2, 1, 39]);

/** @param day at midnight, UTC */
function isWorkingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  const date = day.toISOString().slice(5, 10);
  if (weekday === 0 || weekday === 6 || fixedHolidays.has(date)) return false;
  const isMidsummerEve = weekday === 5 && date >= '06-19' && date <= '06-25';
  return !isMidsummerEve && !holidaysFromEaster.has((+day - easterSunday(day.getUTCFullYear())) / dayMs);
}

/** Easter Sunday at midnight UTC, in milliseconds: Gauss's rule, for the years 2000 to 2099. */
function easterSunday(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isTooLate = sunday === 6 && moon >= 28;
  return Date.UTC(year, 2, 22 + moon + sunday - (isTooLate ? 7 : 0));
}
