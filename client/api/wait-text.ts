/**
 * A waiting time in words, rounded up, because retrying too early would only lengthen it.
 * @param seconds from `Retry-After`; `undefined` when the answer had none
 */
export function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'a few minutes';
  if (seconds <= 10) return 'a few seconds';
  if (seconds <= 60) return 'a minute';
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
