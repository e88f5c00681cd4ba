import { wind } from '#client/sound/synth/air.ts';
import { createFilter } from '#client/sound/synth/filter.ts';
import { drift, emptyLoop, type Loop, lay, type Studio, times } from '#client/sound/synth/loop.ts';
import { burst, creak, struck, swell, through } from '#client/sound/synth/sounds.ts';
import { call } from '#client/sound/synth/voices.ts';

/** Night wind in firs. */
export function nightWind(studio: Studio): Loop {
  return wind(studio, {
    seconds: 53,
    from: 210,
    to: 560,
    gusts: 0.12,
    lull: 0.2,
    leaves: 0.45,
    whistle: 0.12,
  });
}

/** Wolves on the other side of the valley: one begins, the others join in at another height. */
export function wolves(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 47);
  // How high each of them sings, and how far off it is.
  const pack = [
    [1, 1],
    [1.21, 0.7],
    [0.86, 0.6],
  ] as const;
  for (const [start, voices] of [
    [5, 1],
    [19.5, 3],
    [35, 2],
  ] as const) {
    loop.cues.push(start);
    pack.slice(0, voices).forEach(([height, gain], order) => {
      const at = start + order * random.between(0.9, 1.7);
      lay(loop, howl(studio, random.between(330, 400) * height), at * rate, gain);
    });
  }
  return loop;
}

/** A throat that opens as the note rises, breaks upward into it, and lets it sink. */
function howl(studio: Studio, hz: number): Float32Array {
  const { rate, random } = studio;
  const seconds = random.between(4, 5.6);
  const sway = drift(random, seconds, 2.2);
  const size = hz / 365;
  const valley = createFilter(rate, 2600, 0.6);
  const sound = call(studio, {
    seconds,
    hz: (place) =>
      hz *
      through([0.74, 0.98, 1.5, 1.57, 1.5, 1.47, 1.4, 1.2, 0.86], place) *
      (0.988 + 0.024 * sway(place * seconds)) *
      (1 + 0.007 * Math.sin(place * seconds * 34)),
    level: (place) => through([0, 0.3, 0.85, 1, 0.95, 0.9, 0.75, 0.4, 0], place),
    effort: (place) => through([0.1, 0.4, 0.75, 0.7, 0.55, 0.5, 0.4, 0.2, 0], place),
    jitter: 0.012,
    breath: 0.3,
    formants: [
      { hz: (place) => size * through([430, 560, 760, 700, 620, 520, 430], place), q: 4, gain: 1.2 },
      { hz: (place) => size * through([900, 1100, 1450, 1300, 1150, 950], place), q: 6, gain: 0.8 },
      { hz: (place) => size * through([2400, 2700, 2900, 2700, 2400], place), q: 5, gain: 0.45 },
    ],
  });
  return sound.map((sample) => valley.low(sample));
}

/** How far from the window the road passes and how far the stage goes, in metres, and how fast horses trot, in metres a second. */
const [besideRoad, stageEdge, trot] = [5, 12, 3.1] as const;

/**
 * A coach and two horses on a mountain road: one way, and back. Where it is on the stage is the scene's; here it is only as soft
 * as it is beyond, and comes out of nothing.
 */
export function carriage(studio: Studio): Loop {
  const { random } = studio;
  const seconds = 44;
  const loop = emptyLoop(studio, seconds);
  for (const [start, length] of [
    [1, 17],
    [24, 15],
  ] as const) {
    loop.cues.push(start);
    const nearness = (at: number) => {
      const away = Math.hypot(besideRoad, trot * (at - start - length / 2));
      const fade = Math.min(1, (at - start) / 2.5, (start + length - at) / 2.5);
      return Math.max(0, fade) * Math.min(1, stageEdge / away);
    };
    rolling(studio, loop, start, length, nearness);
    // A trot: the diagonal pairs of two horses that do not keep step.
    for (const [offset, stride] of [
      [0, 0.72],
      [0.21, 0.735],
    ] as const) {
      for (let at = start + offset; at < start + length; at += stride) {
        for (const [beat, force] of [
          [0, 1],
          [0.05, 0.6],
          [stride / 2, 0.9],
          [stride / 2 + 0.045, 0.55],
        ] as const) {
          hoof(
            studio,
            loop,
            at + beat + random.between(-0.012, 0.012),
            force * nearness(at + beat) * random.between(0.7, 1),
          );
        }
        harness(studio, loop, at + random.between(0.02, 0.3), nearness(at) * random.between(0.4, 1));
      }
    }
  }
  return loop;
}

function rolling(
  studio: Studio,
  loop: Loop,
  start: number,
  length: number,
  nearness: (at: number) => number,
): void {
  const { rate, random } = studio;
  const sound = new Float32Array(Math.round(length * rate));
  const iron = createFilter(rate, 900, 0.7);
  const box = createFilter(rate, 150, 0.8);
  const stones = drift(random, length, 13);
  let level = 0;
  for (let i = 0; i < sound.length; i++) {
    if (i % 64 === 0) level = (0.15 + stones(i / rate) ** 2) * nearness(start + i / rate) * 0.4;
    const noise = random.noise();
    sound[i] = (iron.band(noise) * 0.16 + box.low(noise) * 0.6) * level;
  }
  lay(loop, sound, start * rate);
  for (const at of times(random, length, 2.9, 0.6)) {
    const spring = creak(studio, {
      seconds: random.between(0.3, 0.7),
      slips: (place) => through([90, 140, 70], place),
      push: (place) => swell(place),
      body: [
        { hz: 480, q: 12, gain: 0.8 },
        { hz: 1150, q: 16, gain: 0.4 },
      ],
    });
    lay(loop, spring, (start + at) * rate, nearness(start + at));
  }
}

