/// <reference types="vite/client" />
import type { LineName } from '../scenes/scene.ts';
import type { World } from '../world.ts';

/**
 * Every recording in a folder `voice` of an adventure's home, by its path. A line is `<line>.<kind>`; one with `.placeholder`
 * in its name stands in until the actor's file is dropped beside it (docs/sound.md).
 */
const files = import.meta.glob<string>('../../../adventures/*/voice/*.{mp3,opus,ogg,m4a,wav}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** A recording of a line. */
export interface Recording {
  url: string;
  /** A machine's voice, to be replaced by an actor's. */
  placeholder: boolean;
}

/** The recording of a line, an actor's before a placeholder; without one the captions speak alone. */
export function recordingOf(world: World, line: LineName): Recording | undefined {
  const named = Object.entries(files).filter(([file]) => file.includes(`/${world}/voice/${line}.`));
  const isPlaceholder = (file: string) => file.includes('.placeholder.');
  const found = named.find(([file]) => !isPlaceholder(file)) ?? named[0];
  return found && { url: found[1], placeholder: isPlaceholder(found[0]) };
}

/**
 * Brings a recording.
 * @throws {Error} when it does not come or the browser cannot read it
 */
export async function loadRecording(context: BaseAudioContext, { url }: Recording): Promise<AudioBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return context.decodeAudioData(await answer.arrayBuffer());
}
