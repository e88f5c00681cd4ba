import { expect, it } from 'vitest';
import { csvPieces } from './csv-pieces.ts';
import { csvText } from './csv-text.ts';

it('A long list in pieces is the same text as in one, and others have their turn between two of them', async () => {
  const list = Array.from({ length: 1300 }, (_, number) => ({ number, text: `=${number}` }));
  const others: string[] = [];
  const pieces: string[] = [];
  for await (const piece of csvPieces(['text', 'number'], list, (part) => part)) {
    pieces.push(piece);
    setImmediate(() => others.push(`after piece ${pieces.length}`));
  }
  expect(pieces.join('')).toBe(csvText(['text', 'number'], list));
  expect(pieces).toHaveLength(4);
  expect(others).toEqual(expect.arrayContaining(['after piece 2', 'after piece 3']));
});
