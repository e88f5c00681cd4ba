import type { World } from './world.ts';

/** What stands beside the button before anything is played: a title, and what there is to hear. */
export const posters: Readonly<Record<World, readonly [title: string, line: string]>> = {
  fod: ['Stand inside the gate', 'Embers, chains, wind, boots on stone, a horn behind the wall.'],
  fist: ['Stand under the castle', 'A torch, water, a hoist, rats, a door far below.'],
  mace: ['Stand in the court', 'Glass, an anvil, a book, wind, people behind a wall.'],
  coc: ['Sit in the boat', 'Surf, a bell buoy, a rope, gulls, something below.'],
  dracula: ['Stand at the window', 'Wind in firs, wolves, a coach, a church bell, wings.'],
};
