// What commands print: tables, bars, name and value, progress.

import { shopMoment } from '#shared/shop-days.ts';
import type { Terminal } from './terminal.ts';

/** A moment as lists show it: the shop's ({@link shopMoment}). */
export function moment(date: Date | null): string {
  return date ? shopMoment(date) : '';
}

/** A cell's value: a time is shown as {@link moment}, a list joined with plus signs. */
type Cell = string | number | Date | null | readonly string[];
/** Where a column's cells come from: a field of the row, or a function of the row. */
type Column<T> = { [Key in keyof T]: T[Key] extends Cell ? Key : never }[keyof T] | ((row: T) => Cell);

/** Where a table is shown: lines of the terminal are so long; without end in a file or for a program. */
interface Place {
  terminal: Pick<Terminal, 'columns'>;
}
/** Makes a text of rows, as a command's `text` does, so that it can be one. */
type Table<T> = (rows: readonly T[], given?: unknown, place?: Place) => string;

/**
 * A table by its headings; numbers and amounts are right-aligned. Where the terminal would break its lines, each row is a
 * paragraph of {@link facts} instead. Without rows, `(none)`.
 */
export function tableOf<T extends object>(columns: Readonly<Record<string, Column<T>>>): Table<T> {
  return (rows, _given, { terminal } = { terminal: { columns: Infinity } }) => {
    if (rows.length === 0) return '(none)\n';
    const parts = Object.entries(columns).map(([heading, column]) => ({
      heading,
      cells: rows.map((row) => textOf(typeof column === 'function' ? column(row) : (row[column] as Cell))),
    }));
    const texts = parts.map(({ heading, cells }) => {
      const width = Math.max(heading.length, ...cells.map((cell) => cell.length));
      const isNumeric = cells.every((cell) => /^-?\d[\d\s]*(\.\d+)?( SEK)?$/.test(cell));
      return [heading, ...cells].map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)));
    });
    const lines = [null, ...rows].map((_, line) =>
      texts
        .map((cells) => cells[line])
        .join('  ')
        .trimEnd(),
    );
    if (lines.every(({ length }) => length <= terminal.columns)) return `${lines.join('\n')}\n`;
    return rows
      .map((_, row) => facts(parts.map(({ heading, cells }) => [heading, cells[row] ?? ''])))
      .join('\n');
  };
}

function textOf(cell: Cell): string {
  if (cell === null || cell instanceof Date) return moment(cell);
  return typeof cell === 'object' ? cell.join('+') : String(cell);
}

/** One line each: a name, a bar as long as its share of the largest, and the value in words. */
export function bars(
  items: readonly { name: string; value: number; label: string }[],
  columns: number,
): string {
  if (items.length === 0) return '(none)\n';
  const nameWidth = Math.max(...items.map(({ name }) => name.length));
  const labelWidth = Math.max(...items.map(({ label }) => label.length));
  const room = Math.max(10, Math.min(columns, 120) - nameWidth - labelWidth - 4);
  const largest = Math.max(...items.map(({ value }) => value), 1);
  const lines = items.map(({ name, value, label }) => {
    const eighths = Math.round((value / largest) * room * 8);
    const bar = '█'.repeat(Math.floor(eighths / 8)) + (' ▏▎▍▌▋▊▉'[eighths % 8] ?? '').trim();
    return `${name.padEnd(nameWidth)}  ${label.padStart(labelWidth)}  ${bar}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

/** Lines of `name  value`; those without a value are left out. */
export function facts(entries: readonly (readonly [string, string | number | null])[]): string {
  const shown = entries.filter(([, value]) => value !== null && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

/** After this time without output people wonder what is happening, in milliseconds. */
const patienceMs = 1000;

/**
 * Shows progress: on a terminal in one line that is overwritten, elsewhere one line per tenth.
 * @param verb what is happening, for example `Importing`
 * @param isPatient show nothing as long as it takes less than a second
 */
export function progressOn(
  terminal: Terminal,
  verb: string,
  isPatient = false,
): (done: number, total: number) => void {
  const begun = performance.now();
  let shown = -1;
  return (done, total) => {
    // Progress that was shown once is shown to its end.
    if (isPatient && shown === -1 && performance.now() - begun < patienceMs) return;
    const share = total === 0 ? 1 : done / total;
    const step = Math.floor(share * (terminal.interactive ? 100 : 10));
    if (step === shown) return;
    shown = step;
    const text = `${verb} ${done} of ${total} (${Math.floor(share * 100)} %)`;
    terminal.err(terminal.interactive ? `\r${text}${done === total ? '\n' : ''}` : `${text}\n`);
  };
}

/** Shows the current step once it takes longer than a second, and again every ten seconds. */
export function stepsOn(terminal: Terminal) {
  let timer: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(timer);
  return {
    end,
    /** This step begins now. */
    begin(step: string) {
      end();
      const begun = performance.now();
      const say = () => {
        const seconds = Math.round((performance.now() - begun) / 1000);
        terminal.err(`Still at: ${step} (${seconds} s)\n`);
        timer = setTimeout(say, 10 * patienceMs);
      };
      timer = setTimeout(say, patienceMs);
    },
  };
}
