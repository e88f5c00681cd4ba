const hourMs = 60 * 60 * 1000;

/**
 * When a session was last used, in words; not finer than hours, as it is stored.
 * @param lastUsedAt ISO 8601 in UTC
 * @param now milliseconds since 1970
 */
export function lastUsedText(lastUsedAt: string, now: number): string {
  const hours = Math.floor((now - Date.parse(lastUsedAt)) / hourMs);
  if (hours < 2) return 'in the last two hours';
  if (hours < 24) return `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'a day ago' : `${days} days ago`;
}

const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/**
 * A day and time on the reader's own clock, by which they know what they did: `30 November 2026 at 14:05`.
 * @param time ISO 8601, or milliseconds since 1970
 */
export function readerMoment(time: string | number): string {
  return momentFormat.format(new Date(time));
}
