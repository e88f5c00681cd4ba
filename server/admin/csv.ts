import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { readTable, type TableFile } from '#server/operating/csv-table.ts';
import { Refusal } from '#server/refusal.ts';

/**
 * Reads a CSV file, as {@link readTable} does.
 * @throws {Refusal} `invalid_request` when it cannot be read at all or lacks a heading
 */
export function readCsv(file: string, needed: readonly string[]): TableFile {
  return readTable(readBytes(file), file, needed);
}

/** @throws {Refusal} `invalid_request` when the file cannot be read */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Refusal('invalid_request', `${file} cannot be read: ${(error as Error).message}`);
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Rows as CSV with headings. Cells that a spreadsheet would take for a formula are disarmed.
 * @param disarmed false for rows in which nothing was typed by anybody, so that negative amounts stay numbers
 */
export function toCsv(columns: readonly string[], rows: Rows, header = true, disarmed = true): string {
  return stringify(
    rows.map((row) => columns.map((column) => row[column] ?? '')),
    { header, columns: [...columns], escape_formulas: disarmed },
  );
}

/** Rows that come in pieces as the text of one CSV file, in pieces. */
export async function* csvPieces(
  columns: readonly string[],
  pieces: AsyncIterable<Rows>,
): AsyncGenerator<string> {
  yield toCsv(columns, []);
  for await (const rows of pieces) yield toCsv(columns, rows, false);
}

/**
 * Writes a new file, which only its owner may read.
 * @throws {Refusal} `invalid_request` when it exists already or cannot be written; nothing is left behind then
 */
export async function writeNewFile(file: string, content: string | AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const exists = `${file} exists already. Name a file that does not.`;
    throw new Refusal('invalid_request', error.code === 'EEXIST' ? exists : error.message);
  });
  try {
    await handle.writeFile(content);
  } catch (error) {
    await rm(file);
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === 'write' ? new Refusal('invalid_request', message) : error;
  } finally {
    await handle.close();
  }
}
