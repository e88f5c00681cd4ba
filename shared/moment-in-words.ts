import { shopTimeZone } from './shop-day.ts';

/** Moments in words, for letters and documents. */

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: shopTimeZone,
});

/** A moment in the shop's time zone, to the minute: `2 March 2026 at 13:00, Swedish time`. */
export const momentInWords = (moment: Date): string => `${format.format(moment)}, Swedish time`;

/** A moment in UTC, to the minute: `2026-03-02 12:00 UTC`. */
export const utcMoment = (moment: Date): string =>
  `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
