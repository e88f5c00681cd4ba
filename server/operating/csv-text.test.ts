import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLines, csvText } from './csv-text.ts';

it('A cell that a spreadsheet would take for a formula is a text in a file that is exported', () => {
  const campaigns = [
    '=HYPERLINK("https://evil.example","win")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\uFF1D1',
    'Podcast',
  ];
  const lines = csvText(
    ['campaign'],
    campaigns.map((campaign) => ({ campaign })),
  ).split('\n');
  expect(lines.slice(1, -1).map((line) => line.replace(/^"/, '')[0])).toEqual([..."''''''P"]);
});

it('A negative amount stays a number where nothing was typed, and what is not there is an empty cell', () => {
  expect(csvLines([[-12.5, null, undefined, 0, '']], false)).toBe('-12.5,,,0,\n');
  expect(csvLines([['-12.50']], false)).toBe('-12.50\n');
});

it('Whatever is written is read again as it was: quotes, commas, line ends of every kind', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab,"\n\r\'=é ', '\r\n', '""') });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { minLength: 1 }), (rows) => {
      const written = csvText(
        ['one', 'two', 'three'],
        rows.map(([one, two, three]) => ({ one, two, three })),
        false,
      );
      expect(parse(written, { record_delimiter: '\n' })).toEqual([['one', 'two', 'three'], ...rows]);
    }),
  );
});
