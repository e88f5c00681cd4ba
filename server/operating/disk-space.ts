// Warnings about free disk space.

import type { Log } from '#server/runtime.ts';
import type { Probes } from './probes.ts';

/** Free disk space, in bytes: below `warning` somebody should look, below `wrong` sales will soon stop. */
export const space = { warning: 1_000_000_000, wrong: 200_000_000 } as const;

/**
 * Logs a warning before the database's disk is full; repeats it while that lasts.
 * @param onFound is told the free space, in bytes
 */
export async function warnOfFullDisk(
  disk: Probes['disk'],
  log: Log,
  onFound: (freeBytes: number) => void,
): Promise<void> {
  const found = await disk();
  if (!found) return;
  onFound(found.freeBytes);
  if (found.freeBytes >= space.warning) return;
  const say = found.freeBytes < space.wrong ? log.error : log.warn;
  const about = { freeBytes: found.freeBytes, totalBytes: found.totalBytes };
  say.call(log, about, 'the disk of the database is getting full: when it is, nothing can be sold');
}
