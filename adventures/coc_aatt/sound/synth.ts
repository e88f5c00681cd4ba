import { createFilter } from '#client/sound/synth/filter.ts';
import { drift, emptyLoop, endless, type Loop, lay, type Studio, times } from '#client/sound/synth/loop.ts';
import { burst, creak, struck, swell, through, tone } from '#client/sound/synth/sounds.ts';

/** A lake that behaves like a sea: waves gather, fall, and draw the pebbles back. */
export function surf(studio: Studio): Loop {
  const { rate, random } = studio;
  const seconds = 47;
  const deep = createFilter(rate, 140, 0.6);
  const edge = createFilter(rate, 2600, 0.5);
  const calm = drift(random, seconds, 0.3);
  let rest = 0;
  const loop = endless(studio, seconds, (at, i) => {
    if (i % 64 === 0) rest = calm(at);
    const noise = random.noise();
    return deep.low(noise) * (0.1 + 0.12 * rest) + edge.band(noise) * (0.008 + 0.016 * rest);
  });
  for (const at of times(random, seconds, 5.3, 0.3)) {
    lay(loop, wave(studio), at * rate, random.between(0.45, 1));
    loop.cues.push(at + 1.6);
  }
  return loop;
}

function wave(studio: Studio): Float32Array {
  const { rate, random } = studio;
  const seconds = random.between(7.2, 9);
  const sound = new Float32Array(Math.round(seconds * rate));
  const body = createFilter(rate);
  const foam = createFilter(rate);
  const fizz = drift(random, seconds, 40);
  let fall = 0;
  let draw = 0;
  for (let i = 0; i < sound.length; i++) {
    if (i % 64 === 0) {
      const place = i / sound.length;
      fall = through([0, 0.3, 1, 0.55, 0.28, 0.14, 0.05, 0], place) * 0.9;
      draw = through([0, 0, 0.5, 0.7, 0.5, 0.32, 0.16, 0], place) * 0.3 * (0.4 + fizz(place * seconds));
      body.tune(through([160, 260, 900, 620, 380, 260, 200, 160], place), 0.6);
      foam.tune(through([1800, 2100, 2700, 3600, 4600, 5200, 5600, 5600], place), 0.55);
    }
    sound[i] = body.low(random.noise()) * fall + foam.band(random.noise()) * draw;
  }
  for (let i = 0; i < 130; i++) {
    const place = 0.42 + 0.5 * random.next() ** 1.3;
    const pebble = burst(studio, {
      hz: random.between(1900, 5200),
      q: 6,
      attack: 0.0002,
      decay: random.between(0.004, 0.014),
    });
    const start = Math.round(place * sound.length);
    const gain = random.next() ** 3 * 0.22 * (1 - place);
    for (let k = 0; k < pebble.length && start + k < sound.length; k++)
      sound[start + k] = (sound[start + k] as number) + (pebble[k] as number) * gain;
  }
  return sound;
}

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

function buoyBell(studio: Studio): Float32Array {
  const { random } = studio;
  // Hum, prime, tierce, quint, nominal and above: a small cast bell, each partial split by its uneven rim.
  const modes = [0.5, 1, 1.19, 1.5, 2, 2.52, 3.01, 4.17].flatMap((ratio, n) =>
    [0.9985, 1.002].map((side) => ({
      hz: 468 * ratio * side,
      seconds: [4.2, 3.4, 2.6, 1.7, 1.9, 1, 0.7, 0.4][n] as number,
      gain: ([0.35, 0.7, 0.75, 0.35, 0.9, 0.4, 0.3, 0.2][n] as number) * random.between(0.6, 1),
    })),
  );
  return struck(studio, modes, 0.0003);
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
        { hz: 255, q: 8, gain: 1 },
        { hz: 540, q: 11, gain: 0.75 },
        { hz: 930, q: 14, gain: 0.4 },
        { hz: 1720, q: 12, gain: 0.2 },
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
      const seconds = Math.max(0.16, 0.52 - i * 0.07) * random.between(0.9, 1.1);
      const rough = random.between(48, 72);
      const cry = tone(studio, {
        seconds,
        harmonics: 6,
        hz: (place) => size * through([820, 1380, 1490, 1240, 930], place),
        level: (place) =>
          through([0, 0.9, 1, 0.7, 0], place) * (0.8 + 0.2 * Math.sin(place * seconds * rough * 2 * Math.PI)),
        harmonic: (n) => [0.5, 1, 0.7, 0.32, 0.16, 0.08][n - 1] ?? 0,
      });
      lay(loop, cry, at * rate, (0.4 - i * 0.035) * random.between(0.7, 1));
      at += seconds + random.between(0.05, 0.16);
    }
  }
  return loop;
}

/** Something below the boat. It breathes out, and the water carries it upward. */
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
    const throat = createFilter(rate);
    const water = createFilter(rate, 420, 0.6);
    const groan = tone(studio, {
      seconds,
      harmonics: 9,
      hz: (place) => depth * through([41, 47, 58, 55, 66, 52, 43, 36], place),
      level: (place) => swell(place, 0.75) ** 1.4 * 0.3,
      harmonic: (n, place) => 1 / n ** through([1.8, 1.2, 0.8, 1, 1.9], place),
    });
    for (let i = 0; i < groan.length; i++) {
      const place = i / groan.length;
      if (i % 64 === 0) throat.tune(through([110, 190, 330, 240, 150], place), 4);
      const voice = (groan[i] as number) + random.noise() * 0.02 * swell(place);
      groan[i] = water.low(voice * 0.5 + throat.band(voice) * 1.6);
    }
    lay(loop, groan, start * rate, 1);
    for (let i = 0; i < 34; i++) {
      const at = start + seconds * (0.55 + 0.75 * random.next() ** 1.5);
      const hz = random.between(130, 420);
      const bubble = tone(studio, {
        seconds: random.between(0.05, 0.14),
        harmonics: 1,
        hz: (place) => hz * (1 + 0.7 * place),
        level: (place) => Math.exp(-4 * place) * Math.min(1, place * 12) * Math.min(1, (1 - place) * 8),
        harmonic: () => 1,
      });
      lay(loop, bubble, at * rate, random.between(0.04, 0.2));
    }
  }
  return loop;
}
