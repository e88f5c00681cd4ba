// Scripts: database transactions as generators, and SQL statements with validated rows.

import { columnName, type Reader, type Row, rowReader, type Shape, valueReader } from './rows.ts';

/**
 * How the shop uses its database. A transaction is a script: a generator that yields a query and continues with its
 * result. SQLite runs it synchronously, PostgreSQL awaits each result, so every rule is written once. The SQL is what
 * both engines understand:
 *
 * - `?` stands for a value; `Date`, `boolean` and bytes are bound as each engine stores them.
 * - `?*` stands for a list: of values, for `IN (?*)`, or of rows, for `VALUES ?*`.
 * - `{columns}` stands for the columns of the shape that reads the result; a result of one column needs only a reader.
 * - `FOR NO KEY UPDATE` and `COLLATE "C"` are for PostgreSQL; SQLite, which has one writer and compares bytes, leaves
 * them out.
 */

export type Value = string | number | boolean | Date | Uint8Array | null;
/**
 * A text as both databases can hold and compare it: PostgreSQL has no NUL and would fail on what somebody typed, and a search in
 * SQLite would end at it. The sign for what cannot be written stands for it, so such a code, for example, is just unknown.
 */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

type List = readonly Value[] | readonly (readonly Value[])[];
type Argument = Value | List;

/** A part of a statement, in the same SQL, to be put into others. */
export type Expression = string;

/** One query: a statement with its values. The result of `run` is the number of rows written. */
export interface Question {
  statement: Statement;
  values: readonly Value[];
  as: 'all' | 'get' | 'run';
}

/** A transaction, or a part of one. */
export type Script<T> = Generator<Question, T, unknown>;

/** What a script gives for each item, one after the other. */
export function* eachOf<A, B>(items: readonly A[], script: (item: A) => Script<B>): Script<B[]> {
  const given: B[] = [];
  for (const item of items) given.push(yield* script(item));
  return given;
}

let statements = 0;

/** The text of a statement. Engines prepare it once, and identify it by its number. */
export class Statement {
  readonly number = statements++;
  readonly sql: string;
  readonly #lists: boolean;
  readonly #expanded = new Map<string, Statement>();

  constructor(sql: string) {
    this.sql = sql;
    this.#lists = sql.includes('?*');
  }

  ask(given: readonly Argument[], as: Question['as']): Question {
    if (!this.#lists) return { statement: this, values: given as readonly Value[], as };
    const lists = given.filter((argument) => Array.isArray(argument)) as List[];
    const shape = lists.map((list) => `${list.length}x${Array.isArray(list[0]) ? list[0].length : 0}`).join();
    let statement = this.#expanded.get(shape);
    if (!statement) {
      const remaining = [...lists];
      statement = new Statement(this.sql.replaceAll('?*', () => marksOf(remaining.shift() ?? [])));
      this.#expanded.set(shape, statement);
    }
    return { statement, values: (given as unknown[]).flat(2) as Value[], as };
  }
}

function marksOf(list: List): string {
  return list.map((item) => (Array.isArray(item) ? `(${item.map(() => '?').join(', ')})` : '?')).join(', ');
}

/**
 * Most rows or values of a list in one statement. Every length is a separate prepared statement, so a long list is sent
 * in a few fixed lengths, and only a short rest in any other.
 */
const listLengths = [256, 64, 16];

/** Splits a list into parts of these lengths. */
function* pieces<T>(list: readonly T[]): Generator<readonly T[]> {
  let from = 0;
  while (from < list.length) {
    const left = list.length - from;
    const length = listLengths.find((size) => size <= left) ?? left;
    yield list.slice(from, from + length);
    from += length;
  }
}

/** A statement that returns rows, each read with a shape, or of one column, whose values are read with a reader. */
interface Query<T> {
  all(...values: Argument[]): Script<T[]>;
  get(...values: Argument[]): Script<T | undefined>;
  /** For a statement that always returns a row, such as a count. @throws when there is none */
  one(...values: Argument[]): Script<T>;
  /** For `VALUES ?*` or `IN (?*)`, whatever the length of the list; other values come after it. */
  each(list: List, ...values: Value[]): Script<T[]>;
}

/** Declares a statement that returns rows: of one column with its reader, of several with a shape. */
export function query<T>(sql: string, column: Reader<T>): Query<T>;
export function query<S extends Shape>(sql: string, shape: S): Query<Row<S>>;
export function query<T>(sql: string, shape: Reader<T> | Shape): Query<T> {
  const columns = Object.keys(shape).map(columnName).join(', ');
  const statement = new Statement(sql.replace('{columns}', columns));
  const read = (typeof shape === 'function' ? valueReader(shape) : rowReader(shape)) as (row: object) => T;
  return {
    *all(...values) {
      return ((yield statement.ask(values, 'all')) as object[]).map(read);
    },
    *get(...values) {
      const row = (yield statement.ask(values, 'get')) as object | undefined;
      return row && read(row);
    },
    *one(...values) {
      const row = (yield statement.ask(values, 'get')) as object | undefined;
      if (!row) throw new Error(`There is no row where there must be one: ${sql}`);
      return read(row);
    },
    *each(list, ...values) {
      const found: T[] = [];
      for (const piece of pieces<Value | readonly Value[]>(list)) {
        for (const row of (yield statement.ask([piece as List, ...values], 'all')) as object[])
          found.push(read(row));
      }
      return found;
    },
  };
}

/** A statement that writes; its result is the number of rows written. */
interface Command {
  run(...values: Argument[]): Script<number>;
  /** For `VALUES ?*` or `IN (?*)`, whatever the length of the list; other values come after it. */
  each(list: List, ...values: Value[]): Script<number>;
}

/** Declares a statement that writes. */
export function command(sql: string): Command {
  const statement = new Statement(sql);
  return {
    *run(...values) {
      return (yield statement.ask(values, 'run')) as number;
    },
    *each(list, ...values) {
      let written = 0;
      for (const piece of pieces<Value | readonly Value[]>(list)) {
        written += (yield statement.ask([piece as List, ...values], 'run')) as number;
      }
      return written;
    },
  };
}
