import { wind } from '#client/sound/synth/air.ts';
import { createFilter } from '#client/sound/synth/filter.ts';
import { drift, emptyLoop, endless, type Loop, lay, type Studio, times } from '#client/sound/synth/loop.ts';
import { burst, creak, type Mode, struck, swell, through } from '#client/sound/synth/sounds.ts';
import { call } from '#client/sound/synth/voices.ts';

/** Coals: a low glow that breathes, a thin hiss, and crackle that now and then throws a spark. */
export function embers(studio: Studio): Loop {
  const { rate, random } = studio;
  const seconds = 43;
  const glow = createFilter(rate, 130, 0.6);
  const hiss = createFilter(rate, 4200, 0.5);
  const breath = drift(random, seconds, 0.35);
  const flutter = drift(random, seconds, 9);
  let warmth = 0;
  let edge = 0;
  const loop = endless(studio, seconds, (at, i) => {
    if (i % 64 === 0) {
      edge = flutter(at);
      warmth = (0.5 + breath(at)) * (0.6 + 0.4 * edge) * 0.17;
    }
    const noise = random.noise();
    return glow.low(noise) * warmth + hiss.band(noise) * 0.01 * (0.4 + edge);
  });
  for (const at of times(random, seconds, 0.16, 1)) {
    const force = random.next() ** 5;
    crackle(studio, loop, at, 0.07 + force * 0.7);
    if (force < 0.55) continue;
    // A spark: the wood gives a knock, and its splinters follow.
    lay(loop, struck(studio, [{ hz: random.between(150, 240), seconds: 0.06, gain: 0.3 }]), at * rate);
    for (let i = 0; i < random.whole(3, 9); i++)
      crackle(studio, loop, at + random.next() ** 2 * 0.25, force * random.between(0.1, 0.4));
    loop.cues.push(at);
  }
  return loop;
}

function crackle(studio: Studio, loop: Loop, at: number, gain: number): void {
  const { random, rate } = studio;
  const sound = burst(studio, {
    hz: random.between(1300, 6800),
    q: random.between(1, 5),
    attack: 0.0002,
    decay: random.between(0.002, 0.012),
  });
  lay(loop, sound, at * rate, gain);
}

function link(studio: Studio, size: number): Mode[] {
  const { random } = studio;
  return [1, 1.52, 2.28, 2.91, 3.74, 4.62].map((ratio, n) => ({
    hz: (980 / size) * ratio * random.between(0.97, 1.03),
    seconds: (0.3 / (1 + n * 0.45)) * size * random.between(0.7, 1.2),
    gain: random.between(0.4, 1) / (1 + n * 0.35),
  }));
}

/** Heavy chains that somebody, or the draught, moves: links settle one after another, an eye-bolt groans. */
export function chains(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 47);
  for (const at of times(random, 47, 6.7, 0.5)) {
    loop.cues.push(at);
    const length = random.between(0.7, 1.9);
    const groan = creak(studio, {
      seconds: length + 0.4,
      slips: (place) => through([16, 38, 52, 24, 12], place),
      push: (place) => swell(place, 0.8),
      body: [
        { hz: 310, q: 14, gain: 0.8 },
        { hz: 740, q: 18, gain: 0.5 },
        { hz: 1630, q: 22, gain: 0.25 },
      ],
    });
    lay(loop, groan, at * rate, 0.9);
    const links = random.whole(7, 17);
    for (let i = 0; i < links; i++) {
      const place = (i / links) ** 1.5;
      const force = (1 - 0.75 * place) * random.between(0.25, 1);
      const hit = struck(studio, link(studio, random.between(0.55, 1.15)), random.between(0.0003, 0.001));
      lay(loop, hit, (at + 0.15 + place * length + random.between(0, 0.05)) * rate, force * 0.5);
    }
  }
  return loop;
}

/** Wind through arrow slits. */
export function slitWind(studio: Studio): Loop {
  return wind(studio, { seconds: 53, from: 170, to: 620, gusts: 0.16, lull: 0.16, whistle: 0.5 });
}

/** One boot on stone: heel, then the sole that rolls after it, and the grit below. */
function bootOnStone(studio: Studio, loop: Loop, at: number, force: number): void {
  const { rate, random } = studio;
  const heel = struck(
    studio,
    [
      { hz: random.between(78, 96), seconds: 0.11, gain: 0.4 },
      { hz: random.between(170, 205), seconds: 0.09, gain: 0.55 },
      { hz: random.between(390, 480), seconds: 0.05, gain: 0.6 },
      { hz: random.between(1050, 1400), seconds: 0.03, gain: 0.5 },
    ],
    0.0015,
  );
  lay(loop, heel, at * rate, force * 0.75);
  lay(loop, burst(studio, { hz: 2300, q: 0.8, attack: 0.0004, decay: 0.025 }), at * rate, force * 0.55);
  const sole = at + random.between(0.075, 0.105);
  lay(
    loop,
    burst(studio, { hz: random.between(1100, 1700), q: 0.7, attack: 0.02, decay: 0.11 }),
    sole * rate,
    force * 0.24,
  );
  for (let i = 0; i < random.whole(3, 7); i++) {
    const grit = burst(studio, { hz: random.between(3200, 7200), q: 3, attack: 0.0002, decay: 0.006 });
    lay(loop, grit, (sole + random.between(-0.02, 0.09)) * rate, force * random.between(0.06, 0.2));
  }
}

/** Someone walks, stops to listen, walks on. */
export function footsteps(studio: Studio): Loop {
  const { random } = studio;
  const loop = emptyLoop(studio, 41);
  for (const [start, steps] of [
    [1.2, 9],
    [13.5, 5],
    [21.5, 11],
    [34.6, 4],
  ] as const) {
    loop.cues.push(start);
    for (let i = 0; i < steps; i++) {
      const last = i === steps - 1;
      bootOnStone(
        studio,
        loop,
        start + i * 0.66 + random.between(-0.025, 0.025),
        last ? 0.5 : random.between(0.75, 1),
      );
    }
  }
  return loop;
}

/**
 * A war horn far behind the walls: two notes, a fifth. Lips that buzz unevenly and pull into the note from below, a bore that
 * resonates, and a bell that lets the highs out only when it is blown hard.
 */
export function horn(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 44);
  const blow = (at: number, low: number, high: number, seconds: number, gain: number) => {
    const lips = drift(random, seconds, 7);
    const sound = call(studio, {
      seconds,
      hz: (place) =>
        through([low * 0.9, low, low, low * 1.002, high * 0.985, high, high, high, high * 0.96], place) *
        (0.994 + 0.012 * lips(place * seconds)),
      level: (place) => through([0, 0.7, 0.8, 0.72, 0.95, 1, 1, 0.75, 0], place),
      effort: (place) => through([0.1, 0.6, 0.7, 0.6, 0.9, 1, 0.9, 0.6, 0.1], place),
      jitter: 0.012,
      breath: 0.16,
      formants: [
        { hz: () => 235, q: 1.2, gain: 0.8 },
        { hz: (place) => through([420, 560, 640, 700, 640, 480], place), q: 2.2, gain: 1.4 },
        { hz: (place) => through([900, 1250, 1500, 1650, 1400, 1000], place), q: 2.2, gain: 1.1 },
        { hz: () => 2600, q: 1.6, gain: 0.6 },
      ],
    });
    loop.cues.push(at);
    lay(loop, sound, at * rate, gain);
  };
  blow(8.5, 116.5, 174.6, 5.4, 1);
  blow(29.5, 116.5, 174.6, 4.1, 0.7);
  blow(34.2, 116.5, 155.6, 5.6, 0.85);
  return loop;
}
