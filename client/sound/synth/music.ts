import { createFilter } from './filter.ts';
import { emptyLoop, type Loop, lay, type Studio } from './loop.ts';
import { burst, struck, through } from './sounds.ts';
import { call } from './voices.ts';

/** One note of an instrument: its pitch in Hz and how long it is held, in seconds; loudness about 1. */
type Instrument = (studio: Studio, hz: number, seconds: number) => Float32Array;

/** A sequence of notes: semitones above A4 (null is a rest) and beats of each. */
type Line = readonly (readonly [halfTones: number | null, beats: number])[];

/** A line with its instrument. */
interface Part {
  instrument: Instrument;
  gain: number;
  line: Line;
}

/** A tune that occurs once in an otherwise silent loop. */
interface Tune {
  /** The loop's length and the tune's start in it, in seconds. */
  seconds: number;
  start: number;
  /** Seconds of a beat. */
  beat: number;
  parts: readonly Part[];
}

/** Repeats a line. */
export const repeated = (count: number, line: Line): Line => Array.from({ length: count }, () => line).flat();

/** Plays a tune with slight irregularities, as people do. */
export function play(studio: Studio, { seconds, start, beat, parts }: Tune): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, seconds);
  loop.cues.push(start);
  for (const { instrument, gain, line } of parts) {
    let at = start;
    for (const [halfTones, beats] of line) {
      if (halfTones !== null) {
        const note = instrument(studio, 440 * 2 ** (halfTones / 12), beats * beat);
        lay(loop, note, (at + random.between(0, 0.02)) * rate, gain * random.between(0.82, 1));
      }
      at += beats * beat;
    }
  }
  return loop;
}

/**
 * A string that is plucked and rings on.
 * Source: D. A. Jaffe, J. O. Smith, "Extensions of the Karplus-Strong plucked-string algorithm" (1983).
 * @param ring seconds until a low string has fallen by 60 dB; @param bright 0 to 1, a finger or a nail
 */
export const plucked =
  (ring: number, bright: number): Instrument =>
  ({ rate, random }, hz) => {
    const sound = new Float32Array(Math.round(ring * rate));
    // The averaging below delays by half a sample; an allpass adds the rest to a whole one.
    const period = rate / hz - 0.5;
    const whole = Math.floor(period - 0.1);
    const rest = period - whole;
    const hold = (1 - rest) / (1 + rest);
    const string = new Float32Array(whole);
    const finger = createFilter(rate, 700 + 6000 * bright, 0.6);
    for (let i = 0; i < whole; i++) string[i] = finger.low(random.noise());
    // Plucked at a seventh of its length, so every seventh partial is missing.
    const pick = Math.round(whole / 7);
    const fall = 0.001 ** (1 / (hz * ring));
    let [last, allpassIn, allpassOut] = [0, 0, 0];
    for (let i = 0, at = 0; i < sound.length; i++, at = at + 1 === whole ? 0 : at + 1) {
      const now = string[at] as number;
      sound[i] = (now - (string[(at + pick) % whole] as number)) * 0.5;
      const averaged = (now + last) * 0.5 * fall;
      last = now;
      allpassOut = averaged * hold + allpassIn - allpassOut * hold;
      allpassIn = averaged;
      string[at] = allpassOut;
    }
    const end = Math.min(sound.length, Math.round(0.05 * rate));
    for (let i = 1; i <= end; i++) sound[sound.length - i] = ((sound[sound.length - i] as number) * i) / end;
    return sound;
  };

/** A bowed string: stick-slip without pauses, with the resonances of a wooden body. */
export const bowed: Instrument = (studio, hz, seconds) => {
  const held = seconds + 0.25;
  return call(studio, {
    seconds: held,
    hz: (place) => {
      const at = place * held;
      return hz * (1 + 0.007 * Math.min(1, at / 0.7) * Math.sin(at * 33)) * (1 - 0.012 * Math.exp(-at * 18));
    },
    level: (place) => through([0, 0.75, 1, 0.95, 0.85, 0], place) * 0.8,
    effort: (place) => through([0.3, 0.8, 0.9, 0.7, 0.3], place),
    jitter: 0.006,
    breath: 0.35,
    formants: [
      { hz: () => 290, q: 3, gain: 0.9 },
      { hz: () => 480, q: 3, gain: 0.8 },
      { hz: () => 1150, q: 1.6, gain: 0.8 },
      { hz: () => 2700, q: 1.4, gain: 0.7 },
    ],
  });
};

/** A wooden flute: more breath than tone where it begins. */
export const blown: Instrument = (studio, hz, seconds) => {
  const held = seconds + 0.12;
  return call(studio, {
    seconds: held,
    hz: (place) => hz * (1 + 0.004 * Math.sin(place * held * 30) - 0.02 * Math.exp(-place * held * 30)),
    level: (place) => through([0, 1, 0.9, 0.85, 0.7, 0], place) * 1.6,
    effort: () => 0,
    jitter: 0.003,
    breath: 0.9,
    formants: [
      { hz: () => hz, q: 6, gain: 1 },
      { hz: () => 2 * hz, q: 8, gain: 0.35 },
      { hz: () => 3.02 * hz, q: 9, gain: 0.16 },
    ],
  });
};

/** Something struck: partials as ratios of the pitch, each with its seconds and its strength. */
export const strikes =
  (
    partials: readonly (readonly [ratio: number, seconds: number, gain: number])[],
    knock: number,
  ): Instrument =>
  (studio, hz) => {
    const sound = struck(
      studio,
      partials.map(([ratio, seconds, gain]) => ({ hz: hz * ratio, seconds, gain })),
      0.0008,
    );
    const mallet = burst(studio, { hz: Math.min(5000, hz * 5), q: 0.8, attack: 0.0004, decay: 0.02 });
    for (let i = 0; i < mallet.length && i < sound.length; i++)
      sound[i] = (sound[i] as number) * 0.5 + (mallet[i] as number) * knock;
    return sound;
  };
