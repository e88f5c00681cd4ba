/**
 * Row validation: readers that check database columns. Both engines return rows as their drivers make them (a time is
 * text in SQLite and a `Date` in PostgreSQL, booleans are 1 and 0 or `true` and `false`); a reader makes one value of it,
 * or throws.
 */

/** Reads one column. @throws when it holds anything else; the message never quotes the value */
export type Reader<T> = (value: unknown) => T;

/** The columns of a row by their names in camelCase: `paidAt` is the column `paid_at`. */
export type Shape = Readonly<Record<string, Reader<unknown>>>;
export type Row<S extends Shape> = { [Column in keyof S]: ReturnType<S[Column]> };

const unexpected = (expected: string): never => {
  throw new TypeError(`expected ${expected}`);
};

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : unexpected('text'));

/** A safe integer. PostgreSQL returns sums of big numbers as text. */
export const integer: Reader<number> = (value) => {
  const number = typeof value === 'string' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : unexpected('a whole number');
};

export const flag: Reader<boolean> = (value) => {
  if (value === true || value === 1) return true;
  return value === false || value === 0 ? false : unexpected('yes or no');
};

/** A moment, UTC. */
export const time: Reader<Date> = (value) => {
  const moment = typeof value === 'string' ? new Date(value) : value;
  return moment instanceof Date && !Number.isNaN(moment.getTime()) ? moment : unexpected('a time');
};

export const bytes: Reader<Uint8Array> = (value) =>
  value instanceof Uint8Array ? value : unexpected('bytes');

export const nullable =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : read(value);

/** One of the words that the column's CHECK constraint allows. */
export const oneOf = <const T extends string>(words: readonly T[]): Reader<T> => {
  const known: ReadonlySet<unknown> = new Set(words);
  return (value) => (known.has(value) ? (value as T) : unexpected(`one of ${words.join(', ')}`));
};

/** Words from a closed set in the program, without a CHECK constraint: a row of a newer program may hold another word. */
export const word = <T extends string>(): Reader<T> => text as Reader<T>;

/** A JSON array of texts. */
export const textList: Reader<string[]> = (value) => {
  const list: unknown = JSON.parse(text(value));
  return Array.isArray(list) ? list.map(text) : unexpected('a list of texts');
};

/** A JSON object. */
export const jsonObject: Reader<Record<string, unknown>> = (value) => {
  const object: unknown = JSON.parse(text(value));
  return typeof object === 'object' && object !== null && !Array.isArray(object)
    ? (object as Record<string, unknown>)
    : unexpected('an object');
};

/** A property's column name: `paidAt` as `paid_at`. */
export const columnName = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function readColumn<T>(column: string, value: unknown, read: Reader<T>): T {
  try {
    return read(value);
  } catch (error) {
    throw new TypeError(`The column ${column}: ${(error as Error).message}`, { cause: error });
  }
}

/** Makes the reader of rows of one column. @throws as {@link rowReader} */
export const valueReader =
  <T>(read: Reader<T>): ((row: object) => T) =>
  (row) => {
    const [[column, value] = ['', undefined]] = Object.entries(row);
    return readColumn(column, value, read);
  };

/** Makes the reader of whole rows. @throws when a column is missing or has another type; the message names it */
export function rowReader<S extends Shape>(shape: S): (row: object) => Row<S> {
  const columns = Object.entries(shape).map(([key, read]) => ({ key, column: columnName(key), read }));
  return (row) => {
    const values: Record<string, unknown> = {};
    for (const { key, column, read } of columns)
      values[key] = readColumn(column, (row as Record<string, unknown>)[column], read);
    return values as Row<S>;
  };
}
