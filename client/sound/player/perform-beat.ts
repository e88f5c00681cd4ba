import type { Engine } from '../engine/engine.ts';
import { loadRecording, recordingOf } from '../engine/voice.ts';
import type { LineName } from '../scenes/scene.ts';

/** How long a line without a recording stays on the screen: a slow reader's pace. */
const wordsASecond = 2.4;

/** Gets the events of a line, for the screen. */
interface BeatListener {
  /** Its recording did not load. */
  onSilent(reason: unknown): void;
  /** It begins, and takes so many seconds to say or to read. */
  onBegin(seconds: number): void;
}

/**
 * Performs a line of the guided scene: the voice and the scene's movements. Resolves when both are over, or when the
 * signal cancels them. A line without a recording, or whose recording does not load, is shown as text for its reading
 * time.
 */
export async function performBeat(
  engine: Engine,
  line: LineName,
  signal: AbortSignal,
  { onSilent, onBegin }: BeatListener,
): Promise<void> {
  const beat = engine.scene.guided[line];
  const recording = recordingOf(engine.scene.world, line);
  const voice = recording
    ? await loadRecording(engine.context, recording).catch((reason: unknown) => {
        if (!signal.aborted) onSilent(reason);
        return null;
      })
    : null;
  if (signal.aborted) return;
  engine.perform(beat.moves);
  const lastMove = Math.max(0, ...beat.moves.map(({ after, seconds }) => after + seconds));
  const reading = beat.words.split(' ').length / wordsASecond;
  onBegin(voice?.duration ?? reading);
  await Promise.all([
    voice ? engine.speak(voice, recording?.placeholder ?? false, signal) : wait(reading, signal),
    wait(lastMove, signal),
  ]);
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
