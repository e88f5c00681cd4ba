import type { RoomSound } from '../synth/room.ts';
import type { World } from '../world.ts';

/** What is asked of the workers. */
export interface LoopOrder {
  world: World;
  ids: readonly string[];
  /** The room is made too, before anything else. */
  room?: RoomSound | undefined;
  /** Samples a second. */
  rate: number;
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
  | { kind: 'loop'; id: string; loop: Channels; cues: number[] };

/** How many threads share the work: two, where the device has a third for the page. */
const threads = () => ((navigator.hardwareConcurrency ?? 1) > 2 ? 2 : 1);

/**
 * Makes a room and its sources on other threads and hands each over as soon as it is ready.
 * @param signal ends the work at once; the promise then stays open
 * @throws {Error} when the workers' file does not come or their work fails
 */
export function renderLoops(
  order: LoopOrder,
  onRendered: (rendered: Rendered) => void,
  signal: AbortSignal,
): Promise<void> {
  const shares = divide(order, threads());
  return new Promise<void>((resolve, reject) => {
    const working = shares.map(
      () => new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' }),
    );
    const stop = () => {
      for (const worker of working) worker.terminate();
    };
    let missing = order.ids.length + (order.room ? 1 : 0);
    signal.addEventListener('abort', stop);
    working.forEach((worker, share) => {
      worker.addEventListener('error', (event) => {
        stop();
        reject(new Error(`The sound could not be made: ${event.message}`));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<Rendered>) => {
        onRendered(data);
        missing -= 1;
        if (missing > 0) return;
        stop();
        resolve();
      });
      worker.postMessage(shares[share]);
    });
  });
}

/** Sources in turn, so that the threads end about together; the room comes first. */
function divide(order: LoopOrder, count: number): LoopOrder[] {
  return Array.from({ length: count }, (_, share) => ({
    ...order,
    ids: order.ids.filter((_id, i) => (i + 1) % count === share),
    room: share === 0 ? order.room : undefined,
  }));
}
