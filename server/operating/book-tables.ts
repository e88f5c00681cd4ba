// The books as CSV tables. Buyers typed nothing in them, so negative amounts stay numbers (no CSV injection).

import { shopDay } from '#shared/shop-day.ts';
import { shopTime } from '#shared/shop-days.ts';
import type { BookEntry, BookTotal } from './books.ts';
import { csvLines, csvText } from './csv-text.ts';
import { inParts } from './in-parts.ts';

type Cell = string | number;

/** Öre as kronor with two decimals, which spreadsheets and bookkeeping programs read. */
const decimal = (ore: number): string => (ore / 100).toFixed(2);

/** The amounts of a line or a total. */
const amounts = {
  net: ({ grossOre, vatOre }) => (vatOre === null ? '' : decimal(grossOre - vatOre)),
  vat: ({ vatOre }) => (vatOre === null ? '' : decimal(vatOre)),
  gross: ({ grossOre }) => decimal(grossOre),
} as const satisfies Record<string, (of: Pick<BookEntry, 'grossOre' | 'vatOre'>) => Cell>;

const bookCells = {
  kind: ({ kind }) => kind,
  order: ({ order }) => order,
  reference: ({ reference }) => reference ?? '',
  day: ({ at }) => shopDay(at),
  time: ({ at }) => shopTime(at),
  country: ({ country }) => country ?? '',
  rate: ({ rate }) => rate ?? '',
  ...amounts,
  currency: ({ currency }) => currency.toUpperCase(),
  shown: ({ shown }) => shown ?? '',
} as const satisfies Record<string, (entry: BookEntry) => Cell>;

const totalCells = {
  country: ({ country }) => country ?? '',
  rate: ({ rate }) => rate ?? '',
  sales: ({ sales }) => sales,
  ...amounts,
  returned: ({ returnedOre }) => decimal(returnedOre),
  currency: ({ currency }) => currency.toUpperCase(),
} as const satisfies Record<string, (total: BookTotal) => Cell>;

const rowsOf = <T>(cells: Readonly<Record<string, (of: T) => Cell>>, list: readonly T[]) =>
  list.map((of) => Object.fromEntries(Object.entries(cells).map(([name, cellOf]) => [name, cellOf(of)])));

/** The lines of the books as table rows. */
export const bookRows = (entries: readonly BookEntry[]): Record<string, Cell>[] => rowsOf(bookCells, entries);

/** The totals by country and rate as table rows. */
export const totalRows = (totals: readonly BookTotal[]): Record<string, Cell>[] => rowsOf(totalCells, totals);

/** Lines that are made at once: takes some milliseconds. */
const linesAtOnce = 512;

/** The lines of the books as CSV, in pieces, so that other requests run between two of them. */
export async function* bookTable(entries: readonly BookEntry[]): AsyncGenerator<string> {
  yield csvLines([Object.keys(bookCells)], false);
  for await (const part of inParts(entries, linesAtOnce))
    yield csvLines(
      bookRows(part).map((row) => Object.values(row)),
      false,
    );
}

/** The totals by country and rate as CSV. */
export const totalTable = (totals: readonly BookTotal[]): string =>
  csvText(Object.keys(totalCells), totalRows(totals), false);
