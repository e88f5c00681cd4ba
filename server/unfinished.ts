// What a signal must not leave behind: files that are not finished, and copies of customers' data.

import { constants } from 'node:os';

/** Ctrl-C, `docker stop`, and a terminal that was closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const removals = new Set<() => void>();

function end(signal: NodeJS.Signals): void {
  for (const remove of removals) remove();
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
 * Does work that leaves something unfinished meanwhile. A signal that ends the process removes it first; when the work
 * has ended, well or not, signals do what they did before. For processes that do nothing else on a signal.
 * @param remove what a signal removes; synchronous, because nothing is awaited any more
 */
export async function removedOnSignal<T>(remove: () => void, work: () => Promise<T>): Promise<T> {
  if (removals.size === 0) for (const signal of signals) process.on(signal, end);
  removals.add(remove);
  try {
    return await work();
  } finally {
    removals.delete(remove);
    if (removals.size === 0) stopWaiting();
  }
}
