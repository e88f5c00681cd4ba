// The folders that restore drills make: each holds a copy of customers' data, so none may stay behind.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How the name of such a folder begins; `mkdtemp` adds six characters. */
export const drillPrefix = 'drill-';
const namePattern = /^drill-\w{6}$/;

/** A drill takes minutes; a folder older than this was left by one that was killed, in milliseconds. */
const longestDrillMs = 6 * 60 * 60 * 1000;

/** Removes the folders that killed drills left in a directory. @throws when it cannot be read */
export function sweepDrillFolders(directory: string, now: Date): void {
  for (const name of readdirSync(directory).filter((name) => namePattern.test(name))) {
    const folder = join(directory, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && now.getTime() - made > longestDrillMs) {
      // Another process may sweep at the same time.
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
