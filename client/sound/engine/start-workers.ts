import type { World } from '../world.ts';

/** The threads that make a world's sound. */
export interface Workers {
  threads: readonly Worker[];
  /** Resolves when one of them has failed, or its file did not come. */
  failure: Promise<ErrorEvent>;
  /** Ends their work at once. */
  stop(): void;
}

/**
 * Starts the threads, two where the device has a third for the page. They bring what makes the world's sounds while the
 * player is still on its way, and wait for an order (render-loops.ts).
 */
export function startWorkers(world: World): Workers {
  const count = (navigator.hardwareConcurrency ?? 1) > 2 ? 2 : 1;
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' }),
  );
  for (const thread of threads) thread.postMessage(world);
  return {
    threads,
    failure: new Promise((resolve) => {
      for (const thread of threads) thread.addEventListener('error', resolve);
    }),
    stop() {
      for (const thread of threads) thread.terminate();
    },
  };
}
