import { shopDay } from './shop-day.ts';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * A formatted day, for example `1 August 2025`. For text on every page the build calls this (`#homes/press`), because
 * date formatting takes a browser 20 ms to set up, and a cheap phone five times as long.
 * @param day `YYYY-MM-DD`
 */
export function dayInWords(day: string): string {
  return format.format(new Date(day));
}

/** The shop's day at a moment, as `dayInWords` has it. @param moment also as ISO 8601, or milliseconds since 1970 */
export function shopDayInWords(moment: Date | string | number): string {
  return dayInWords(shopDay(new Date(moment)));
}
