import { expect, it } from 'vitest';
import { lastUsedText, readerMoment } from './session-words.ts';

const now = Date.parse('2025-06-14T12:00:00Z');

it.each([
  ['2025-06-14T12:05:00Z', 'in the last two hours'],
  ['2025-06-14T10:00:01Z', 'in the last two hours'],
  ['2025-06-14T10:00:00Z', '2 hours ago'],
  ['2025-06-13T12:00:01Z', '23 hours ago'],
  ['2025-06-13T12:00:00Z', 'a day ago'],
  ['2025-06-12T12:00:00Z', '2 days ago'],
  ['2025-06-01T00:00:00Z', '13 days ago'],
])('A session that was used at %s was used %s', (lastUsedAt, words) => {
  expect(lastUsedText(lastUsedAt, now)).toBe(words);
});

it('Browsers of one kind are told apart by when they were signed in, on the clock of the reader', () => {
  expect(readerMoment(new Date(2026, 10, 30, 14, 5).toISOString())).toBe('30 November 2026 at 14:05');
});
