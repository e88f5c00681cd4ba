import { emptyLoop, type Loop, lay, type Studio, times } from './loop.ts';
import { burst } from './sounds.ts';

/**
 * A bubble: its tone rises as the water above it gets thinner, and higher ones decay faster.
 * Source: M. Minnaert, "On musical air-bubbles and the sounds of running water" (1933); the rise and the decay after K.
 * van den Doel, "Physically based models for liquid sounds" (2005).
 * @param hz its tone at the beginning: 3 divided by its radius in metres
 */
export function bubble({ rate, random }: Studio, hz: number): Float32Array {
  const radius = 3 / hz;
  const decay = 0.13 / radius + 0.0072 * radius ** -1.5;
  const rise = decay * random.between(0.04, 0.16);
  const sound = new Float32Array(Math.ceil((6.9 / decay) * rate));
  let turn = 0;
  for (let i = 0; i < sound.length; i++) {
    const at = i / rate;
    turn += (2 * Math.PI * Math.min(hz * (1 + rise * at), rate * 0.4)) / rate;
    sound[i] = Math.sin(turn) * Math.exp(-decay * at) * Math.min(1, at * hz);
  }
  return sound;
}

/**
 * A drop into a puddle: a splash, one to five bubbles of different sizes, and falling spray.
 * @param hz the tone of its largest bubble; @param size 0.2 to 1.5
 */
export function drop(studio: Studio, hz: number, size: number): Float32Array {
  const { rate, random } = studio;
  const sound = new Float32Array(Math.round((0.32 + 0.1 * size) * rate));
  const put = (part: Float32Array, at: number, gain: number) => {
    const from = Math.round(at * rate);
    for (let i = 0; i < part.length && from + i < sound.length; i++)
      sound[from + i] = (sound[from + i] as number) + (part[i] as number) * gain;
  };
  const touch = {
    hz: random.between(5200, 8200),
    q: 0.6,
    attack: 0.0002,
    decay: random.between(0.005, 0.011),
  };
  put(burst(studio, touch), 0, 0.5 * size);
  put(burst(studio, { hz: 1700, q: 0.7, attack: 0.0006, decay: 0.016 }), 0.0005, 0.34 * size);
  let at = random.between(0.006, 0.018);
  const bubbles = random.whole(1, 5);
  for (let i = 0; i < bubbles; i++) {
    put(
      bubble(studio, hz * (i === 0 ? 1 : random.between(1.2, 3.6))),
      at,
      (i === 0 ? 1 : 0.6) / (1 + 0.5 * i),
    );
    at += random.between(0.004, 0.035);
  }
  for (let i = 0; i < random.whole(2, 7); i++) {
    const spray = { hz: random.between(4000, 9500), q: 1.2, attack: 0.0002, decay: 0.006 };
    const back = 0.02 + random.next() ** 1.4 * 0.24;
    put(burst(studio, spray), back, random.between(0.04, 0.16) * size);
    if (random.next() < 0.5) put(bubble(studio, random.between(2200, 5200)), back, 0.12 * size);
  }
  return sound;
}

/** A trickle down a wall: many bubbles, few of them large, with hiss. */
function trickle(studio: Studio, loop: Loop, seconds: number): void {
  const { rate, random } = studio;
  const flow = Array.from({ length: 24 }, () => random.between(0.25, 1));
  for (let at = 0; at < seconds; at += random.between(0.006, 0.05)) {
    const strength = flow[Math.floor((at / seconds) * flow.length)] as number;
    const hz = 900 * 8 ** random.next();
    lay(loop, bubble(studio, hz), at * rate, 0.035 * strength * (900 / hz) ** 0.35 * random.next() ** 2);
    if (random.next() < 0.4) {
      const film = { hz: random.between(3500, 9000), q: 0.9, attack: 0.0005, decay: 0.012 };
      lay(loop, burst(studio, film), at * rate, 0.012 * strength);
    }
  }
}

/** Water dripping through a vault: three drops at separate intervals, and a trickle down the wall. */
export function dripping(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, 47);
  trickle(studio, loop, 47);
  for (const { every, hz, size, gain } of [
    { every: 2.35, hz: 920, size: 0.8, gain: 0.7 },
    { every: 3.9, hz: 1460, size: 0.5, gain: 0.42 },
    { every: 7.8, hz: 560, size: 1.3, gain: 1 },
  ]) {
    for (const at of times(random, 47, every, 0.16)) {
      const sound = drop(studio, hz * random.between(0.8, 1.2), size * random.between(0.8, 1.2));
      lay(loop, sound, at * rate, gain * random.between(0.55, 1));
      if (every > 7) loop.cues.push(at);
    }
  }
  // Twice in the loop, a larger amount of water falls.
  for (const start of [11.4, 33.8]) {
    for (let i = 0; i < 22; i++) {
      const sound = drop(studio, random.between(600, 2600), random.between(0.3, 0.9));
      lay(loop, sound, (start + random.next() ** 1.6 * 1.5) * rate, random.between(0.1, 0.4));
    }
  }
  return loop;
}
