/** Measurements of a rendered sound. */
export interface Measured {
  /** Loudest sample of any channel, in dBFS. */
  peakDb: number;
  /** Integrated loudness, in LUFS. */
  lufs: number;
  /** RMS of each channel, in dBFS. */
  leftDb: number;
  rightDb: number;
}

const db = (ratio: number) => 20 * Math.log10(ratio);

/** Peak, level and loudness of a stereo sound. */
export function measure(left: Float32Array, right: Float32Array, rate: number): Measured {
  let peak = 0;
  for (const channel of [left, right]) for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  return {
    peakDb: db(peak),
    lufs: loudness([left, right], rate),
    leftDb: db(rms(left)),
    rightDb: db(rms(right)),
  };
}

function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/**
 * Integrated loudness in LUFS with both gates.
 * Source: ITU-R BS.1770-4, annex 1; the filters' analogue values, so that any rate will do, from its derivation in
 * B. De Man, "Evaluation of implementations of the EBU R128 loudness measurement" (AES 145, 2018).
 */
export function loudness(channels: readonly Float32Array[], rate: number): number {
  const weighted = channels.map((channel) => biquad(biquad(channel, shelf(rate)), highPass(rate)));
  const length = channels[0]?.length ?? 0;
  const block = Math.round(0.4 * rate);
  const powers: number[] = [];
  for (let start = 0; start + block <= length; start += Math.round(0.1 * rate)) {
    let sum = 0;
    for (const channel of weighted) {
      for (let i = start; i < start + block; i++) sum += (channel[i] as number) ** 2 / block;
    }
    powers.push(sum);
  }
  const lufs = (power: number) => -0.691 + 10 * Math.log10(power);
  const mean = (kept: number[]) => kept.reduce((sum, power) => sum + power, 0) / kept.length;
  const audible = powers.filter((power) => lufs(power) > -70);
  const gate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}

type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

function shelf(rate: number): Coefficients {
  const warped = Math.tan((Math.PI * 1681.9744509555319) / rate);
  const q = 0.7071752369554193;
  const high = 10 ** (3.99984385397 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + warped / q + warped * warped;
  return [
    (high + (band * warped) / q + warped * warped) / a0,
    (2 * (warped * warped - high)) / a0,
    (high - (band * warped) / q + warped * warped) / a0,
    (2 * (warped * warped - 1)) / a0,
    (1 - warped / q + warped * warped) / a0,
  ];
}

function highPass(rate: number): Coefficients {
  const warped = Math.tan((Math.PI * 38.13547087613982) / rate);
  const q = 0.5003270373253953;
  const a0 = 1 + warped / q + warped * warped;
  return [1, -2, 1, (2 * (warped * warped - 1)) / a0, (1 - warped / q + warped * warped) / a0];
}

function biquad(input: Float32Array, [b0, b1, b2, a1, a2]: Coefficients): Float32Array {
  const output = new Float32Array(input.length);
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < input.length; i++) {
    const x = input[i] as number;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    output[i] = y;
  }
  return output;
}
