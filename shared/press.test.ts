import { expect, it } from 'vitest';
import { pressReleases } from './press.ts';
import { pressSlugs } from './press-slugs.ts';

it('Every slug of the specification is a release, and the list goes from the newest to the oldest', () => {
  expect(pressReleases.map(({ slug }) => slug)).toEqual(pressSlugs);
  const dates = pressReleases.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
});

it('The releases that have a date in the specification carry it', () => {
  const dateOf = (wanted: string) => pressReleases.find(({ slug }) => slug === wanted)?.date;
  expect(dateOf('fist-is-out')).toBe('2024-09-07');
  expect(dateOf('fod-released')).toBe('2025-03-28');
});
