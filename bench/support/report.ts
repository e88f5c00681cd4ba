import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const results = join(import.meta.dirname, '../results');

/** A line of a table: its cells by column. */
export type Row = Record<string, string | number>;

/** The middle value; of an even number of values the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Prints the tables of a benchmark and writes them with the machine they were made on to `bench/results/NAME.json`.
 * @param notes what a reader must know to judge the figures
 */
export function report(name: string, tables: Record<string, Row[]>, notes: readonly string[] = []): void {
  for (const [title, rows] of Object.entries(tables)) {
    console.log(`\n${title}`);
    console.table(rows);
  }
  for (const note of notes) console.log(`- ${note}`);
  mkdirSync(results, { recursive: true });
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  const content = { name, at: new Date().toISOString(), machine, notes, tables };
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}
