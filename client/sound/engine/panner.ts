/**
 * Level and delay of the browsers' HRTF panner. Chrome, Firefox and Safari share its origin and its HRTFs, which were measured
 * at this sample rate and cut to 256 samples; docs/sound.md says where they differ.
 */
const measuredRate = 44_100;

/**
 * The panner's delay at the near ear, in samples: half of its transform (the power of two at or below the response's
 * length), plus 25 samples at the measured rate until the responses begin. The tests of wall reflections measure it. Firefox
 * has no such half.
 */
export function pannerSamples(rate: number): number {
  const part = rate / measuredRate;
  return 2 ** Math.floor(Math.log2(256 * part)) + Math.round(25 * part);
}

/**
 * The gain that makes it as loud at any rate as at the measured one. At another rate its responses are resampled like
 * sounds: fewer samples of the same height have a smaller sum, and so the output is quieter.
 */
export const pannerGain = (rate: number) => measuredRate / rate;
