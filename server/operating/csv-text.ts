/** Writing tables as CSV (RFC 4180, with line feeds): a line costs a microsecond, so that a million of them are a matter of seconds. */

export type Cell = string | number | null | undefined;

/** What has to stand in quotes. */
const special = /[",\n\r]/;
/**
 * What spreadsheets take for the beginning of a formula, the full-width forms too (owasp.org/www-community/attacks/CSV_Injection).
 */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * One line, with its end.
 * @param disarmed whether texts that a spreadsheet would take for a formula get an apostrophe before them; numbers stay numbers
 */
export function csvLine(cells: readonly Cell[], disarmed: boolean): string {
  let line = '';
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index];
    let text = String(cell ?? '');
    if (disarmed && typeof cell === 'string' && formula.test(text)) text = `'${text}`;
    if (special.test(text)) text = `"${text.replaceAll('"', '""')}"`;
    line += index === 0 ? text : `,${text}`;
  }
  return `${line}\n`;
}

/**
 * Rows as CSV with headings.
 * @param disarmed false for rows in which nothing was typed by anybody, so that negative amounts stay numbers
 */
export function csvText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
  disarmed = true,
): string {
  const lines = rows.map((row) => columns.map((column) => row[column]));
  return [columns, ...lines].map((cells) => csvLine(cells, disarmed)).join('');
}
