import { createFilter } from './filter.ts';
import { drift, emptyLoop, type Loop, lay, type Studio } from './loop.ts';
import { burst, through } from './sounds.ts';

const seconds = 47;
/** Start times of waves, and their strengths; between them the shore is nearly silent. */
const waves = [
  [0.6, 0.8],
  [10.4, 1],
  [19.2, 0.6],
  [27.6, 0.9],
  [37.6, 0.7],
] as const;

/**
 * Waves on pebbles. Each breaks in eight to ten places along the shore, one after another, runs up, and drags the stones
 * back; then two seconds of faint water noise.
 */
export function surf(studio: Studio): Loop {
  const { rate, random } = studio;
  const loop = emptyLoop(studio, seconds);
  const sides = [emptyLoop(studio, seconds), emptyLoop(studio, seconds)] as const;
  const shore = [sides[0], loop, sides[1]];
  for (const [start, strength] of waves) {
    loop.cues.push(start + 1.4);
    const grains = random.whole(8, 10);
    const fromLeft = random.next() < 0.5;
    for (let i = 0; i < grains; i++) {
      // From one end to the other, each grain loudest in the part of the shore where it falls.
      const along = (i + random.between(0, 0.8)) / grains;
      const at = start + along * 1.7 + random.between(0, 0.25);
      const where = (fromLeft ? along : 1 - along) * 2;
      const sound = grain(studio, random.between(0.7, 1.3));
      const gain = strength * random.between(0.55, 1);
      shore.forEach((part, index) => {
        const near = Math.max(0, 1 - Math.abs(where - index));
        if (near > 0) lay(part, sound, at * rate, gain * Math.sqrt(near));
      });
    }
    for (const part of shore) pebbles(studio, part, start + 3.1, strength);
  }
  return { ...loop, sides: [sides[0].samples, sides[1].samples] };
}

/** One grain of a wave: it breaks, seethes, and runs out. */
function grain({ rate, random }: Studio, size: number): Float32Array {
  const length = 3.2 + 0.9 * size;
  const sound = new Float32Array(Math.round(length * rate));
  const body = createFilter(rate);
  const foam = createFilter(rate);
  const fizz = drift(random, length, 60);
  const crash = 700 + 850 * random.next();
  let fall = 0;
  let wash = 0;
  for (let i = 0; i < sound.length; i++) {
    if (i % 64 === 0) {
      const place = i / sound.length;
      fall = through([0, 0.22, 1, 0.5, 0.24, 0.12, 0.06, 0.025, 0.01, 0], place) * 0.62;
      wash = through([0, 0.05, 0.6, 0.55, 0.4, 0.26, 0.14, 0.06, 0.02, 0], place) ** 1.2 * 0.5;
      wash *= 0.35 + 1.1 * fizz(place * length) ** 2;
      body.tune(crash * through([0.4, 0.75, 1.5, 1, 0.75, 0.6, 0.5, 0.4], place), 0.6);
      foam.tune(through([1900, 2300, 3000, 4200, 5000, 5600, 6000, 6200], place), 0.5);
    }
    sound[i] = body.low(random.noise()) * fall + foam.band(random.noise()) * wash;
  }
  return sound;
}

/** Pebbles dragged down by the water, each a little behind the one below. */
function pebbles(studio: Studio, part: Loop, start: number, strength: number): void {
  const { rate, random } = studio;
  for (let i = 0; i < 150; i++) {
    const late = random.next() ** 1.3;
    const pebble = burst(studio, {
      hz: random.between(1700, 5600),
      q: 7,
      attack: 0.0002,
      decay: random.between(0.004, 0.016),
    });
    const gain = strength * random.next() ** 3 * 0.3 * (1 - late) * Math.min(1, late * 9);
    lay(part, pebble, (start + late * 2.8) * rate, gain);
  }
}
