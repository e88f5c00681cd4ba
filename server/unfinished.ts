// What a signal must not leave behind: files that are not finished, and copies of customers' data.

import { constants } from 'node:os';

/** Ctrl-C, `docker stop`, and a terminal that was closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const acts = new Set<() => void>();

function end(signal: NodeJS.Signals): void {
  for (const act of acts) act();
  stopWaiting();
  // A shell that runs a script stops with it only when the command dies by the signal.
  process.kill(process.pid, signal);
  // Process 1 of a container does not die by one.
  process.exit(128 + constants.signals[signal]);
}

function stopWaiting(): void {
  for (const signal of signals) process.off(signal, end);
}

/**
 * Does work that leaves something unfinished meanwhile. Before a signal ends the process, it is removed, or told; when the
 * work has ended, well or not, signals do what they did before. For processes that do nothing else on a signal.
 * @param act removes or tells it; synchronous, because nothing is awaited any more
 */
export async function doOnSignal<T>(act: () => void, work: () => Promise<T>): Promise<T> {
  if (acts.size === 0) for (const signal of signals) process.on(signal, end);
  acts.add(act);
  try {
    return await work();
  } finally {
    acts.delete(act);
    if (acts.size === 0) stopWaiting();
  }
}
