/**
 * What a browser's HRTF panner does besides giving a direction. Chrome, Firefox and Safari have theirs from one author, who
 * measured heads at this rate and lets 256 samples of each answer stand.
 */
const measuredRate = 44_100;

/**
 * How much later than its input it sounds at the near ear, in samples: half of its transform, which is the power of two next
 * below the answer, and 25 of those it was measured with until they begin. The tests of the walls' ways measure it.
 */
export function pannerSamples(rate: number): number {
  const part = rate / measuredRate;
  return 2 ** Math.floor(Math.log2(256 * part)) + Math.round(25 * part);
}

/**
 * What makes it as loud at any rate as at the measured one. Its answers are given another rate as if they were sounds: fewer
 * samples of the same height, whose sum, and so all that comes out, is less.
 */
export const pannerGain = (rate: number) => measuredRate / rate;
