// The books as CSV tables. Buyers typed nothing in them, so negative amounts stay numbers (no CSV injection).

import { inParts } from '#server/ledger/in-parts.ts';
import { shopDay } from '#shared/shop-day.ts';
import { shopTime } from '#shared/shop-days.ts';
import type { BookEntry, BookTotal } from './books.ts';
import { type Columns, csvText } from './csv-text.ts';

/** Öre as kronor with two decimals, which spreadsheets and bookkeeping programs read. */
const decimal = (ore: number): string => (ore / 100).toFixed(2);

/** The amounts of a line or a total. */
const amounts: Columns<Pick<BookEntry, 'grossOre' | 'vatOre'>> = {
  net: ({ grossOre, vatOre }) => (vatOre === null ? '' : decimal(grossOre - vatOre)),
  vat: ({ vatOre }) => (vatOre === null ? '' : decimal(vatOre)),
  gross: ({ grossOre }) => decimal(grossOre),
};

const bookCells: Columns<BookEntry> = {
  kind: ({ kind }) => kind,
  order: ({ order }) => order,
  reference: ({ reference }) => reference ?? '',
  day: ({ at }) => shopDay(at),
  time: ({ at }) => shopTime(at),
  sold: ({ soldAt }) => shopDay(soldAt),
  country: ({ country }) => country ?? '',
  rate: ({ rate }) => rate ?? '',
  ...amounts,
  currency: ({ currency }) => currency.toUpperCase(),
  shown: ({ shown }) => shown ?? '',
};

const totalCells: Columns<BookTotal> = {
  country: ({ country }) => country ?? '',
  rate: ({ rate }) => rate ?? '',
  quarter: ({ quarter }) => quarter,
  sales: ({ sales }) => sales,
  ...amounts,
  returned: ({ returnedOre }) => decimal(returnedOre),
  currency: ({ currency }) => currency.toUpperCase(),
};

const numbersOnly = { disarmed: false } as const;

/** Lines that are made at once: takes some milliseconds. */
const linesAtOnce = 512;

/** The lines of the books as CSV, in pieces, so that other requests run between two of them. */
export async function* bookTable(entries: readonly BookEntry[]): AsyncGenerator<string> {
  yield csvText(bookCells, [], numbersOnly);
  for await (const part of inParts(entries, linesAtOnce))
    yield csvText(bookCells, part, { ...numbersOnly, header: false });
}

/** The totals by country, rate and quarter of sale as CSV. */
export const totalTable = (totals: readonly BookTotal[]): string => csvText(totalCells, totals, numbersOnly);
