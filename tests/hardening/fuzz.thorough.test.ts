import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { fuzz } from './support/fuzz.ts';

let shop: Shop;
beforeAll(async () => {
  // Beyond the rate limits every answer would be 429.
  shop = await openShop({ environment: { RATE_LIMIT_FACTOR: '1000', ALLOWED_ORIGINS: 'http://localhost' } });
});
afterAll(() => shop.close());

it('No generated request, right, nearly right or broken, is answered with 5xx or not at all, and the site goes on', async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
  const { idToken } = await newPerson(shop);
  const { statuses, faults } = await fuzz(shop, 2000, seed, idToken);
  expect(faults).toEqual([]);
  expect(Object.keys(statuses).length).toBeGreaterThan(5);
  expect(statuses['200']).toBeGreaterThan(100);
  expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
