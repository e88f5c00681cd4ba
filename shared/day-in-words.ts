const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * A day as people write it, for example `1 August 2025`. What every page shows gets it from the build (`#homes/press`): a calendar
 * takes a browser 20 ms to set up, and a cheap phone five times as long.
 * @param day `YYYY-MM-DD`
 */
export function dayInWords(day: string): string {
  return format.format(new Date(day));
}
