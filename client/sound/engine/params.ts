/** The duration of parameter changes, in seconds, so that nothing clicks. */
export const glideSeconds = 0.06;

/** Converts dB to a gain factor. */
export const gainOf = (db: number) => 10 ** (db / 20);

/** The present or target value of each parameter. */
const goals = new WeakMap<AudioParam, number>();

/**
 * A linear ramp to a value; before the context starts it is set at once. Does nothing if the value is reached or already
 * the target, because a browser computes a ramping parameter for each sample.
 */
export function glide(
  param: AudioParam,
  to: number,
  { currentTime }: BaseAudioContext,
  seconds = glideSeconds,
): void {
  if (goals.get(param) === to) return;
  goals.set(param, to);
  // Read first: in Firefox, cancelling takes back what a new node was made with, and a ramp that is under way.
  const { value } = param;
  param.cancelScheduledValues(currentTime);
  if (currentTime === 0) {
    param.setValueAtTime(to, 0);
    return;
  }
  param.setValueAtTime(value, currentTime);
  param.linearRampToValueAtTime(to, currentTime + seconds);
}
