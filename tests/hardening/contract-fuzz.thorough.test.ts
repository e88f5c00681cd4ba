import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { fuzzContract } from './support/contract-fuzz.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ mail: true, environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => shop.close());

it('Every answer of the API matches its OpenAPI document: status, headers, media type and body, over generated requests', async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
  const { answers, faults } = await fuzzContract(shop, 300, seed);
  expect([...new Set(faults)].slice(0, 20)).toEqual([]);
  const statuses = new Set(Object.keys(answers).map((name) => name.slice(-3)));
  expect([...statuses]).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404', '405', '415']));
});
