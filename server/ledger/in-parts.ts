// Long work in parts, so that others have their turn in between.

import { integer, nullable } from './rows.ts';
import { query } from './script.ts';

/**
 * The shortest pause after writing a part, in milliseconds, so that others can write: SQLite's waiting writers retry
 * about this often, then ever less.
 */
export const writersTurnMs = 10;

/**
 * Splits a long list into parts, and yields between two of them: to the requests of this process, and with a pause also
 * to other processes that want to write.
 * @param pauseMs the shortest pause, in milliseconds; 0 for one turn of the event loop
 */
export async function* inParts<T>(
  list: readonly T[],
  size: number,
  pauseMs = 0,
): AsyncGenerator<readonly T[]> {
  for await (const { after, upTo } of inRanges({ first: 1, last: list.length }, size, pauseMs))
    yield list.slice(after, upTo);
}

/** Numbers of rows, the first left out. */
export interface Range {
  after: number;
  upTo: number;
}

/** The same for rows of a range of numbers, first and last; both are `null` when there are none. */
export async function* inRanges(
  { first, last }: { first: number | null; last: number | null },
  size: number,
  pauseMs = 0,
): AsyncGenerator<Range> {
  if (first === null || last === null) return;
  for (let after = first - 1; after < last; after += size) {
    const begun = performance.now();
    yield { after, upTo: Math.min(after + size, last) };
    if (after + size >= last) return;
    // On a slow machine others have waited longer, and need a longer pause to notice it.
    const turn = Math.max(pauseMs, (performance.now() - begun) / 2);
    await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, turn) : setImmediate(resolve)));
  }
}

/** The query for the first and the last number of a table's rows; both are `null` when there are none. */
export const extentOf = (table: 'activation_codes' | 'purchases' | 'redemptions') =>
  query(`SELECT (SELECT min(id) FROM ${table}) AS first, (SELECT max(id) FROM ${table}) AS last`, {
    first: nullable(integer),
    last: nullable(integer),
  });
