import type { Stretch } from '../synth/loop.ts';
import type { RoomSound } from '../synth/room.ts';
import type { Workers } from './start-workers.ts';

/** What is asked of the workers. */
export interface LoopOrder {
  ids: readonly string[];
  room: RoomSound;
  /** Samples a second. */
  rate: number;
}

/** What one of them is asked: every so manyth source, and the last of them makes the room. */
export interface Share extends LoopOrder {
  share: number;
  shares: number;
}

/** Sound of one or two channels at a rate of its own. */
export interface Channels {
  channels: readonly Float32Array<ArrayBuffer>[];
  /** Samples a second. */
  rate: number;
}

/** What the workers hand back: the room, or a source with its middle and, where it is wide, its left and right. */
export type Rendered =
  | { kind: 'room'; response: Channels; tone: Channels }
  | { kind: 'loop'; id: string; loop: Channels; cues: number[]; quiet: readonly Stretch[] };

/**
 * Orders a room and its sources from threads that were started for their world, and hands each over as soon as it is ready.
 * @param signal ends the work at once; the promise then stays open
 * @throws {Error} when the workers' file does not come or their work fails
 */
export function renderLoops(
  order: LoopOrder,
  { threads, failure, stop }: Workers,
  onRendered: (rendered: Rendered) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let missing = order.ids.length + 1;
    signal.addEventListener('abort', stop);
    void failure.then(({ message }) => {
      stop();
      reject(new Error(`The sound could not be made: ${message}`));
    });
    threads.forEach((thread, share) => {
      thread.addEventListener('message', ({ data }: MessageEvent<Rendered>) => {
        onRendered(data);
        missing -= 1;
        if (missing > 0) return;
        stop();
        resolve();
      });
      thread.postMessage({ ...order, share, shares: threads.length });
    });
  });
}
