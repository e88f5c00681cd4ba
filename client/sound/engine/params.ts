/** How long what moves takes to arrive, so that nothing clicks, in seconds. */
export const glideSeconds = 0.06;

/** The factor of a level in dB. */
export const gainOf = (db: number) => 10 ** (db / 20);

/** Goes to a value in a straight line; before the first sound there is nothing to glide from. */
export function glide(
  param: AudioParam,
  to: number,
  { currentTime }: BaseAudioContext,
  seconds = glideSeconds,
): void {
  param.cancelScheduledValues(currentTime);
  if (currentTime === 0) {
    param.setValueAtTime(to, 0);
    return;
  }
  param.setValueAtTime(param.value, currentTime);
  param.linearRampToValueAtTime(to, currentTime + seconds);
}
