import { expect, it } from 'vitest';
import { games } from './adventures.ts';
import { concretePaths } from './concrete-paths.ts';
import { gameRoute, paths, redirects, routes, type SiteRoute } from './routes.ts';

it('Every path of the specification is there, aliases with the canonical address of their main route', () => {
  expect(
    Object.fromEntries(concretePaths().map(({ path, canonical }) => [path, canonical])),
  ).toMatchSnapshot();
  expect(redirects).toEqual({ '/coc_aatt': '/call-of-cthulhu' });
});

it('Every builder makes an address of its own route, with its parameter encoded', () => {
  const house = Object.entries(routes).filter(([name]) => !name.startsWith('game/'));
  for (const [name, route] of house as [keyof typeof paths, SiteRoute][]) {
    const build = paths[name] as (part: string) => string;
    expect(build('a/b').replace(/\?.*/, '')).toBe(route.path.replace(/:\w+/, 'a%2Fb'));
  }
  for (const { id } of games) expect(paths.adventure(id)).toBe(routes[gameRoute({ id })]?.path);
  expect(() => paths.adventure('nowhere')).toThrow('nowhere has no page');
  expect(paths.order('a/b&c')).toBe('/shop/order?id=a%2Fb%26c');
});

it('No two routes answer the same path', () => {
  const all = concretePaths().map(({ path }) => path);
  expect(new Set(all).size).toBe(all.length);
});
