const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * A formatted day, for example `1 August 2025`. For text on every page the build calls this (`#homes/press`), because
 * date formatting takes a browser 20 ms to set up, and a cheap phone five times as long.
 * @param day `YYYY-MM-DD`
 */
export function dayInWords(day: string): string {
  return format.format(new Date(day));
}
