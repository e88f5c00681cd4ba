import { expect, it } from 'vitest';
import { pressReleases } from './press.ts';

it('Every slug of the specification is a release, and the list goes from the newest to the oldest', () => {
  expect(pressReleases.map(({ slug }) => slug)).toEqual([
    'fod-released',
    'first-investment-round',
    'fist-is-out',
    'fist-release-date',
    'fist',
    'dracula',
    'fod-ks-complete',
    'fod-ios-update',
    'fod-funded',
    'fighting-fantasy-announcement',
    'fod-kickstarter',
  ]);
  const dates = pressReleases.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
});

it('The releases that have a date in the specification carry it', () => {
  const dateOf = (wanted: string) => pressReleases.find(({ slug }) => slug === wanted)?.date;
  expect(dateOf('fist-is-out')).toBe('2024-09-07');
  expect(dateOf('fod-released')).toBe('2025-03-28');
});

it('A release that lies in the home of an adventure is about it, and the others are about the house', () => {
  const worlds = Object.fromEntries(pressReleases.map(({ slug, world }) => [slug, world]));
  expect(worlds).toMatchObject({ 'fod-funded': 'fod', 'fist-is-out': 'fist', dracula: 'dracula' });
  expect(worlds['first-investment-round']).toBeUndefined();
});
