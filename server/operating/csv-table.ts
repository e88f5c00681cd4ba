// CSV parsing: separator, quotation marks, headings, encoding.

import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '#server/refusal.ts';
import { type KnownHeadings, nameColumns } from './column-names.ts';
import { decodeText } from './file-text.ts';
import type { FileFault, FileRow } from './table-file.ts';

/** The columns that a table of another program may have. */
interface TableShape {
  known: KnownHeadings;
  /** A column and the heading that the operator chose for it. */
  chosen: ReadonlyMap<string, string>;
}

/**
 * Parses a CSV file, with headings in its first line and commas, semicolons or tabs between cells, in any encoding that
 * spreadsheets write; a line `sep=;` before the headings names the separator. Headings are case-insensitive.
 * @param name of the file, for messages
 * @returns its rows, and as faults the lines that could not be parsed
 * @throws {Refusal} `invalid_request` when it cannot be read at all or lacks a heading
 */
export function readTable(bytes: Buffer, name: string, needed: readonly string[], shape?: TableShape) {
  const { text, encoding } = decodeText(bytes);
  const { records, faults } = recordsOf(text);
  const [first, ...rest] = records;
  const written = (first?.cells ?? []).map((heading) => heading.toLowerCase());
  const headings = shape ? nameColumns(written, shape.known, shape.chosen) : written;
  const missing = needed.filter((heading) => !headings.includes(heading));
  if (missing.length > 0) {
    throw new Refusal(
      'invalid_request',
      `${name} has no column ${missing.join(' and no column ')}; its first line names ${written.join(', ') || 'nothing'}.${shape ? ' --column says which one is meant.' : ''}`,
    );
  }
  const rows: FileRow[] = [];
  for (const { line, cells } of rest) {
    if (cells.length === headings.length) {
      rows.push({
        line,
        cells: Object.fromEntries(headings.map((name, index) => [name, cells[index] ?? ''])),
      });
    } else {
      faults.push({ line, reason: 'it has more or fewer cells than the first line' });
    }
  }
  return { rows, faults, encoding };
}

/** The separator line that some spreadsheets write before the headings. */
const separatorLine = /^sep=(.)\r?\n/i;

interface TextRecord {
  line: number;
  cells: string[];
}

/**
 * The records of a file. A misplaced quotation mark makes everything after it ambiguous: then each line is parsed by
 * itself, so that none is lost, and lines that cannot be parsed alone are faults.
 */
function recordsOf(whole: string): { records: TextRecord[]; faults: FileFault[] } {
  const said = separatorLine.exec(whole);
  const text = said ? whole.slice(said[0].length) : whole;
  const before = said ? 1 : 0;
  const delimiter = said?.[1] ?? delimiterOf(text);
  const all = parseRecords(text, delimiter, before);
  if (all) return { records: all, faults: [] };
  const faults: FileFault[] = [];
  const records = text.split(/\r\n|\n|\r/).flatMap((lineText, index) => {
    const read = parseRecords(lineText, delimiter, before + index);
    if (!read) faults.push({ line: before + index + 1, reason: 'a quotation mark stands where none may be' });
    return read ?? [];
  });
  return { records, faults };
}

/** @returns `null` when a quotation mark is misplaced */
function parseRecords(text: string, delimiter: string, linesBefore: number): TextRecord[] | null {
  const layout = { delimiter, trim: true, skip_empty_lines: true, relax_column_count: true };
  try {
    const records = parse(text, { ...layout, info: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return records.map(({ record, info }) => ({ line: linesBefore + info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}

/** The separator that occurs most often in the line with the headings. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r\n|\n|\r/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
