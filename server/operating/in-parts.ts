/**
 * How long others have their turn at least after a part was written, in milliseconds: SQLite's waiting writers look about this
 * often, then ever less.
 */
export const writersTurnMs = 10;

/**
 * Cuts a long list into parts, and gives others their turn between two of them: the requests of this process, and with a
 * pause the other processes that want to write.
 * @param pauseMs how long the turn is at least, in milliseconds; 0 for one turn of the event loop
 */
export async function* inParts<T>(
  list: readonly T[],
  size: number,
  pauseMs = 0,
): AsyncGenerator<readonly T[]> {
  for await (const { after, upTo } of inRanges({ first: 1, last: list.length }, size, pauseMs))
    yield list.slice(after, upTo);
}

/** The same for rows that are told by the first and the last of their numbers; for none, both are `null`. */
export async function* inRanges(
  { first, last }: { first: number | null; last: number | null },
  size: number,
  pauseMs = 0,
): AsyncGenerator<{ after: number; upTo: number }> {
  if (first === null || last === null) return;
  for (let after = first - 1; after < last; after += size) {
    const begun = performance.now();
    yield { after, upTo: Math.min(after + size, last) };
    if (after + size >= last) return;
    // On a slow machine others have waited longer, and need a longer turn to notice it.
    const turn = Math.max(pauseMs, (performance.now() - begun) / 2);
    await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, turn) : setImmediate(resolve)));
  }
}
