import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Columns, csvText } from './csv-text.ts';

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
  const lines = csvText({ campaign: (campaign) => campaign }, campaigns).split('\n');
  expect(lines.slice(1, -1).map((line) => line.replace(/^"/, '')[0])).toEqual([..."''''''P"]);
});

it('A negative amount stays a number where nothing was typed, and what is not there is an empty cell', () => {
  const cells = {
    a: () => -12.5,
    b: () => null,
    c: () => undefined,
    d: () => 0,
    e: () => '',
    f: () => '-12.50',
  };
  expect(csvText(cells, [null], { disarmed: false })).toBe('a,b,c,d,e,f\n-12.5,,,0,,-12.50\n');
});

it('A table in pieces has its headings once, also without a line', () => {
  const columns = { one: (row: number) => row };
  expect(csvText(columns, [])).toBe('one\n');
  expect(csvText(columns, [7], { header: false })).toBe('7\n');
});

it('Whatever is written is read again as it was: quotes, commas, line ends of every kind', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab,"\n\r\'=é ', '\r\n', '""') });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { minLength: 1 }), (rows) => {
      const columns: Columns<string[]> = {
        one: ([one]) => one,
        two: ([, two]) => two,
        three: ([, , three]) => three,
      };
      const written = csvText(columns, rows, { disarmed: false });
      expect(parse(written, { record_delimiter: '\n' })).toEqual([['one', 'two', 'three'], ...rows]);
    }),
  );
});
