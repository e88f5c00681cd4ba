// One after the other, where one that fails does not keep the others from being done.

/** So many failures in a row are an outage, and have nothing to do with what was to be done. */
const mostInARow = 3;

/**
 * Does something for each, one after the other, also when it fails for some.
 * @throws what failed first, once all were tried or three in a row have failed
 */
export async function eachOnItsOwn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  let inARow = 0;
  for (const item of items) {
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
