import { expect, it } from 'vitest';
import { games } from '#shared/adventures.ts';
import { accentOf, looks, looksCss } from './looks.ts';

it('Every world that has a page has an accent and a light of its own, and its light in both banners', () => {
  const css = looksCss();
  const accents = games.map(({ id }) => accentOf(id));
  expect(new Set(accents).size).toBe(games.length);
  expect(accents).not.toContain(undefined);
  for (const { id } of games) {
    expect(css).toContain(
      `[data-world="${id}"] { --accent: ${accentOf(id)}; --light: ${looks.get(id)?.light}; }`,
    );
    expect(css.split(`[data-scene="${id}"] { --lamp-x: `)).toHaveLength(3);
  }
});

it('A look that says which part of its cover a phone shows has it said, and no other has', () => {
  const cropped = [...looks].filter(([, { crop }]) => crop !== undefined);
  expect(cropped.map(([id]) => id)).toEqual(['bundle-pre-order']);
  expect(looksCss()).toContain(`--light: ${looks.get('bundle-pre-order')?.light}; --crop: 66%; }`);
  expect(looksCss().match(/--crop/g)).toHaveLength(cropped.length);
});

it('What has no look has no accent, so that the ember of the house stays', () => {
  expect(accentOf('no-home')).toBeUndefined();
});
