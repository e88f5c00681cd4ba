import { shopDay, shopTimeZone } from './shop-day.ts';

/** Days and times in the shop's time zone, for figures and books. */

const hourMs = 60 * 60 * 1000;
const timeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: shopTimeZone, timeStyle: 'medium' });

/** The shop's time of day at a moment, `HH:MM:SS`. */
export const shopTime = (moment: Date): string => timeFormat.format(moment);

/** The quarter of a moment in the shop's time zone, for example `2026-Q4`. */
export function shopQuarter(moment: Date): string {
  const [year = '', month = ''] = shopDay(moment).split('-');
  return `${year}-Q${Math.ceil(Number(month) / 3)}`;
}

/** The hour that the shop's clock shows. */
export const shopHour = (moment: Date): number => Number(shopTime(moment).slice(0, 2));

/** A moment as operators read it, `YYYY-MM-DD HH:MM`: on the day and at the time that figures and books have it. */
export const shopMoment = (moment: Date): string => `${shopDay(moment)} ${shopTime(moment).slice(0, 5)}`;

/**
 * The moment of a full hour on a day of the shop, whose clock is one hour ahead of UTC, or two in summer. It changes in the
 * small hours, after midnight.
 * @param day `YYYY-MM-DD`
 */
export function hourOfShopDay(day: string, hour: number): Date {
  const inSummer = new Date(Date.parse(`${day}T00:00:00.000Z`) + (hour - 2) * hourMs);
  const isSummer = shopDay(inSummer) === day && shopHour(inSummer) === hour;
  return isSummer ? inSummer : new Date(inSummer.getTime() + hourMs);
}

/** The start of a day in the shop's time zone. @param day `YYYY-MM-DD` */
export const startOfShopDay = (day: string): Date => hourOfShopDay(day, 0);
