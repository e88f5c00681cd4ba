import { shadeHz } from '../heads.ts';
import { createFilter, type Filter, highShelf, lowPass, through } from './filters.ts';
import { addLate, advance, createMemory, type Memory, remember, type Slide, send, slide } from './late.ts';

/** Where one wall is heard: for each ear whole samples of lateness, and the level of the highs in dB. */
export type EarsOfWall = readonly { samples: number; shadeDb: number }[];

/** What the walls are told. It goes to the thread of the sound, so it is numbers alone. */
export type WallOrder =
  | {
      /** Which sound. */
      slot: number;
      /** For each wall: whole samples until it answers (null: as before), and how loud, as a factor. */
      ways: readonly (readonly [samples: number | null, gain: number])[];
      /** Another sound came in here before: nothing glides from where that was. */
      fresh: boolean;
    }
  | { ears: readonly EarsOfWall[] };

/** Of each wall, where what it passes ends, in Hz. */
export interface WallShape {
  edges: readonly number[];
  slots: number;
  /** Samples a second. */
  rate: number;
  /** How long a level and how long a way takes to change, in seconds. */
  glideSeconds: number;
  flightSeconds: number;
}

/** Web Audio works on so many samples at once. */
const quantum = 128;
/** The longest way by a wall and the longest an ear waits, in samples. */
const longestWay = 2 ** 15;
const longestEar = 2 ** 10;

interface Sound {
  memory: Memory;
  ways: { late: Slide; gain: Slide }[];
  /** For how many samples nothing has come in. */
  silent: number;
  /** Before it has begun there is nothing to glide from. */
  begun: boolean;
}

interface Answer {
  /** What the wall throws back of all sounds, in this quantum. */
  sum: Float32Array;
  edge: Filter;
  memory: Memory;
  silent: number;
  ears: { late: Slide; gain: Slide; shade: Filter; shadeDb: Slide }[];
}

/**
 * What all walls of a scene throw back of all its sounds, reckoned in one place: a delay and a level for each sound and wall,
 * a low-pass for each wall, and for each ear of a wall a delay and a shelf. As nodes of Web Audio these are a hundred, and
 * passing 128 samples from one to the next costs more than the reckoning.
 */
export class WallAnswers {
  private readonly shape: WallShape;
  private readonly sounds: Sound[];
  private readonly answers: Answer[];
  private begun = false;
  private readonly heard = new Float32Array(quantum);

  constructor(shape: WallShape) {
    this.shape = shape;
    const { edges, slots, rate } = shape;
    this.sounds = Array.from({ length: slots }, () => ({
      memory: createMemory(longestWay),
      ways: edges.map(() => ({ late: slide(0), gain: slide(0) })),
      silent: longestWay,
      begun: false,
    }));
    this.answers = edges.map((edge) => ({
      sum: new Float32Array(quantum),
      edge: createFilter(lowPass(edge, -3, rate)),
      memory: createMemory(longestEar),
      silent: longestWay,
      ears: [0, 1].map(() => ({
        late: slide(0),
        gain: slide(1),
        shade: createFilter(highShelf(shadeHz, 0, rate)),
        shadeDb: slide(0),
      })),
    }));
  }

  /** Does as it is told, from the next quantum on. */
  follow(order: WallOrder): void {
    const { rate, glideSeconds, flightSeconds } = this.shape;
    if ('ears' in order) {
      order.ears.forEach((ears, wall) => {
        ears.forEach(({ samples, shadeDb }, ear) => {
          const to = (this.answers[wall] as Answer).ears[ear] as Answer['ears'][0];
          const during = this.begun ? glideSeconds * rate : 0;
          send(to.late, samples, during);
          send(to.shadeDb, shadeDb, during);
          to.shade.coefficients = highShelf(shadeHz, to.shadeDb.now, rate);
        });
      });
      return;
    }
    const sound = this.sounds[order.slot] as Sound;
    if (order.fresh) sound.begun = false;
    order.ways.forEach(([samples, gain], wall) => {
      const way = sound.ways[wall] as Sound['ways'][0];
      if (samples !== null) send(way.late, samples, sound.begun ? flightSeconds * rate : 0);
      send(way.gain, gain, sound.begun ? glideSeconds * rate : 0);
    });
  }

  /** @param inputs a quantum of each sound, undefined where none plays; @param left, right are overwritten */
  process(inputs: readonly (Float32Array | undefined)[], left: Float32Array, right: Float32Array): void {
    this.begun = true;
    left.fill(0);
    right.fill(0);
    for (const { sum } of this.answers) sum.fill(0);
    let longestSilence = longestWay;
    for (let slot = 0; slot < this.sounds.length; slot++) {
      const sound = this.sounds[slot] as Sound;
      this.takeIn(sound, inputs[slot]);
      longestSilence = Math.min(longestSilence, sound.silent);
    }
    for (const answer of this.answers) {
      answer.silent = longestSilence < longestWay ? 0 : answer.silent + quantum;
      if (answer.silent < longestEar) this.give(answer, [left, right]);
    }
  }

  private takeIn(sound: Sound, input: Float32Array | undefined): void {
    sound.begun = true;
    const playing = input !== undefined && sounds(input);
    sound.silent = playing ? 0 : Math.min(longestWay, sound.silent + quantum);
    // All that could still come back is over, and its memory is empty.
    const over = sound.silent >= longestWay;
    if (!over) remember(sound.memory, playing ? input : silence);
    for (let wall = 0; wall < sound.ways.length; wall++) {
      const { late, gain } = sound.ways[wall] as Sound['ways'][0];
      if (!over && (gain.now !== 0 || gain.left > 0))
        addLate(sound.memory, late, gain, (this.answers[wall] as Answer).sum);
      advance(late, quantum);
      advance(gain, quantum);
    }
  }

  private give({ sum, edge, memory, ears }: Answer, to: readonly Float32Array[]): void {
    through(edge, sum, sum);
    remember(memory, sum);
    for (let ear = 0; ear < 2; ear++) {
      const { late, gain, shade, shadeDb } = ears[ear] as Answer['ears'][0];
      if (shadeDb.left > 0) {
        advance(shadeDb, quantum);
        shade.coefficients = highShelf(shadeHz, shadeDb.now, this.shape.rate);
      }
      this.heard.fill(0);
      addLate(memory, late, gain, this.heard);
      advance(late, quantum);
      through(shade, this.heard, to[ear] as Float32Array, true);
    }
  }
}

const silence = new Float32Array(quantum);

/** Faster than a call for each sample. */
function sounds(samples: Float32Array): boolean {
  for (let i = 0; i < samples.length; i++) if (samples[i] !== 0) return true;
  return false;
}
