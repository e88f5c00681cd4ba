// A disk that is getting full: from where on it is told.

import type { Log } from '#server/runtime.ts';
import type { Probes } from './probes.ts';

/** Free disk space, in bytes: from where on somebody should look, and from where on sales will soon stop. */
export const space = { warning: 1_000_000_000, wrong: 200_000_000 } as const;

/** Says in the log when the disk of the database is getting full, before it is. Repeated as long as it is so. */
export async function warnOfFullDisk(disk: Probes['disk'], log: Log): Promise<void> {
  const found = await disk();
  if (!found || found.freeBytes >= space.warning) return;
  const say = found.freeBytes < space.wrong ? log.error : log.warn;
  const about = { freeBytes: found.freeBytes, totalBytes: found.totalBytes };
  say.call(log, about, 'the disk of the database is getting full: when it is, nothing can be sold');
}
