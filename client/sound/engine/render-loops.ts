import type { Stretch } from '../synth/loop.ts';
import type { RoomSound } from '../synth/room.ts';
import type { Workers } from './start-workers.ts';

/** The order for the workers. */
interface LoopOrder {
  ids: readonly string[];
  room: RoomSound;
  /** Samples a second. */
  rate: number;
}

/** One worker's share: every n-th source; the last worker also renders the room. */
export interface Share extends LoopOrder {
  share: number;
  shares: number;
}

/** Sound of one or two channels with its own sample rate. */
export interface Channels {
  channels: readonly Float32Array<ArrayBuffer>[];
  /** Samples a second. */
  rate: number;
}

/** A worker's result: the room, or a source with its middle and, if it is wide, its left and right. */
export type Rendered =
  | { kind: 'room'; response: Channels; tone: Channels }
  | { kind: 'loop'; id: string; loop: Channels; cues: number[]; quiet: readonly Stretch[] };

/**
 * Has the workers of a scene render its room and sources, and passes each on as soon as it is ready.
 * @param signal cancels the work; the promise then never settles
 * @throws {Error} when the workers' file does not load or their work fails
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
