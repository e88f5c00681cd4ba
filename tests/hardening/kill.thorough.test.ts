import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { torture } from './support/torture.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('Killed in the middle of a storm, again and again, the site has everything it acknowledged once, and nothing by half', async () => {
  const outcome = await torture(shop, 3);
  expect(outcome).toMatchObject({ kills: 3, lost: [], half: [], damage: [] });
  expect(outcome.purchases.acknowledged).toBeGreaterThan(10);
  expect(outcome.redemptions.acknowledged).toBeGreaterThan(0);
});
