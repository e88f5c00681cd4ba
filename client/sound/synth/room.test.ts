import { describe, expect, it } from 'vitest';
import { powerBetween, spectrum } from '../lab/spectrum.ts';
import { scenes } from '../scenes/index.ts';
import { roomResponse, roomTone } from './room.ts';
import { seedOf } from './worlds/index.ts';

const rate = 22_050;
const level = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** How many dB a band of a response loses from its first to its second fifth of a second after `from`. */
function fall(samples: Float32Array, from: number, low: number, high: number): number {
  const part = (at: number) =>
    powerBetween(
      spectrum(samples.subarray(Math.round(at * rate), Math.round((at + 0.2) * rate)), rate, 2048),
      low,
      high,
    );
  return 10 * Math.log10(part(from) / part(from + 0.2));
}

describe.each(Object.values(scenes))('the room of $world', ({ world, room }) => {
  const [left, right] = roomResponse(seedOf(world), room, rate);

  it('answers both ears with the same energy, and not with the same sound', () => {
    const energy = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);
    expect(energy(left)).toBeGreaterThan(0.95);
    expect(energy(left)).toBeLessThan(1.001);
    const together = left.reduce((sum, sample, i) => sum + sample * (right[i] as number), 0);
    expect(Math.abs(together)).toBeLessThan(0.6);
  });

  it('is silent until its answers are too many to tell apart', () => {
    const first = left.findIndex((sample) => sample !== 0);
    expect(first).toBeGreaterThanOrEqual(Math.round(room.delay * rate));
  });

  it('loses its highs before its middle, as fast as it is said to', () => {
    const middle = fall(left, 0.15, 500, 2000);
    const high = fall(left, 0.15, 5000, 10_000);
    expect(high).toBeGreaterThan(middle);
    const [, seconds] = room.seconds;
    expect(Math.abs(middle - (60 * 0.2) / seconds)).toBeLessThan(3.5);
  });

  it('has a sound of its own when nothing happens: steady, without a seam, its mean level 1', () => {
    for (const samples of roomTone(seedOf(world), room, rate)) {
      expect(level(samples)).toBeCloseTo(0, 3);
      const parts = Array.from({ length: 10 }, (_, i) =>
        level(samples.subarray((i * samples.length) / 10, ((i + 1) * samples.length) / 10)),
      );
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(3);
    }
  });
});
