import { describe, expect, it } from 'vitest';
import { loopOf } from '#tests/support/loops.ts';
import { blockLevels, sourceFigures } from '../lab/figures.ts';
import { powerBetween, spectrum } from '../lab/spectrum.ts';
import { sampleRate as rate } from '../sample-rate.ts';
import { scenes } from '../scenes/index.ts';
import { createRandom } from './random.ts';
import { drop } from './water.ts';

describe('what must be heard on a phone has something above its lows', () => {
  it.each([
    ['coc_aatt', 'buoy', 0.1],
    ['dracula', 'bell', 0.03],
  ] as const)('the bell %s/%s has energy above 2 kHz', (world, source, least) => {
    expect(sourceFigures(loopOf(world, source)).high).toBeGreaterThan(least);
  });

  it('a bell is struck with something: its first hundredth of a second is brighter than its second', () => {
    for (const [world, source] of [
      ['coc_aatt', 'buoy'],
      ['dracula', 'bell'],
    ] as const) {
      const { samples, cues, rate: made } = loopOf(world, source);
      const start = Math.round((cues[0] as number) * made);
      const share = (from: number) => {
        const part = spectrum(samples.subarray(start + from * made, start + from * made + 512), made, 512);
        return powerBetween(part, 2500, made / 2) / powerBetween(part, 0, made / 2);
      };
      expect(share(0)).toBeGreaterThan(1.5 * share(0.5));
    }
  });

  it.each([
    ['dracula', 'bell', 0.35],
    ['coc_aatt', 'below', 0.18],
    ['fod', 'horn', 0.4],
  ] as const)('%s/%s has energy above 500 Hz', (world, source, least) => {
    const { middle, high } = sourceFigures(loopOf(world, source));
    expect(middle + high).toBeGreaterThan(least);
  });
});

describe('the surf', () => {
  it('holds its breath for at least two seconds before each wave', () => {
    const { samples, rate: made, cues, sides } = loopOf('coc_aatt', 'surf');
    const heard = [samples, ...(sides ?? [])].map((part) => blockLevels(part, made));
    const levels = (heard[0] as number[]).map((_, block) =>
      Math.max(...heard.map((part) => part[block] as number)),
    );
    const loudest = Math.max(...levels);
    let longest = 0;
    const silences: number[] = [];
    for (const level of [...levels, loudest]) {
      if (level < loudest - 38) longest += 0.1;
      else {
        if (longest >= 1.5) silences.push(longest);
        longest = 0;
      }
    }
    expect(silences.length).toBe(cues.length);
    for (const silence of silences) expect(silence).toBeGreaterThanOrEqual(2);
  });

  it('runs along the shore: its left, middle and right do not fall at once', () => {
    const { samples, rate: made, sides } = loopOf('coc_aatt', 'surf');
    const [left, right] = sides ?? [];
    if (!left || !right) throw new Error('The surf has no sides.');
    const fallsAt = (part: Float32Array) => {
      const levels = blockLevels(part.subarray(0, 9 * made), made);
      return levels.indexOf(Math.max(...levels)) / 10;
    };
    const falls = [left, samples, right].map(fallsAt);
    expect(Math.abs((falls[0] as number) - (falls[2] as number))).toBeGreaterThan(0.4);
  });
});

/** How alike two sounds are, whatever their levels: 1 for the same, about 0 for strangers. */
function likeness(a: Float32Array, b: Float32Array): number {
  const length = Math.min(a.length, b.length);
  let [both, first, second] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    both += (a[i] as number) * (b[i] as number);
    first += (a[i] as number) ** 2;
    second += (b[i] as number) ** 2;
  }
  return Math.abs(both) / Math.sqrt(first * second);
}

describe('a drop', () => {
  const studio = { rate, random: createRandom('drops') };
  const drops = Array.from({ length: 12 }, () => drop(studio, 900, 0.8));

  it('is like no other', () => {
    drops.forEach((a, i) => {
      for (const b of drops.slice(i + 1)) expect(likeness(a, b)).toBeLessThan(0.9);
    });
  });

  it('falls in the passage as no other does', () => {
    const { samples, cues, rate: made } = loopOf('fist', 'water');
    const heavy = cues.map((at) => samples.subarray(Math.round(at * made), Math.round((at + 0.15) * made)));
    expect(heavy.length).toBeGreaterThanOrEqual(5);
    heavy.forEach((a, i) => {
      for (const b of heavy.slice(i + 1)) expect(likeness(a, b)).toBeLessThan(0.8);
    });
  });

  it('is a touch before it is a tone: its highs come first', () => {
    for (const sound of drops) {
      const high = (from: number) => {
        const part = spectrum(sound.subarray(from, from + 256), rate, 256);
        return powerBetween(part, 4000, 20_000) / powerBetween(part, 0, 20_000);
      };
      expect(high(0)).toBeGreaterThan(0.15);
    }
  });
});

describe.each(Object.keys(scenes))('the music of %s', (world) => {
  it('is one tune of 10 to 30 seconds in a loop that is otherwise quiet', () => {
    const { samples, rate: made } = loopOf(world, 'theme');
    const levels = blockLevels(samples, made);
    const loudest = Math.max(...levels);
    const sounding = levels.filter((level) => level > loudest - 40).length / 10;
    expect(sounding).toBeGreaterThan(9);
    expect(sounding).toBeLessThan(30);
  });
});
