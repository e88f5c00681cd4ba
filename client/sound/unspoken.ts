/// <reference types="vite/client" />
import { canBeHeard } from './scenes/load-scene.ts';
import type { LineName } from './scenes/scene.ts';
import type { World } from './world.ts';

/** The same files that the player knows; it has a list of its own, so that neither waits for the other's. */
const files = Object.keys(
  import.meta.glob('../../adventures/*/voice/*.{mp3,opus,ogg,m4a,wav}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

/** A line of a guided scene that no actor has spoken, and what is heard in its place. */
export interface UnspokenLine {
  world: World;
  line: LineName;
  instead: 'whisper' | 'words';
}

/** Every line of these worlds that is still nobody's (docs/recording.md); a world that cannot be heard has none. */
export function unspokenLines(worlds: readonly World[]): UnspokenLine[] {
  return worlds.filter(canBeHeard).flatMap((world) =>
    (['ask', 'left', 'right'] as const).flatMap((line) => {
      const named = files.filter((file) => file.includes(`/${world}/voice/${line}.`));
      if (named.some((file) => !file.includes('.placeholder.'))) return [];
      return [{ world, line, instead: named.length > 0 ? 'whisper' : 'words' } as const];
    }),
  );
}
