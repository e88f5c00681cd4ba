// The folders of restore drills: each holds a copy of customers' data, so none may be left behind.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The prefix of such a folder's name; `mkdtemp` adds six characters. */
export const drillPrefix = 'drill-';
const namePattern = /^drill-\w{6}$/;

/** In milliseconds. A drill takes minutes; an older folder is left from a drill that was killed. */
const longestDrillMs = 6 * 60 * 60 * 1000;

/** Removes the folders that killed drills left in a directory. @throws when it cannot be read */
export function sweepDrillFolders(directory: string, now: Date): void {
  for (const name of readdirSync(directory).filter((name) => namePattern.test(name))) {
    const folder = join(directory, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && now.getTime() - made > longestDrillMs) {
      // Another process may remove them at the same time.
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
