import { createRandom } from './random.ts';
import { through } from './sounds.ts';
import { call } from './voices.ts';

/** A raven's double call: harsh, short and broadband, so that it is easy to locate. Its peak is 0.5. */
export function ravenCall(rate: number): Float32Array<ArrayBuffer> {
  const studio = { rate, random: createRandom('raven') };
  const sound = new Float32Array(Math.round(1.3 * rate));
  for (const [start, strength] of [
    [0, 1],
    [0.55, 0.8],
  ] as const) {
    const croak = call(studio, {
      seconds: 0.42,
      hz: (place) => through([330, 390, 370, 300, 240], place),
      level: (place) => through([0, 1, 0.9, 0.8, 0], place) * strength,
      effort: () => 1,
      jitter: 0.09,
      breath: 2.4,
      formants: [
        { hz: (place) => through([900, 1250, 1150, 900], place), q: 4, gain: 1 },
        { hz: () => 2100, q: 3, gain: 0.9 },
        { hz: () => 4300, q: 2, gain: 0.9 },
        { hz: () => 7400, q: 2, gain: 0.9 },
      ],
    });
    const from = Math.round(start * rate);
    for (let i = 0; i < croak.length; i++) sound[from + i] = croak[i] as number;
  }
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return sound.map((sample) => (sample / peak) * 0.5);
}
