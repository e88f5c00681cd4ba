import { type BrowserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';

/**
 * A Lamport clock for what the tabs of one browser tell each other about the session. Time of day cannot order it: two
 * messages fall into one millisecond, and a clock that is set back would make everything look old for as long.
 */

/** A message's position in the order that all tabs share. */
export interface Stamp {
  /** Greater than every count that its tab knew of. */
  count: number;
  /** The tie-breaker between equal counts, the same in every tab. */
  tab: number;
}

export interface SessionClock {
  /** A stamp later than all this tab knows of. */
  next(): Stamp;
  /** Moves this tab past a stamp that another one gave. */
  hear(stamp: Stamp): void;
}

/** Whether `stamp` comes after `other` in the one order of all tabs. */
export function isLater(stamp: Stamp, other: Stamp): boolean {
  return stamp.count === other.count ? stamp.tab > other.tab : stamp.count > other.count;
}

/** Comes before every stamp a clock gives. */
export const beforeAll: Stamp = { count: 0, tab: 0 };

const storageKey = 'session-count';

/**
 * @param storage where all tabs find the highest count: a new tab, which has heard nothing yet, would otherwise start
 * behind the others and be ignored. Without it each tab counts from what it hears.
 * @param tab a number that no other open tab has
 */
export function createSessionClock(
  storage: BrowserStorage | null,
  tab: number = Math.random(),
): SessionClock {
  let highest = 0;

  return {
    next() {
      highest = Math.max(highest, storedCount(storage)) + 1;
      // If the browser stores nothing, each tab relies on what it hears from the others.
      storeText(storage, storageKey, String(highest));
      return { count: highest, tab };
    },
    hear({ count }) {
      highest = Math.max(highest, count);
    },
  };
}

/** 0 if nothing usable is stored: anybody may edit their storage, and a browser may refuse it. */
function storedCount(storage: BrowserStorage | null): number {
  const count = Number(storedText(storage, storageKey));
  return Number.isSafeInteger(count) ? count : 0;
}
