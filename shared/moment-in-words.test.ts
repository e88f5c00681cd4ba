import { expect, it } from 'vitest';
import { momentInWords, utcMoment } from './moment-in-words.ts';

it.each([
  ['in winter', '2026-03-02T23:30:00Z', '3 March 2026 at 00:30, Swedish time'],
  ['in summer', '2026-07-02T10:00:00Z', '2 July 2026 at 12:00, Swedish time'],
])('A moment is told in Swedish time, %s', (_season, moment, words) => {
  expect(momentInWords(new Date(moment))).toBe(words);
});

it('A moment in UTC is told to the minute', () => {
  expect(utcMoment(new Date('2026-03-02T23:30:59.999Z'))).toBe('2026-03-02 23:30 UTC');
});
