// Validates the lines of an operator's table one by one, and collects the faults.

import { Refusal } from '#server/refusal.ts';

/** A line of an operator's table, its cells by column name. */
export interface FileRow {
  /** Counted from 1, including the heading, as an editor shows it. */
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** A line that cannot be used, and why. */
export interface FileFault {
  line: number;
  reason: string;
}

/** A validated table: every line is either an entry or a fault. */
export interface ReadRows<T> {
  entries: T[];
  faults: FileFault[];
}

/**
 * Reads every line, so that all faults are known before anything is written.
 * @param read throws a {@link Refusal} for a line that cannot be used
 */
export function readRows<T>(rows: readonly FileRow[], read: (row: FileRow) => T): ReadRows<T> {
  const { entries, faults }: ReadRows<T> = { entries: [], faults: [] };
  for (const row of rows) {
    try {
      entries.push(read(row));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push({ line: row.line, reason: error.message });
    }
  }
  return { entries, faults };
}
