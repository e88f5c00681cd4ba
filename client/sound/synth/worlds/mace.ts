import { wind } from '../air.ts';
import { createFilter } from '../filter.ts';
import { drift, emptyLoop, halfRate, type Loop, lay, type Sources, type Studio, times } from '../loop.ts';
import { blown, play, plucked } from '../music.ts';
import { burst, struck, swell, through } from '../sounds.ts';

/** Glass bars on threads: a breeze makes two or three of them touch. */
function chimes(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 43);
  const bars = [1046.5, 1174.7, 1318.5, 1568, 1760, 2093, 2349.3];
  for (const start of times(random, 43, 4.3, 0.7)) {
    loop.cues.push(start);
    const count = random.whole(1, 5);
    for (let i = 0; i < count; i++) {
      const hz = bars[random.whole(0, bars.length - 1)] as number;
      // The modes of a bar that is free at both ends; each is a pair, a hair apart, so that the glass shimmers.
      const modes = [1, 2.756, 5.404].flatMap((ratio, n) =>
        [0.9988, 1.0013].map((side) => ({
          hz: hz * ratio * side,
          seconds: [2.6, 1.1, 0.4][n] as number,
          gain: [1, 0.32, 0.14][n] as number,
        })),
      );
      lay(
        loop,
        struck(studio, modes, 0.0012),
        (start + random.next() ** 1.4 * 1.3) * rate,
        random.between(0.12, 0.5),
      );
    }
  }
  return loop;
}

/** A smith shapes the head of a mace: two blows, one to let the hammer rest, a look; once the water takes the heat. */
function anvil(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 47);
  const blow = (at: number, force: number) => {
    const modes = [388, 905, 1540, 2470, 3380, 4720, 6210].map((hz, n) => ({
      hz: hz * random.between(0.998, 1.002),
      seconds: [0.22, 0.5, 0.75, 0.6, 0.42, 0.3, 0.2][n] as number,
      gain: ([0.7, 0.6, 1, 0.7, 0.5, 0.35, 0.2][n] as number) * random.between(0.75, 1.1),
    }));
    lay(loop, struck(studio, modes, 0.0004), at * rate, force * 0.4);
    lay(
      loop,
      struck(
        studio,
        [
          { hz: 92, seconds: 0.12, gain: 1 },
          { hz: 165, seconds: 0.08, gain: 0.7 },
        ],
        0.0015,
      ),
      at * rate,
      force * 0.5,
    );
    lay(loop, burst(studio, { hz: 3100, q: 0.7, attack: 0.0003, decay: 0.012 }), at * rate, force * 0.3);
  };
  for (const [start, rounds] of [
    [2, 3],
    [13, 4],
    [33.5, 4],
  ] as const) {
    loop.cues.push(start);
    for (let round = 0; round < rounds; round++) {
      const at = start + round * 2.08 + random.between(-0.04, 0.04);
      blow(at, random.between(0.85, 1));
      blow(at + 0.61, random.between(0.75, 0.95));
      blow(at + 1.04, 0.24);
      blow(at + 1.19, 0.12);
    }
  }
  lay(loop, quench(studio), 23.4 * rate, 0.22);
  loop.cues.push(23.4);
  return loop;
}

function quench(studio: Studio): Float32Array {
  const { rate, random } = studio;
  const sound = new Float32Array(Math.round(3.4 * rate));
  const steam = createFilter(rate, 4200, 0.5);
  const boil = createFilter(rate, 620, 0.9);
  const bubbles = drift(random, 3.4, 26);
  for (let i = 0; i < sound.length; i++) {
    const at = i / rate;
    const edge = Math.min(1, at * 30) * Math.max(0, 1 - at / 3.4);
    if (i % 64 === 0) steam.tune(5200 - 900 * at, 0.5);
    sound[i] =
      (steam.band(random.noise()) * 0.9 * Math.exp(-1.5 * at) +
        boil.band(random.noise()) * 1.4 * bubbles(at) ** 2 * Math.exp(-0.9 * at)) *
      edge;
  }
  return sound;
}

/** Someone reads: a leaf is lifted, goes over, is smoothed; between leaves a quill. */
function pages(studio: Studio): Loop {
  const { random } = studio;
  const loop = emptyLoop(studio, 41);
  for (const at of times(random, 41, 8.2, 0.35)) {
    loop.cues.push(at);
    leaf(studio, loop, at);
    if (random.next() < 0.75) quill(studio, loop, at + random.between(2.2, 3.2));
  }
  return loop;
}

function leaf(studio: Studio, loop: Loop, start: number): void {
  const { rate, random } = studio;
  const seconds = random.between(0.75, 1.05);
  const sound = new Float32Array(Math.round(seconds * rate));
  const paper = createFilter(rate, 2000, 0.8);
  const wrinkle = drift(random, seconds, 60);
  for (let i = 0; i < sound.length; i++) {
    const place = i / sound.length;
    if (i % 32 === 0) paper.tune(through([1700, 2600, 4300, 3000, 1500], place), 0.8);
    sound[i] =
      paper.band(random.noise()) *
      through([0, 0.2, 0.75, 0.45, 0], place) *
      (0.25 + wrinkle(place * seconds) ** 2);
  }
  lay(loop, sound, start * rate, 0.8);
  for (let i = 0; i < 9; i++) {
    lay(
      loop,
      burst(studio, { hz: random.between(2400, 6000), q: 2, attack: 0.0003, decay: 0.006 }),
      (start + random.between(0, seconds)) * rate,
      random.between(0.04, 0.2),
    );
  }
  // It lands.
  lay(
    loop,
    burst(studio, { hz: 420, q: 0.6, attack: 0.004, decay: 0.07 }),
    (start + seconds * 0.93) * rate,
    0.3,
  );
}

