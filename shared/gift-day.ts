/** How far ahead the letter of a gift can be scheduled, in days. */
const mostDaysAhead = 366;
const dayMs = 24 * 60 * 60 * 1000;

/** The last day on which a letter can be sent. @param today the shop's day, `YYYY-MM-DD` */
const lastGiftDay = (today: string): string =>
  new Date(Date.parse(today) + mostDaysAhead * dayMs).toISOString().slice(0, 10);

/** Whether a letter can be sent on this day: today, or later, within a year. @param today the shop's day, `YYYY-MM-DD` */
export const isGiftDay = (day: string, today: string): boolean => day >= today && day <= lastGiftDay(today);
