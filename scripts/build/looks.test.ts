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

it('A home without a look, such as the bundle, has the ember of the house', () => {
  expect(accentOf('bundle-pre-order')).toBeUndefined();
  expect(looksCss()).not.toContain('bundle-pre-order');
});
