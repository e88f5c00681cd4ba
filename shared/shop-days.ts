import { shopDay, shopTimeZone } from './shop-day.ts';

/** Days and times in the shop's time zone, for figures and books. */

const hourMs = 60 * 60 * 1000;
const timeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: shopTimeZone, timeStyle: 'medium' });

/** The shop's time of day at a moment, `HH:MM:SS`. */
export const shopTime = (moment: Date): string => timeFormat.format(moment);

/** A moment as operators read it, `YYYY-MM-DD HH:MM`: on the day and at the time that figures and books have it. */
export const shopMoment = (moment: Date): string => `${shopDay(moment)} ${shopTime(moment).slice(0, 5)}`;

/**
 * The start of a day in the shop's time zone. Its clock is one hour ahead of UTC, or two in summer; it changes in the
 * small hours, so every day has its midnight.
 * @param day `YYYY-MM-DD`
 */
export function startOfShopDay(day: string): Date {
  const utcMidnight = Date.parse(`${day}T00:00:00.000Z`);
  const inSummer = new Date(utcMidnight - 2 * hourMs);
  return shopDay(inSummer) === day ? inSummer : new Date(utcMidnight - hourMs);
}

/** The day so many days after another one. @param day `YYYY-MM-DD` */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}
