import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('A cell that a spreadsheet would take for a formula is a text in a file that is exported', () => {
  const campaigns = ['=HYPERLINK("https://evil.example","win")', '+1', '-1', '@SUM(A1)', '\t=1', 'Podcast'];
  const lines = toCsv(
    ['campaign'],
    campaigns.map((campaign) => ({ campaign })),
  ).split('\n');
  expect(lines.slice(1, -1).map((line) => line.replace(/^"/, '')[0])).toEqual(["'", "'", "'", "'", "'", 'P']);
});
