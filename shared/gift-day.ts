import { dayAfter } from './day-after.ts';

/** How far ahead the letter of a gift can be scheduled, in days. */
const mostDaysAhead = 366;

/**
 * Whether a letter can be sent on this day: today, or later, within a year. The day before is today, too: to a buyer west of
 * Stockholm for whom it lasts on, and to one who began to write before midnight.
 * @param today the shop's day, `YYYY-MM-DD`
 */
export const isGiftDay = (day: string, today: string): boolean =>
  day >= dayAfter(today, -1) && day <= dayAfter(today, mostDaysAhead);
