import type { World } from '../world.ts';

/** What is asked of the worker. */
export interface LoopOrder {
  world: World;
  ids: readonly string[];
  /** Samples a second. */
  rate: number;
}

/** A source as the worker hands it back. */
export interface RenderedLoop {
  id: string;
  samples: Float32Array<ArrayBuffer>;
  rate: number;
  cues: number[];
}

/**
 * Makes sources on another thread and hands each over as soon as it is ready, in order.
 * @param signal ends the work at once; the promise then stays open
 * @throws {Error} when the worker's file does not come or its work fails
 */
export function renderLoops(
  order: LoopOrder,
  onLoop: (loop: RenderedLoop) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<void>((resolve, reject) => {
    let missing = order.ids.length;
    signal.addEventListener('abort', () => worker.terminate());
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(`The sound could not be made: ${event.message}`));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<RenderedLoop>) => {
      onLoop(data);
      missing -= 1;
      if (missing > 0) return;
      worker.terminate();
      resolve();
    });
    worker.postMessage(order);
  });
}
