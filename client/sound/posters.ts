/// <reference types="vite/client" />
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
 * What stands beside the button: `sound/poster.ts` of each adventure's home. The places are those of the scenes, which only
 * come with the player; a test holds them together.
 */
const posters = new Map(
  Object.entries(
    import.meta.glob<Poster>('../../adventures/*/sound/poster.ts', { eager: true, import: 'poster' }),
  ).map(([path, poster]) => [path.split('/').at(-3), poster]),
);

/** @throws {Error} when the world has none, and so nothing to hear */
export function posterOf(world: World): Poster {
  const poster = posters.get(world);
  if (!poster) throw new Error(`The world ${world} cannot be heard.`);
  return poster;
}
