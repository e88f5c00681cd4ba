import { describe, expect, it } from 'vitest';
import { loopOf } from '#tests/support/loops.ts';
import { sampleRate as rate } from '../sample-rate.ts';
import { scenes } from '../scenes/index.ts';
import { makeSource } from './make-source.ts';

const sources = Object.values(scenes).flatMap((scene) =>
  scene.sources.map(({ id }) => ({ world: scene.world, id })),
);

describe.each(sources)('the source $id of $world', ({ world, id }) => {
  it('is a loop of at least 40 seconds that is heard', () => {
    const { samples } = loopOf(world, id);
    expect(samples.length / loopOf(world, id).rate).toBeGreaterThanOrEqual(40);
    let peak = 0;
    let energy = 0;
    for (const sample of samples) {
      peak = Math.max(peak, Math.abs(sample));
      energy += sample * sample;
    }
    expect(peak).toBeCloseTo(1, 5);
    expect(10 * Math.log10(energy / samples.length)).toBeGreaterThan(-45);
  });

  it('has no seam: where its end meets its beginning it bends no more than just before and after', () => {
    const { samples, rate: made } = loopOf(world, id);
    const at = (i: number) => samples.at(i % samples.length) as number;
    const bend = (i: number) => Math.abs(at(i - 1) - 2 * at(i) + at(i + 1));
    const nearby = Math.round(made / 50);
    let energy = 0;
    for (let i = 3; i <= nearby; i++) energy += bend(i) ** 2 + bend(-i) ** 2;
    const usual = Math.sqrt(energy / (2 * nearby));
    // Noise bends now and then three times as much as on average; a click does so fifty times.
    expect(Math.max(bend(0), bend(-1))).toBeLessThanOrEqual(4 * usual + 1e-6);
  });

  it('has its captions in order and within the loop', () => {
    const { samples, cues, rate: made } = loopOf(world, id);
    expect(cues).toEqual(cues.toSorted((a, b) => a - b));
    for (const cue of cues) expect(cue).toBeLessThan(samples.length / made);
  });
});

it('the same source is the same to the last sample, wherever it is made', () => {
  expect(makeSource('maceandmagic', 'pages', rate).samples).toEqual(loopOf('maceandmagic', 'pages').samples);
});

it('a guided scene starts sources just before something is heard', () => {
  for (const { world, guided } of Object.values(scenes)) {
    for (const { source, from } of [guided.ask, guided.left, guided.right].flatMap(({ moves }) => moves)) {
      if (from === undefined || (world === 'dracula' && source === 'carriage')) continue;
      const wait = Math.min(
        ...loopOf(world, source)
          .cues.map((cue) => cue - from)
          .filter((gap) => gap >= 0),
      );
      expect(wait, `${world}/${source} from ${from}`).toBeLessThan(0.6);
    }
  }
});

it('a source that no world has is refused', () => {
  expect(() => makeSource('fod', 'trumpet', rate)).toThrow('no source trumpet');
});
