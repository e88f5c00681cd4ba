/// <reference types="vite/client" />
import type { LineName } from '../scenes/scene.ts';
import type { World } from '../world.ts';

/**
 * Every recording in the `voice` folders of the homes, by path. A file is `<line>.<kind>`; one with `.placeholder` in its
 * name is used until the actor's file is added (docs/sound.md).
 */
const files = import.meta.glob<string>('../../../adventures/*/voice/*.{mp3,opus,ogg,m4a,wav}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** A recording of a line. */
export interface Recording {
  url: string;
  /** A synthetic voice, to be replaced by an actor's. */
  placeholder: boolean;
}

/** A line's recording, an actor's before a placeholder; without one there are only captions. */
export function recordingOf(world: World, line: LineName): Recording | undefined {
  const named = Object.entries(files).filter(([file]) => file.includes(`/${world}/voice/${line}.`));
  const isPlaceholder = (file: string) => file.includes('.placeholder.');
  const found = named.find(([file]) => !isPlaceholder(file)) ?? named[0];
  return found && { url: found[1], placeholder: isPlaceholder(found[0]) };
}

/**
 * Loads a recording.
 * @throws {Error} when it does not load or the browser cannot decode it
 */
export async function loadRecording(context: BaseAudioContext, { url }: Recording): Promise<AudioBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return context.decodeAudioData(await answer.arrayBuffer());
}
