/** Chance that always falls the same way: a picture drawn twice is the same picture. */
export interface Dice {
  /** At least 0, below 1. */
  next(): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  /** A point of smooth noise, -1 to 1, with about one hill for each whole number of `x`. */
  wave(x: number): number;
  /** Several waves on top of each other, each twice as fine and half as high; about -1 to 1. */
  ridge(x: number, octaves?: number): number;
}

/** @param seed any text; the same text gives the same throws */
export function dice(seed: string): Dice {
  let state = hash(seed);
  const salt = hash(`${seed} wave`);
  const next = () => {
    // mulberry32: 32 bits of state are plenty for a drawing.
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state) / 4294967296;
  };
  const corner = (i: number) => mixed((i * 0x9e3779b1 + salt) | 0) / 2147483648 - 1;
  const wave = (x: number) => {
    const i = Math.floor(x);
    const t = x - i;
    const eased = t * t * (3 - 2 * t);
    return corner(i) * (1 - eased) + corner(i + 1) * eased;
  };
  return {
    next,
    between: (least, most) => least + (most - least) * next(),
    chance: (probability) => next() < probability,
    wave,
    ridge(x, octaves = 4) {
      let sum = 0;
      for (let octave = 0; octave < octaves; octave++) {
        sum += wave(x * 2 ** octave + octave * 17.3) / 2 ** octave;
      }
      return sum / 2;
    },
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value | 0;
}

function mixed(value: number): number {
  let t = Math.imul(value ^ (value >>> 15), value | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}
