import { createFilter } from '#client/sound/synth/filter.ts';
import { drift, emptyLoop, endless, type Loop, lay, type Studio, times } from '#client/sound/synth/loop.ts';
import { burst, creak, struck, swell, through, tone } from '#client/sound/synth/sounds.ts';

/** A pitch torch at arm's length: the flame beats like cloth, resin spits. */
export function torch(studio: Studio): Loop {
  const { rate, random } = studio;
  const seconds = 43;
  const flame = createFilter(rate, 260, 0.6);
  const tongue = createFilter(rate, 900, 0.7);
  const beat = drift(random, seconds, 11);
  const lean = drift(random, seconds, 0.8);
  let low = 0;
  let high = 0;
  const loop = endless(studio, seconds, (at, i) => {
    if (i % 32 === 0) {
      const leaning = lean(at);
      const beating = beat(at);
      const whip = beating ** 2.2;
      flame.tune(190 + 260 * leaning, 0.7);
      tongue.tune(700 + 900 * beating, 0.8);
      low = (0.2 + 0.7 * whip) * (0.5 + leaning);
      high = 0.8 * whip * leaning;
    }
    const noise = random.noise();
    return flame.low(noise) * low + tongue.band(noise) * high;
  });
  for (const at of times(random, seconds, 0.55, 1)) {
    const spit = burst(studio, {
      hz: random.between(1800, 6200),
      q: 2,
      attack: 0.0003,
      decay: random.between(0.004, 0.02),
    });
    lay(loop, spit, at * rate, 0.06 + 0.6 * random.next() ** 6);
  }
  return loop;
}

/** A hoist that somebody works: the pawl falls from tooth to tooth, the drum groans, the chain answers. */
export function hoist(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 41);
  for (const [start, teeth] of [
    [3.5, 11],
    [17.2, 7],
    [29.4, 13],
  ] as const) {
    loop.cues.push(start);
    let at = start;
    for (let i = 0; i < teeth; i++) {
      const weight = random.between(0.7, 1);
      const pawl = [610, 1130, 1890, 2760, 4210].map((hz, n) => ({
        hz: hz * random.between(0.985, 1.015),
        seconds: 0.16 / (1 + n * 0.4),
        gain: 0.8 / (1 + n * 0.3),
      }));
      lay(loop, struck(studio, pawl), at * rate, weight * 0.6);
      lay(loop, struck(studio, [{ hz: 118, seconds: 0.14, gain: 0.7 }], 0.002), at * rate, weight * 0.4);
      for (let n = 0; n < random.whole(1, 4); n++) {
        const hz = random.between(1700, 3900);
        const ring = [1, 1.61, 2.3].map((ratio) => ({
          hz: hz * ratio,
          seconds: 0.12 / ratio,
          gain: 0.5 / ratio,
        }));
        lay(loop, struck(studio, ring), (at + random.between(0.03, 0.2)) * rate, random.between(0.04, 0.16));
      }
      // The load tells: every tooth comes a little later than the one before.
      at += 0.24 + 0.022 * i + random.between(-0.02, 0.02);
    }
    const drum = creak(studio, {
      seconds: at - start,
      slips: (place) => through([62, 78, 66, 50, 38], place),
      push: (place) => swell(place, 0.9) * (0.6 + 0.4 * Math.sin(place * teeth * 2 * Math.PI)),
      body: [
        { hz: 205, q: 9, gain: 1 },
        { hz: 430, q: 12, gain: 0.6 },
        { hz: 980, q: 10, gain: 0.2 },
      ],
    });
    lay(loop, drum, start * rate, 1.1);
  }
  return loop;
}

/** Rats: claws on stone, and what they have to say to each other. */
export function rats(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 43);
  for (const start of times(random, 43, 4.8, 0.6)) {
    loop.cues.push(start);
    let at = start;
    const run = random.between(0.5, 1.7);
    while (at < start + run) {
      const claw = burst(studio, { hz: random.between(3400, 7400), q: 2.5, attack: 0.0003, decay: 0.007 });
      const place = (at - start) / run;
      lay(loop, claw, at * rate, (0.2 + 0.8 * swell(place)) * random.between(0.2, 0.6));
      lay(loop, struck(studio, [{ hz: random.between(420, 700), seconds: 0.02, gain: 1 }]), at * rate, 0.05);
      at += random.next() < 0.06 ? 0.18 : random.between(0.035, 0.075);
    }
    if (random.next() < 0.3) continue;
    for (let i = 0; i < random.whole(1, 4); i++) {
      const top = random.between(3300, 5200);
      const squeak = tone(studio, {
        seconds: random.between(0.05, 0.13),
        harmonics: 3,
        hz: (place) => top * through([0.72, 1.02, 1, 0.84], place),
        level: (place) => swell(place, 0.6) ** 0.7,
        harmonic: (n) => [1, 0.35, 0.12][n - 1] ?? 0,
      });
      lay(loop, squeak, (at + 0.1 + i * random.between(0.12, 0.24)) * rate, random.between(0.08, 0.24));
    }
  }
  return loop;
}

/** A door somewhere below: hinges, a held breath, then oak into its frame, and the latch. */
export function farDoor(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 53);
  for (const [start, force] of [
    [6.5, 1],
    [31.5, 0.7],
  ] as const) {
    loop.cues.push(start);
    const hinge = creak(studio, {
      seconds: 2.1,
      slips: (place) => through([34, 88, 132, 96, 150, 61], place),
      push: (place) => swell(place, 1.3) * 0.8,
      body: [
        { hz: 365, q: 16, gain: 0.8 },
        { hz: 610, q: 20, gain: 0.7 },
        { hz: 1240, q: 20, gain: 0.35 },
      ],
    });
    const sound = new Float32Array(Math.round(6 * rate));
    const put = (part: Float32Array, at: number, gain: number) => {
      const from = Math.round(at * rate);
      for (let i = 0; i < part.length && from + i < sound.length; i++)
        sound[from + i] = (sound[from + i] as number) + (part[i] as number) * gain;
    };
    put(hinge, 0, 3);
    const oak = [54, 81, 127, 188, 263, 391].map((hz, n) => ({
      hz: hz * random.between(0.98, 1.02),
      seconds: 0.9 / (1 + n * 0.35),
      gain: 0.7 + 0.12 * n,
    }));
    put(struck(studio, oak, 0.003), 3, 0.8);
    put(burst(studio, { hz: 240, q: 0.6, attack: 0.002, decay: 0.35 }), 3, 0.45);
    put(
      struck(
        studio,
        [740, 1320, 2210].map((hz) => ({ hz, seconds: 0.09, gain: 0.5 })),
      ),
      3.34,
      0.3,
    );
    // Corridors keep the high end for themselves.
    const corridor = createFilter(rate, 1600, 0.6);
    for (let i = 0; i < sound.length; i++) sound[i] = corridor.low(sound[i] as number);
    lay(loop, sound, start * rate, force);
  }
  return loop;
}
