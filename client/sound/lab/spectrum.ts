/** Power of a sound by frequency. */
interface Spectrum {
  /** Mean power of each bin, from 0 Hz to half the rate. */
  powers: Float64Array;
  /** Width of a bin in Hz. */
  binHz: number;
}

/**
 * Fast Fourier transform in place.
 * Source: J. W. Cooley, J. W. Tukey, "An algorithm for the machine calculation of complex Fourier series" (1965).
 * @param real its length is a power of two
 */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j] as number, real[i] as number];
    [imaginary[i], imaginary[j]] = [imaginary[j] as number, imaginary[i] as number];
  }
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      const cos = Math.cos((-Math.PI * k) / half);
      const sin = Math.sin((-Math.PI * k) / half);
      for (let a = k; a < size; a += 2 * half) {
        const b = a + half;
        const re = (real[b] as number) * cos - (imaginary[b] as number) * sin;
        const im = (real[b] as number) * sin + (imaginary[b] as number) * cos;
        real[b] = (real[a] as number) - re;
        imaginary[b] = (imaginary[a] as number) - im;
        real[a] = (real[a] as number) + re;
        imaginary[a] = (imaginary[a] as number) + im;
      }
    }
  }
}

/** Powers of the bins of one windowed frame; `size` is a power of two. */
function framePowers(samples: Float32Array, start: number, size: number): Float64Array {
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size);
    real[i] = (samples[start + i] ?? 0) * window;
  }
  transform(real, imaginary);
  const powers = new Float64Array(size / 2);
  for (let i = 0; i < powers.length; i++)
    powers[i] = (real[i] as number) ** 2 + (imaginary[i] as number) ** 2;
  return powers;
}

/** Mean power of each bin over a whole sound. @param size samples in a frame, a power of two */
export function spectrum(samples: Float32Array, rate: number, size = 4096): Spectrum {
  const powers = new Float64Array(size / 2);
  let frames = 0;
  for (let start = 0; start + size <= samples.length; start += size / 2) {
    const frame = framePowers(samples, start, size);
    for (let i = 0; i < powers.length; i++) powers[i] = (powers[i] as number) + (frame[i] as number);
    frames += 1;
  }
  return { powers: powers.map((power) => power / Math.max(1, frames)), binHz: rate / size };
}

/** The power between two frequencies in Hz. */
export function powerBetween({ powers, binHz }: Spectrum, low: number, high: number): number {
  let sum = 0;
  for (let i = Math.max(1, Math.ceil(low / binHz)); i < powers.length && i * binHz < high; i++)
    sum += powers[i] as number;
  return sum;
}

/** The part of a sound's energy between two frequencies in Hz, 0 to 1. */
export function shareBetween(from: Spectrum, low: number, high: number): number {
  return powerBetween(from, low, high) / powerBetween(from, 0, Number.POSITIVE_INFINITY);
}

/**
 * A picture's worth of a sound: a column a step of time, each with a level in dB for each of `rows` heights, which lie evenly
 * on the ear's scale between 40 Hz and 18 kHz, the lowest first.
 */
export function spectrogram(
  samples: Float32Array,
  rate: number,
  { columns, rows, size = 2048 }: { columns: number; rows: number; size?: number },
): Float32Array[] {
  const lowest = 40;
  const highest = Math.min(18_000, rate / 2);
  const edges = Array.from({ length: rows + 1 }, (_, row) => lowest * (highest / lowest) ** (row / rows));
  const bin = rate / size;
  return Array.from({ length: columns }, (_, column) => {
    const start = Math.round((column / columns) * Math.max(0, samples.length - size));
    const powers = framePowers(samples, start, size);
    return Float32Array.from({ length: rows }, (_, row) => {
      const from = Math.floor((edges[row] as number) / bin);
      const to = Math.max(from + 1, Math.floor((edges[row + 1] as number) / bin));
      let sum = 0;
      for (let i = from; i < Math.min(to, powers.length); i++) sum += powers[i] as number;
      return 10 * Math.log10(sum / (size * size) + 1e-14);
    });
  });
}
