/** How long what moves takes to arrive, so that nothing clicks, in seconds. */
export const glideSeconds = 0.06;

/** How fast what is moved by hand may seem to fly, in seconds until it is there: its pitch bends meanwhile. */
export const flightSeconds = 0.4;

/** The factor of a level in dB. */
export const gainOf = (db: number) => 10 ** (db / 20);

/** Where each value is, or is on its way to. */
const goals = new WeakMap<AudioParam, number>();

/**
 * Goes to a value in a straight line; before the first sound there is nothing to glide from. What is there already, or on its
 * way, is left alone: a browser works out a value anew for each sample for as long as it is told to change it.
 */
export function glide(
  param: AudioParam,
  to: number,
  { currentTime }: BaseAudioContext,
  seconds = glideSeconds,
): void {
  if (goals.get(param) === to) return;
  goals.set(param, to);
  param.cancelScheduledValues(currentTime);
  if (currentTime === 0) {
    param.setValueAtTime(to, 0);
    return;
  }
  param.setValueAtTime(param.value, currentTime);
  param.linearRampToValueAtTime(to, currentTime + seconds);
}
