import { type Cell, csvLines, csvText } from './csv-text.ts';
import { inParts } from './in-parts.ts';

/** Lines that are made at once: some milliseconds. */
const linesAtOnce = 512;

/**
 * A long list as CSV with headings, in pieces, so that others have their turn between two of them.
 * @param rowsOf makes rows of a part of the list
 * @param disarmed as for `csvLines`
 */
export async function* csvPieces<T>(
  columns: readonly string[],
  list: readonly T[],
  rowsOf: (part: readonly T[]) => readonly Readonly<Record<string, Cell>>[],
  disarmed = true,
): AsyncGenerator<string> {
  yield csvText(columns, [], disarmed);
  for await (const part of inParts(list, linesAtOnce))
    yield csvLines(
      rowsOf(part).map((row) => columns.map((column) => row[column])),
      disarmed,
    );
}
