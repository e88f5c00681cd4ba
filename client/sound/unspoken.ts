/// <reference types="vite/client" />
import { canBeHeard } from './scenes/load-scene.ts';
import type { LineName } from './scenes/scene.ts';
import type { World } from './world.ts';

/** The player's recordings, listed again here, so that neither chunk depends on the other. */
const files = Object.keys(
  import.meta.glob('../../adventures/*/voice/*.{mp3,opus,ogg,m4a,wav}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

/** A line of a guided scene that no actor has recorded, and what is used instead. */
interface UnspokenLine {
  world: World;
  line: LineName;
  instead: 'whisper' | 'words';
}

/**
 * Every line of these adventures that still lacks a recording (docs/recording.md); none for an adventure without a scene.
 */
export function unspokenLines(worlds: readonly World[]): UnspokenLine[] {
  return worlds.filter(canBeHeard).flatMap((world) =>
    (['ask', 'left', 'right'] as const).flatMap((line) => {
      const named = files.filter((file) => file.includes(`/${world}/voice/${line}.`));
      if (named.some((file) => !file.includes('.placeholder.'))) return [];
      return [{ world, line, instead: named.length > 0 ? 'whisper' : 'words' } as const];
    }),
  );
}