function hoof(studio: Studio, loop: Loop, at: number, force: number): void {
  const { rate, random } = studio;
  const shoe = [
    { hz: random.between(480, 640), seconds: 0.05, gain: 0.8 },
    { hz: random.between(1150, 1450), seconds: 0.035, gain: 0.6 },
    { hz: random.between(2500, 3100), seconds: 0.03, gain: 0.3 },
    { hz: random.between(105, 135), seconds: 0.08, gain: 0.55 },
  ];
  lay(loop, struck(studio, shoe, 0.001), at * rate, force * 0.55);
  lay(loop, burst(studio, { hz: 1900, q: 0.8, attack: 0.001, decay: 0.03 }), at * rate, force * 0.14);
}

function harness(studio: Studio, loop: Loop, at: number, force: number): void {
  const { rate, random } = studio;
  for (let i = 0; i < random.whole(2, 4); i++) {
    const hz = random.between(3100, 4700);
    const ring = [1, 1.47, 2.09].map((ratio, n) => ({
      hz: hz * ratio,
      seconds: 0.16 / (1 + n),
      gain: 0.5 / (1 + n),
    }));
    lay(
      loop,
      struck(studio, ring),
      (at + i * random.between(0.03, 0.09)) * rate,
      force * random.between(0.05, 0.14),
    );
  }
}

/**
 * The bell of a church nobody has mended: seven strokes, and the hum that stays. What one hears as its note is made by the
 * partials two octaves above the hum, so they are strong while the clapper still touches; the clapper itself is a knock.
 */
export function churchBell(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 61);
  const distance = createFilter(rate, 6500, 0.6);
  const partials = [0.5, 1, 1.2, 1.5, 2, 2.5, 2.67, 3, 4.15, 5.42, 6.8, 8.2, 9.7, 11.3, 13];
  const modes = partials.flatMap((ratio, n) =>
    [0.9991, 1.0012].map((side) => ({
      hz: 246.9 * ratio * side,
      seconds: [9, 6.5, 5.5, 3.4, 4.2, 2, 1.9, 2.6, 2, 1.6, 1.3, 1, 0.8, 0.6, 0.5][n] as number,
      gain: [0.3, 0.32, 0.4, 0.25, 1, 0.4, 0.35, 0.8, 0.95, 0.85, 0.75, 0.6, 0.5, 0.4, 0.3][n] as number,
    })),
  );
  for (let stroke = 0; stroke < 7; stroke++) {
    const at = 3 + stroke * 4.6 + random.between(-0.06, 0.06);
    loop.cues.push(at);
    const sound = struck(studio, modes, 0.00012);
    const clapper = burst(studio, { hz: random.between(2600, 3400), q: 0.6, attack: 0.0004, decay: 0.03 });
    for (let i = 0; i < sound.length; i++)
      sound[i] = distance.low((sound[i] as number) + 2.4 * (clapper[i] ?? 0));
    lay(loop, sound, at * rate, random.between(0.75, 1));
  }
  return loop;
}

/** Close behind: a curtain that nobody touched, and leather wings that open twice. */
export function wings(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 43);
  for (const at of [4.4, 17.8, 31.5]) {
    lay(loop, curtain(studio), at * rate, random.between(0.35, 0.55));
    loop.cues.push(at);
  }
  for (const at of [11.6, 25.3, 37.9]) {
    loop.cues.push(at);
    const beats = random.whole(4, 8);
    for (let i = 0; i < beats; i++) {
      const force = swell((i + 0.5) / beats, 0.8);
      const clap = burst(studio, { hz: random.between(330, 520), q: 0.6, attack: 0.018, decay: 0.1 });
      lay(loop, clap, (at + i * 0.098) * rate, force * 0.8);
      lay(
        loop,
        burst(studio, { hz: random.between(1500, 2300), q: 0.7, attack: 0.012, decay: 0.05 }),
        (at + i * 0.098 + 0.01) * rate,
        force * 0.22,
      );
    }
  }
  return loop;
}

function curtain(studio: Studio): Float32Array {
  const { rate, random } = studio;
  const seconds = random.between(1.5, 2.2);
  const sound = new Float32Array(Math.round(seconds * rate));
  const cloth = createFilter(rate);
  const heavy = createFilter(rate, 2400, 0.6);
  const folds = drift(random, seconds, 16);
  for (let i = 0; i < sound.length; i++) {
    const place = i / sound.length;
    if (i % 64 === 0) cloth.tune(through([500, 900, 1700, 1100, 520], place), 0.6);
    sound[i] =
      heavy.low(cloth.band(random.noise())) *
      swell(place, 0.8) ** 1.5 *
      (0.35 + 0.65 * folds(place * seconds));
  }
  return sound;
}
