import { expect, it } from 'vitest';
import { spectrum } from '#client/sound/lab/spectrum.ts';
import { createRandom } from '#client/sound/synth/random.ts';
import { call } from '#client/sound/synth/voices.ts';
import { whisper } from './whisper.ts';

const rate = 16_000;

/** A vowel at 120 Hz, its first resonance at 700 Hz and its second at 1200. */
function vowel(): Float32Array {
  return call(
    { rate, random: createRandom('vowel') },
    {
      seconds: 1.5,
      hz: () => 120,
      level: () => 0.5,
      effort: () => 0.8,
      jitter: 0,
      breath: 0,
      formants: [
        { hz: () => 700, q: 9, gain: 1 },
        { hz: () => 1200, q: 11, gain: 0.7 },
      ],
    },
  );
}

/** How far the strongest harmonic of 120 Hz stands above what lies between two, in dB. */
function pitchedness(samples: Float32Array, at: number): number {
  const { powers, binHz } = spectrum(samples, at, 8192);
  const around = (hz: number) =>
    Math.max(...powers.slice(Math.round((hz - 8) / binHz), Math.round((hz + 8) / binHz) + 1));
  return 10 * Math.log10(around(720) / around(660));
}

it('A whisper keeps the mouth of a voice and loses its pitch', () => {
  const voice = vowel();
  const whispered = whisper({ samples: voice, rate });
  expect(whispered.rate).toBe(32_000);
  expect(pitchedness(voice, rate)).toBeGreaterThan(15);
  expect(Math.abs(pitchedness(whispered.samples, whispered.rate))).toBeLessThan(4);
  const { powers, binHz } = spectrum(whispered.samples, whispered.rate, 1024);
  const level = (hz: number) => powers[Math.round(hz / binHz)] as number;
  expect(10 * Math.log10(level(700) / level(2600))).toBeGreaterThan(10);
});

it('A voice of another rate is refused', () => {
  expect(() => whisper({ samples: new Float32Array(10), rate: 8000 })).toThrow('it must have 16000');
});