function quill(studio: Studio, loop: Loop, start: number): void {
  const { random, rate } = studio;
  let at = start;
  for (let word = 0; word < random.whole(2, 4); word++) {
    for (let stroke = 0; stroke < random.whole(3, 7); stroke++) {
      const scratch = burst(studio, {
        hz: random.between(2900, 5200),
        q: 2.2,
        attack: random.between(0.02, 0.05),
        decay: random.between(0.05, 0.09),
      });
      lay(loop, scratch, at * rate, random.between(0.06, 0.16));
      at += random.between(0.09, 0.17);
    }
    at += random.between(0.16, 0.34);
  }
}

/** Wind that turns round in a court and moves a tree. */
function courtWind(studio: Studio): Loop {
  return wind(studio, { seconds: 53, from: 260, to: 740, gusts: 0.14, lull: 0.14, leaves: 0.7 });
}

/** The resonances of five open sounds, as a closed door lets them through. */
const vowels = [
  [710, 1150, 2500],
  [520, 1750, 2450],
  [330, 2050, 2700],
  [480, 880, 2400],
  [350, 760, 2350],
] as const;

/** People talk in the next hall. No word gets through, and nobody laughs. */
function murmur(studio: Studio): Loop {
  const { rate, random } = studio;
  const seconds = 44;
  const loop = emptyLoop(studio, seconds);
  for (let person = 0; person < 7; person++) {
    const pitch = person % 3 === 0 ? random.between(165, 215) : random.between(88, 132);
    let at = random.between(0, 1.5);
    while (at < seconds) {
      const phrase = random.between(1.1, 3.4);
      lay(loop, speech(studio, pitch, phrase), at * rate, random.between(0.35, 1));
      at += phrase + random.between(0.4, 2.8);
    }
  }
  const wall = createFilter(rate, 1500, 0.6);
  // Twice round, so that the filter has come to rest at the seam.
  for (const keep of [false, true]) {
    for (let i = 0; i < loop.samples.length; i++) {
      const sample = wall.low(loop.samples[i] as number);
      if (keep) loop.samples[i] = sample;
    }
  }
  return loop;
}

function speech(studio: Studio, pitch: number, seconds: number): Float32Array {
  const { rate, random } = studio;
  const sound = new Float32Array(Math.round(seconds * rate));
  const syllables = Math.max(2, Math.round(seconds * random.between(3.6, 5)));
  const shapes = Array.from(
    { length: syllables + 2 },
    () => vowels[random.whole(0, vowels.length - 1)] as (typeof vowels)[number],
  );
  const stresses = Array.from({ length: syllables + 1 }, () => random.between(0.35, 1));
  const chest = createFilter(rate);
  const mouth = createFilter(rate);
  const teeth = createFilter(rate);
  let turn = 0;
  let perSample = 0;
  let open = 0;
  for (let i = 0; i < sound.length; i++) {
    if (i % 64 === 0) {
      const place = i / sound.length;
      const index = Math.floor(place * syllables);
      const part = place * syllables - index;
      const from = shapes[index] as (typeof vowels)[number];
      const to = shapes[index + 1] as (typeof vowels)[number];
      const blend = part * part;
      chest.tune(from[0] + (to[0] - from[0]) * blend, 7);
      mouth.tune(from[1] + (to[1] - from[1]) * blend, 10);
      teeth.tune(from[2] + (to[2] - from[2]) * blend, 12);
      const stress = stresses[index] as number;
      perSample = (pitch * (1.12 - 0.24 * place + 0.1 * stress * swell(part))) / rate;
      open = swell(part, 0.7) ** 0.6 * stress * swell(place, 0.7) ** 0.4;
    }
    turn += perSample;
    if (turn >= 1) turn -= 1;
    // The glottis: open for two thirds of its turn, then shut at once.
    const source = turn < 0.66 ? turn * turn * (0.66 - turn) * 12 - 0.3 : -0.3;
    const input = source + random.noise() * 0.03;
    sound[i] = (chest.band(input) + mouth.band(input) * 0.45 + teeth.band(input) * 0.15) * open;
  }
  return sound;
}

/** Long strings in a small frame. */
const harp = plucked(3, 0.3);

/** A tune that trips over its own feet, and gets up as if it had meant to. */
function theme(studio: Studio): Loop {
  return play(studio, {
    seconds: 63,
    start: 8,
    beat: 0.3,
    parts: [
      {
        instrument: blown,
        gain: 0.7,
        // biome-ignore format: a bar a line
        line: [
          [3, 1], [5, 1], [7, 1], [10, 2], [7, 1],
          [8, 1], [7, 1], [5, 1], [3, 2], [null, 1],
          [3, 1], [5, 1], [7, 1], [12, 2], [10, 1],
          [null, 1], [11, 0.5], [10, 0.5], [8, 1], [7, 2], [null, 1],
          [8, 1], [7, 1], [5, 1], [7, 1], [5, 1], [1, 1],
          [3, 2], [-2, 1], [3, 3],
        ],
      },
      {
        instrument: harp,
        gain: 0.5,
        // biome-ignore format: a bar a line
        line: [
          [-21, 3], [-14, 3],
          [-16, 3], [-14, 3],
          [-21, 3], [-12, 3],
          [-13, 3], [-14, 3],
          [-16, 3], [-20, 3],
          [-21, 3], [-9, 3],
        ],
      },
    ],
  });
}

/** Everything that sounds in the court, by the scene's names. */
export const sources: Sources = {
  chimes,
  anvil,
  pages,
  wind: halfRate(courtWind),
  murmur: halfRate(murmur),
  theme,
};
