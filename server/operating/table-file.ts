// Lines of a table that an operator brings: read one by one, faults collected.

import { Refusal } from '#server/refusal.ts';

/** A line of a table that an operator brings, its cells by column name. */
export interface FileRow {
  /** Counted from 1, the heading included, as an editor shows it. */
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** A line that cannot be used, and why. */
export interface FileFault {
  line: number;
  reason: string;
}

/** A table that was read: every line is either an entry or a fault. */
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
