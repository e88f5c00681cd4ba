// Does work for each item in turn; a failing item does not stop the others, three failures in a row do.

/** So many failures in a row are an outage and not the items' fault. */
const mostInARow = 3;

/**
 * Does work for each item in turn, also when it fails for some.
 * @param stopping once it fires, no further item is begun
 * @throws the first error, after all items were tried or three in a row have failed
 */
export async function eachOnItsOwn<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let inARow = 0;
  for (const item of items) {
    if (stopping?.aborted) break;
    try {
      await work(item);
      inARow = 0;
    } catch (error) {
      failures.push(error);
      inARow += 1;
      if (inARow === mostInARow) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}
