import { expect, it } from 'vitest';
import { games } from './adventures.ts';
import { concretePaths, secretValues } from './concrete-paths.ts';
import { gameRoute, paths, redirects, routeOf, routes, type SiteRoute } from './routes.ts';

it('Every path of the specification is there, aliases with the canonical address of their main route', () => {
  expect(
    Object.fromEntries(concretePaths().map(({ path, canonical }) => [path, canonical])),
  ).toMatchSnapshot();
  expect([...redirects]).toEqual([['/coc_aatt', '/call-of-cthulhu']]);
});

it('Every builder makes an address of its own route, with its parameter encoded', () => {
  const house = Object.entries(routes).filter(([name]) => !name.startsWith('game/'));
  for (const [name, route] of house as [keyof typeof paths, SiteRoute][]) {
    const build = paths[name] as (part: string) => string;
    expect(build('a/b').replace(/\?.*/, '')).toBe(route.path.replace(/:\w+/, 'a%2Fb'));
  }
  for (const game of games) expect(routeOf(gameRoute(game)).path).toBe(game.page.path);
  expect(routeOf('faq')).toBe(routes.faq);
  expect(() => routeOf('game/nowhere')).toThrow('There is no route game/nowhere');
  expect(paths.order('a/b&c')).toBe('/shop/order?id=a%2Fb%26c');
});

it('A claim link’s page is for its 43 characters, and one file serves them all', () => {
  const isLink = (text: string) => secretValues.open?.test(text);
  expect([`${'A_-9'.repeat(10)}xyz`, 'a'.repeat(43)].map(isLink)).toEqual([true, true]);
  for (const text of ['', 'a', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}.`, `.${'a'.repeat(43)}`])
    expect(isLink(text), text).toBe(false);
  expect(concretePaths().filter(({ name }) => name === 'open')).toEqual([
    { name: 'open', path: '/open/any', canonical: '/open/any' },
  ]);
});

it('No two routes answer the same path', () => {
  const all = concretePaths().map(({ path }) => path);
  expect(new Set(all).size).toBe(all.length);
});

it('On every navigation the page title is set: by the route, or by the page where it shows one of many', () => {
  const titles = Object.entries(routes).map(([name, { title }]: [string, SiteRoute]) => [name, title]);
  expect(titles.filter(([, title]) => title === undefined).map(([name]) => name)).toEqual([
    ...['pressArticle', 'product'],
  ]);
  const set = titles.flatMap(([, title]) => title ?? []);
  expect(set.filter((title) => title.length < 4)).toEqual([]);
  expect(new Set(set).size).toBe(set.length);
});

it('Personal pages are not for search engines, everything else is', () => {
  const personal = Object.entries(routes).filter(([, { indexed }]: [string, SiteRoute]) => !indexed);
  expect(personal.map(([name]) => name)).toEqual([
    ...['cart', 'shopLogin', 'success', 'cancel', 'order', 'withdraw', 'open', 'guestCheckout'],
    ...['account', 'createAccount', 'forgotPassword', 'operator'],
  ]);
});

it('An unknown product leads to the shop, an unknown section to the operator’s first, an unknown article nowhere', () => {
  const fallbacks = Object.entries(routes).flatMap(([name, { fallback }]: [string, SiteRoute]) =>
    fallback === undefined ? [] : [[name, fallback]],
  );
  expect(fallbacks).toEqual([
    ['product', '/shop'],
    ['guestCheckout', '/shop'],
    ['operator', '/operator'],
  ]);
});
