import { loudness } from '#client/sound/lab/loudness.ts';
import type { Mono } from './wav.ts';

/** What was measured of a recording of a line. */
interface Take {
  /** Seconds, from the first word to the end of the last. */
  seconds: number;
  /** Seconds of silence before the first word and after the last. */
  before: number;
  after: number;
  /** Integrated, in LUFS. */
  lufs: number;
  /** Loudest sample, in dBFS. */
  peakDb: number;
  /** How far the noise between the words lies below the voice, in dB. */
  noiseBelowDb: number;
  /** Places where the recorder had no room left. */
  clipped: number;
}

/** A recording, what was measured of it, and what must be done about it; nothing, if it is good. */
interface Judgement {
  take: Take;
  faults: string[];
}

/** What a line's recording is at, in LUFS. */
const wantedLufs = -20;
/**
 * How far beside it a take may be, in LU. The scene raises it by a fixed step to -16 LUFS, which the tests hold to within 1; half
 * of that is left for what head and room do to one voice and not to another.
 */
const looseLu = 0.5;
const blockSeconds = 0.03;
/** What counts as voice: this far below the loudest block, in dB. */
const voiceDb = 32;
/** Samples as loud as these, one after another, are a flat top. */
const flat = 0.985;

/** Measures a recording of one line. @param words the line */
export function judgeTake(sound: Mono, words: string): Judgement {
  const take = measureTake(sound);
  const count = words.split(/\s+/).length;
  const pace = count / take.seconds;
  const faults = [
    take.lufs < wantedLufs - looseLu &&
      `It is ${(wantedLufs - take.lufs).toFixed(1)} dB too soft. Raise it to -20 LUFS.`,
    take.lufs > wantedLufs + looseLu &&
      `It is ${(take.lufs - wantedLufs).toFixed(1)} dB too loud. Lower it to -20 LUFS.`,
    take.clipped > 0 &&
      `It is clipped in ${take.clipped} ${take.clipped === 1 ? 'place' : 'places'}. Speak it again, further from the phone or softer.`,
    take.noiseBelowDb < 35 &&
      `The room is only ${take.noiseBelowDb.toFixed(0)} dB softer than the voice; 35 is the least. Look for a quieter one, or go nearer.`,
    pace > 3.4 && `${count} words in ${take.seconds.toFixed(1)} s are too many. Take your time.`,
    pace < 1.1 && `${count} words in ${take.seconds.toFixed(1)} s are too few. Is it the right line?`,
    take.before > 0.6 && `There are ${take.before.toFixed(1)} s of silence before it. Cut them to a third.`,
    take.after > 1.2 && `There are ${take.after.toFixed(1)} s of silence after it. Cut them to a half.`,
    take.before < 0.02 && 'It begins in the middle of a sound. Keep a little silence before it.',
  ];
  return { take, faults: faults.filter((fault) => fault !== false) };
}

function measureTake({ samples, rate }: Mono): Take {
  const size = Math.round(blockSeconds * rate);
  const levels: number[] = [];
  for (let start = 0; start + size <= samples.length; start += size) {
    let energy = 0;
    for (let i = start; i < start + size; i++) energy += (samples[i] as number) ** 2;
    levels.push(10 * Math.log10(energy / size + 1e-12));
  }
  const loudest = Math.max(...levels);
  const spoken = (level: number) => level > loudest - voiceDb;
  const first = levels.findIndex(spoken);
  const last = levels.findLastIndex(spoken);
  const sorted = levels.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] as number;
  let peak = 0;
  let clipped = 0;
  let run = 0;
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    run = Math.abs(sample) >= flat ? run + 1 : 0;
    if (run === 3) clipped += 1;
  }
  return {
    seconds: (last - first + 1) * blockSeconds,
    before: first * blockSeconds,
    after: (levels.length - 1 - last) * blockSeconds,
    lufs: loudness([samples], rate),
    peakDb: 20 * Math.log10(peak),
    noiseBelowDb: at(0.9) - at(0.04),
    clipped,
  };
}
