import { expect, test } from 'vitest';
import { facts } from '#facts';
import { games } from '#shared/adventures.ts';
import { doorOf } from './door-of.ts';

test('Every adventure has one way on: to buy it with its price, to its free demo, to who funds it, or to be told', () => {
  const doors = Object.fromEntries(games.map((game) => [game.name, doorOf(game)]));
  expect(doors).toMatchObject({
    'Lone Wolf: The Fortress of Death': {
      title: 'Get it for 250 SEK',
      href: '/shop/product/fod',
      price: '250 SEK',
    },
    "Steve Jackson's F.I.S.T.": { title: 'Get it for 250 SEK', href: '/shop/product/fist', price: '250 SEK' },
    'Mace & Magic': { title: 'Get the free demo', href: '/download', price: 'Free demo' },
    'Call of Cthulhu: Alone Against the Tide': {
      title: 'Find it in the app',
      href: '/download',
      price: 'In the app',
    },
    'Dracula: Curse of the Vampire': {
      title: 'Go to the backer platform',
      href: facts.adventures['dracula']?.link,
      price: 'For backers',
    },
  });
});

test('What is neither sold, nor free, nor funded, nor out is waited for', () => {
  const page = { path: '/somewhere' as const };
  expect(doorOf({ id: 'not-yet', page, products: [] })).toEqual({
    title: 'Tell me when it is here',
    href: '/newsletter',
  });
});
