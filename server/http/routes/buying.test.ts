import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { countsInMemory } from '#server/ledger/bounded-counts.ts';
import { readOrder } from '#shared/endpoints.ts';
import { completeSettings } from '#tests/support/configuration.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import type { Services } from '../services.ts';
import { buyingCalls } from './buying.ts';

it('The payment provider is not asked for what cannot be an order’s id', async () => {
  const shop = smallShop();
  const services = {
    ...shop,
    counts: countsInMemory,
    config: readConfig(completeSettings),
  } as unknown as Services;
  const read = buyingCalls(services)[readOrder];
  const look = (checkoutSessionId: string) =>
    read({
      ...{ request: { headers: {} }, account: null, parameters: { checkoutSessionId } },
    } as unknown as Parameters<typeof read>[0]);
  const notFound = expect.objectContaining({ code: 'order_not_found' });
  for (const id of ['pi_1', 'cs_', '../customers/cus_1', `cs_${'a'.repeat(201)}`])
    await expect(look(id), id).rejects.toEqual(notFound);
  expect(shop.asked).toEqual([]);
  await expect(look('cs_test_unknown')).rejects.toEqual(notFound);
  expect(shop.asked).toHaveLength(1);
});
