import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { bookTable } from './book-tables.ts';
import type { BookEntry } from './books.ts';

const entry = (number: number): BookEntry => ({
  ...{
    kind: 'refund',
    order: `cs_${number}`,
    reference: `re_${number}`,
    at: new Date('2025-06-01T12:00:00Z'),
    soldAt: new Date('2025-05-31T12:00:00Z'),
  },
  ...{ country: 'SE', currency: 'sek', grossOre: -number, vatOre: null, rate: null, shown: null },
});

it('The table of the books has every line once and in order, and others have their turn while it is made', async () => {
  const entries = Array.from({ length: 1300 }, (_, number) => entry(number));
  const others: string[] = [];
  const pieces: string[] = [];
  for await (const piece of bookTable(entries)) {
    pieces.push(piece);
    setImmediate(() => others.push(`after piece ${pieces.length}`));
  }
  const read = parse(pieces.join(''), { columns: true }) as Record<string, string>[];
  expect(read.map(({ order }) => order)).toEqual(entries.map(({ order }) => order));
  expect(pieces).toHaveLength(4);
  expect(others).toEqual(expect.arrayContaining(['after piece 2', 'after piece 3']));
});
