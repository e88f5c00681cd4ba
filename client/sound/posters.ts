import type { World } from './world.ts';

/** What is shown of a world before anything is played. */
export interface Poster {
  title: string;
  /** What there is to hear. */
  line: string;
  /** The sources on the stage: name, and hundredths of its half to the right and downwards from the listener. */
  sources: readonly (readonly [name: string, x: number, y: number])[];
}

/**
 * What stands beside the button. The places are those of the scenes, which only come with the player; a test holds them
 * together.
 */
const posters: Readonly<Record<World, Poster>> = {
  fod: {
    title: 'Stand inside the gate',
    line: 'Embers, chains, wind, boots on stone, a horn behind the wall.',
    sources: [
      ['Embers', -20, -26],
      ['Chains', 50, 32],
      ['Wind', -85, -9],
      ['Footsteps', 4, 64],
      ['Horn', 28, -96],
    ],
  },
  fist: {
    title: 'Stand under the castle',
    line: 'A torch, water, a hoist, rats, a door far below.',
    sources: [
      ['Torch', -20, -15],
      ['Water', 50, -2],
      ['Hoist', 42, -63],
      ['Rats', 8, 45],
      ['Far door', -86, 45],
    ],
  },
  maceandmagic: {
    title: 'Stand in the court',
    line: 'Glass, an anvil, a book, wind, people behind a wall.',
    sources: [
      ['Chimes', 25, -43],
      ['Anvil', -64, -28],
      ['Book', 27, 3],
      ['Wind', 29, 80],
      ['Voices', -54, 60],
    ],
  },
  coc_aatt: {
    title: 'Sit in the boat',
    line: 'Surf, a bell buoy, a rope, gulls, something below.',
    sources: [
      ['Surf', 11, -80],
      ['Bell buoy', -80, -29],
      ['Rope', 28, -9],
      ['Gulls', 47, 81],
      ['Something below', -14, 52],
    ],
  },
  dracula: {
    title: 'Stand at the window',
    line: 'Wind in firs, wolves, a coach, a church bell, wings.',
    sources: [
      ['Night wind', -35, -78],
      ['Wolves', -99, 14],
      ['Coach', 69, -10],
      ['Church bell', 42, -87],
      ['Wings', 7, 28],
    ],
  },
};

/** Whether there is something to hear of a world. */
export function canBeHeard(world: World): boolean {
  return Object.hasOwn(posters, world);
}

/** @throws {Error} when the world has none, and so nothing to hear */
export function posterOf(world: World): Poster {
  const poster = posters[world];
  if (!poster) throw new Error(`The world ${world} cannot be heard.`);
  return poster;
}
