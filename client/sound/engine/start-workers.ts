import type { World } from '../world.ts';

/** The worker threads that render a scene's sound. */
export interface Workers {
  threads: readonly Worker[];
  /** Resolves when one of them has failed, or its file did not load. */
  failure: Promise<ErrorEvent>;
  /** Terminates them. */
  stop(): void;
}

/**
 * Starts the workers: two if the device has a third core for the page. They load the scene's makers while the player is
 * still loading, and wait for an order (render-loops.ts).
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
