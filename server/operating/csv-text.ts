/** Writing tables as CSV. */
import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null | undefined;

/**
 * Lines of a table, each with its end.
 * @param disarmed whether texts that a spreadsheet would take for a formula get an apostrophe before them
 * (owasp.org/www-community/attacks/CSV_Injection); false for lines in which nothing was typed by anybody
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
