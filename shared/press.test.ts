import { expect, it } from 'vitest';
import { pressReleases } from './press.ts';
import { pressKitMegabytes, pressKitParts, pressKitPath } from './press-kit.ts';

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

it('Every release has a day, a title and a summary of its own', () => {
  for (const { date, title, summary } of pressReleases) {
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    expect(title.length).toBeGreaterThan(10);
    expect(summary.length).toBeGreaterThan(60);
  }
  for (const field of ['title', 'summary', 'date'] as const) {
    expect(new Set(pressReleases.map((release) => release[field])).size).toBe(pressReleases.length);
  }
});

it('Every part of the press kit has a folder of its own and says what is in it', () => {
  expect(pressKitPath).toMatch(/^\/[a-z-]+\.zip$/);
  expect(pressKitMegabytes).toBe(10);
  expect(pressKitParts.map(({ folder }) => folder)).toEqual([
    ...['covers/print', 'covers/web', 'covers/titled', 'banners', 'views', 'app', 'screenshots'],
    ...['previews', 'logo'],
  ]);
  for (const { title, format } of pressKitParts) {
    expect(title.length).toBeGreaterThan(5);
    expect(format).toMatch(/JPEG|SVG/);
  }
});
