import { dayAfter } from './day-after.ts';

/** How far ahead the letter of a gift can be scheduled, in days. */
const mostDaysAhead = 366;

/** Whether a letter can be sent on this day: today, or later, within a year. @param today the shop's day, `YYYY-MM-DD` */
export const isGiftDay = (day: string, today: string): boolean =>
  day >= today && day <= dayAfter(today, mostDaysAhead);
