import { drift, emptyLoop, type Loop, lay, type Studio, times } from '#client/sound/synth/loop.ts';
import { burst, creak, struck, swell, through } from '#client/sound/synth/sounds.ts';
import { call } from '#client/sound/synth/voices.ts';
import { bubble } from '#client/sound/synth/water.ts';

/** A bell on a buoy: four clappers and a swell that has no beat. */
export function bellBuoy(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 53);
  const heave = drift(random, 53, 0.22);
  let at = 0.6;
  while (at < 51.5) {
    const force = random.between(0.3, 0.6) + 0.4 * heave(at);
    lay(loop, buoyBell(studio), at * rate, force * 0.5);
    if (force > 0.75) loop.cues.push(at);
    at += random.next() < 0.3 ? random.between(0.5, 0.9) : random.between(1.7, 4.4);
  }
  return loop;
}

/**
 * A small cast bell: hum, prime, tierce, quint, nominal, and the rim's partials above, each split by its uneven rim; and the
 * clapper, an iron ball on a hinge, which is heard before the bell.
 * Source of the ratios: T. D. Rossing, "Science of Percussion Instruments" (2000), the church bell's partials.
 */
function buoyBell(studio: Studio): Float32Array {
  const { random, rate } = studio;
  const partials = [0.5, 1, 1.19, 1.5, 2, 2.52, 3.01, 4.17, 5.43, 6.8, 8.21, 9.7, 11.3];
  const modes = partials.flatMap((ratio, n) =>
    [0.9985, 1.002].map((side) => ({
      hz: 468 * ratio * side,
      seconds: 3.9 / (1 + 0.42 * n),
      gain:
        ([0.3, 0.6, 0.65, 0.35, 0.9, 0.45, 0.65, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4][n] as number) *
        random.between(0.6, 1),
    })),
  );
  const sound = struck(studio, modes, 0.00008);
  const clapper = struck(
    studio,
    [1370, 2890, 4750, 7100].map((hz) => ({ hz: hz * random.between(0.97, 1.03), seconds: 0.05, gain: 0.5 })),
    0.0002,
  );
  const knock = burst(studio, { hz: random.between(3800, 6200), q: 0.6, attack: 0.0002, decay: 0.012 });
  // It is loose on its hinge: often it touches the rim twice.
  for (const [at, force] of [
    [0, 1],
    [random.between(0.028, 0.05), random.next() < 0.5 ? 0.35 : 0],
  ] as const) {
    const from = Math.round(at * rate);
    for (const [part, gain] of [
      [clapper, 0.9],
      [knock, 1.1],
    ] as const)
      for (let i = 0; i < part.length; i++)
        sound[from + i] = (sound[from + i] as number) + (part[i] as number) * gain * force;
  }
  return sound;
}

/** A mooring rope that takes the weight of a hull, lets it go, takes it again. */
export function rope(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 43);
  for (const at of times(random, 43, 5.4, 0.3)) {
    loop.cues.push(at);
    const strain = random.between(0.6, 1);
    const sound = creak(studio, {
      seconds: random.between(1.6, 2.6),
      slips: (place) => through([14, 24, 46, 58 * strain, 40, 18, 9], place),
      push: (place) => swell(place, 0.9) * strain,
      body: [
        { hz: 255, q: 8, gain: 0.6 },
        { hz: 540, q: 11, gain: 0.75 },
        { hz: 930, q: 14, gain: 0.6 },
        { hz: 1720, q: 12, gain: 0.4 },
      ],
    });
    lay(loop, sound, at * rate, 3);
    // The hull meets the fender.
    const thud = struck(
      studio,
      [
        { hz: 72, seconds: 0.3, gain: 1 },
        { hz: 134, seconds: 0.2, gain: 0.6 },
        { hz: 251, seconds: 0.1, gain: 0.3 },
        { hz: 522, seconds: 0.07, gain: 0.3 },
        { hz: 870, seconds: 0.05, gain: 0.2 },
      ],
      0.006,
    );
    lay(loop, thud, (at + random.between(2.6, 3.1)) * rate, 0.16 * strain);
  }
  return loop;
}

/** Gulls, high and not near: a long call that breaks into short ones. */
export function gulls(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 44);
  for (const start of times(random, 44, 8.8, 0.6)) {
    loop.cues.push(start);
    const size = random.between(0.88, 1.12);
    let at = start;
    const calls = random.whole(2, 6);
    for (let i = 0; i < calls; i++) {
      const seconds = Math.max(0.2, 0.6 - i * 0.07) * random.between(0.9, 1.1);
      const top = random.between(0.94, 1.05);
      const cry = call(studio, {
        seconds,
        hz: (place) => size * top * through([560, 880, 980, 900, 760, 590], place),
        level: (place) => through([0, 0.8, 1, 0.9, 0.5, 0], place),
        effort: (place) => through([0.2, 0.8, 1, 0.9, 0.4], place),
        jitter: 0.022,
        breath: 0.9,
        formants: [
          { hz: (place) => size * through([1300, 1900, 2150, 1900, 1400], place), q: 6, gain: 1 },
          { hz: (place) => size * through([2900, 3500, 3800, 3500, 3000], place), q: 7, gain: 0.8 },
          { hz: () => size * 5600, q: 5, gain: 0.4 },
        ],
      });
      lay(loop, cry, at * rate, (0.4 - i * 0.035) * random.between(0.7, 1));
      at += seconds + random.between(0.05, 0.16);
    }
  }
  return loop;
}

/**
 * Something below the boat. It breathes out: a throat too wide for a voice, whose folds flap slowly enough to be counted, and
 * the water that carries it upward breaks into bubbles of every size.
 */
export function below(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 59);
  for (const [start, depth] of [
    [7, 1],
    [27, 0.84],
    [44, 1.12],
  ] as const) {
    loop.cues.push(start);
    const seconds = random.between(6, 8);
    const heave = drift(random, seconds, 5);
    const groan = call(studio, {
      seconds,
      hz: (place) =>
        depth * through([38, 46, 58, 54, 66, 52, 42, 34], place) * (0.94 + 0.12 * heave(place * seconds)),
      level: (place) => swell(place, 0.75) ** 1.3 * (0.6 + 0.8 * heave(place * seconds)),
      effort: (place) => through([0.2, 0.9, 1, 0.8, 1, 0.5], place),
      jitter: 0.05,
      breath: 0.7,
      formants: [
        { hz: (place) => through([90, 130, 170, 150, 110], place), q: 2.5, gain: 0.3 },
        { hz: (place) => depth * through([260, 420, 640, 520, 330], place), q: 5, gain: 1.2 },
        { hz: (place) => depth * through([700, 980, 1350, 1150, 760], place), q: 6, gain: 2.1 },
        { hz: (place) => depth * through([1900, 2300, 2700, 2200, 1800], place), q: 5, gain: 1.2 },
      ],
    });
    lay(loop, groan, start * rate, 0.8);
    for (let i = 0; i < 170; i++) {
      const part = random.next();
      const at = start + seconds * (0.5 + 0.85 * part ** 1.3);
      const hz = 170 * 13 ** (random.next() ** 1.5);
      lay(loop, bubble(studio, hz), at * rate, (1 - part) * random.between(0.05, 0.3) * (170 / hz) ** 0.25);
    }
  }
  return loop;
}
