import { describe, expect, it } from 'vitest';
import { periodEnd } from './legal-periods.ts';

/** The last day of 14 days that are counted from a day, `YYYY-MM-DD`. */
const lastDay = (from: string): string =>
  new Date(periodEnd(from, 14).getTime() - 1).toISOString().slice(0, 10);

it('A period ends with its last day, counted from the day after, in UTC', () => {
  expect(periodEnd('2026-03-02', 14)).toEqual(new Date('2026-03-17T00:00:00Z'));
  expect(periodEnd('2026-03-02', 15)).toEqual(new Date('2026-03-18T00:00:00Z'));
});

describe('a period whose last day is none of work ends with the next working day', () => {
  it.each([
    ['a Saturday', '2026-02-28', '2026-03-16'],
    ['a Sunday', '2026-03-01', '2026-03-16'],
    ["New Year's Day", '2024-12-18', '2025-01-02'],
    ['Epiphany', '2025-12-23', '2026-01-07'],
    ['Good Friday', '2026-03-20', '2026-04-07'],
    ['Easter Monday', '2027-03-15', '2027-03-30'],
    ['the First of May', '2026-04-17', '2026-05-04'],
    ['Ascension Day', '2026-04-30', '2026-05-15'],
    ["Sweden's national day", '2025-05-23', '2025-06-09'],
    ['the earliest Midsummer Eve', '2026-06-05', '2026-06-22'],
    ['the latest Midsummer Eve', '2027-06-11', '2027-06-28'],
    ['Christmas Eve', '2026-12-10', '2026-12-28'],
    ['Christmas Day', '2025-12-11', '2025-12-29'],
    ['Boxing Day', '2028-12-12', '2028-12-27'],
    ["New Year's Eve", '2026-12-17', '2027-01-04'],
  ])('%s', (_name, from, last) => expect(lastDay(from)).toBe(last));

  it.each([
    ['the Friday before Midsummer Eve', '2027-06-04', '2027-06-18'],
    ['the Friday after it', '2026-06-12', '2026-06-26'],
    ['a Tuesday of its week', '2025-06-10', '2025-06-24'],
    ['the day before Good Friday', '2026-03-19', '2026-04-02'],
    ['a seventh of January', '2025-12-24', '2026-01-07'],
  ])('and not one that is %s', (_name, from, last) => expect(lastDay(from)).toBe(last));

  // Easter Sundays of a century: some of each length of the lunar year, the earliest, the latest, and the exceptions.
  it.each([
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2024-03-31',
    '2025-04-20',
    '2028-04-16',
    '2030-04-21',
    '2035-03-25',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2099-04-12',
  ])('around Easter, %s', (easter) => {
    const away = (days: number) =>
      new Date(Date.parse(easter) + days * 86_400_000).toISOString().slice(0, 10);
    expect(lastDay(away(-2 - 14))).toBe(away(2));
    expect(lastDay(away(-9 - 14))).toBe(away(-9));
    expect(lastDay(away(5 - 14))).toBe(away(5));
  });
});
