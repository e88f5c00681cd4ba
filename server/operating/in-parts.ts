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
  for (let from = 0; from < list.length; from += size) {
    const begun = performance.now();
    yield list.slice(from, from + size);
    if (from + size >= list.length) return;
    // On a slow machine others have waited longer, and need a longer turn to notice it.
    const turn = Math.max(pauseMs, (performance.now() - begun) / 2);
    await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, turn) : setImmediate(resolve)));
  }
}
