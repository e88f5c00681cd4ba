/** Writing tables as CSV. */
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null | undefined;

/** The columns of a table by their headings, and what they say of a row. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

interface CsvOptions {
  /** Whether the headings come first; false for the next piece of a table. */
  header?: boolean;
  /**
   * Whether to put an apostrophe before texts that a spreadsheet would take for a formula
   * (owasp.org/www-community/attacks/CSV_Injection); false for a table without anything that somebody typed.
   */
  disarmed?: boolean;
}

/** A cell without the apostrophe that {@link csvText} has put before a text that looks like a formula. */
export const armed = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠])/, '');

/** Rows as CSV lines, each with its line end. */
export function csvText<T>(
  columns: Columns<T>,
  rows: readonly T[],
  { header = true, disarmed = true }: CsvOptions = {},
): string {
  const lines = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  return stringify(lines, { header, columns: Object.keys(columns), escape_formulas: disarmed });
}
