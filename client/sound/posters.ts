/// <reference types="vite/client" />
import type { World } from './world.ts';

/** What is shown of a scene before it is played. */
export interface Poster {
  title: string;
  /** What there is to hear, as text. */
  line: string;
  /** The sources on the stage: name, and hundredths of its half to the right and downwards from the listener. */
  sources: readonly (readonly [name: string, x: number, y: number])[];
}

/**
 * The posters beside the play buttons: `sound/poster.ts` of each home. Their positions are those of the scenes, which are
 * only loaded with the player; a test compares the two.
 */
const posters = new Map(
  Object.entries(
    import.meta.glob<Poster>('../../adventures/*/sound/poster.ts', { eager: true, import: 'poster' }),
  ).map(([path, poster]) => [path.split('/').at(-3), poster]),
);

/** @throws {Error} when the adventure has no poster, and so nothing to hear */
export function posterOf(world: World): Poster {
  const poster = posters.get(world);
  if (!poster) throw new Error(`The world ${world} cannot be heard.`);
  return poster;
}
