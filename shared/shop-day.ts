/** The shop's time zone, which decides what day it is. */
export const shopTimeZone = 'Europe/Stockholm';

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: shopTimeZone, dateStyle: 'short' });

/** The shop's day at a moment, `YYYY-MM-DD`. */
export function shopDay(moment: Date): string {
  return dayFormat.format(moment);
}
