import { shopDay, shopTimeZone } from './shop-day.ts';

/** Letters of gifts are sent from this hour on, in the shop's time zone. */
const fromHour = 8;
const hourMs = 60 * 60 * 1000;
/** How far ahead a letter can be scheduled, in days. */
const mostDaysAhead = 366;

const hourFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: 'numeric', hourCycle: 'h23', timeZone: shopTimeZone },
});

/** The last day on which a letter can be sent. @param today the shop's day, `YYYY-MM-DD` */
const lastGiftDay = (today: string): string =>
  new Date(Date.parse(today) + mostDaysAhead * 24 * hourMs).toISOString().slice(0, 10);

/** Whether a letter can be sent on this day: today, or later, within a year. @param today the shop's day, `YYYY-MM-DD` */
export const isGiftDay = (day: string, today: string): boolean => day >= today && day <= lastGiftDay(today);

/** When the letters of a day are sent: at 08:00 in Stockholm, an hour or two earlier in UTC. @param day `YYYY-MM-DD` */
export function giftLetterTime(day: string): Date {
  const summer = new Date(Date.parse(`${day}T00:00:00Z`) + (fromHour - 2) * hourMs);
  const isSummer = shopDay(summer) === day && Number(hourFormat.format(summer)) === fromHour;
  return isSummer ? summer : new Date(summer.getTime() + hourMs);
}
