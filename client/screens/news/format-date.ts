const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * A calendar day as the site writes it, the same wherever it is read.
 * @param date ISO 8601, for example `2024-09-07`
 * @returns for example `7 September 2024`
 */
export function formatDate(date: string): string {
  return format.format(new Date(`${date}T00:00:00Z`));
}
