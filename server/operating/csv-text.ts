/** Writing tables as CSV. */
import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null | undefined;

/**
 * Rows as CSV lines, each with its line end.
 * @param disarmed whether to put an apostrophe before texts that a spreadsheet would take for a formula
 * (owasp.org/www-community/attacks/CSV_Injection); false for rows without anything that somebody typed
 */
export function csvLines(lines: readonly (readonly Cell[])[], disarmed: boolean): string {
  return stringify(
    lines.map((cells) => [...cells]),
    { escape_formulas: disarmed },
  );
}

/** Rows as CSV with headings. @param disarmed as for `csvLines` */
export function csvText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
  disarmed = true,
): string {
  return csvLines([columns, ...rows.map((row) => columns.map((column) => row[column]))], disarmed);
}
