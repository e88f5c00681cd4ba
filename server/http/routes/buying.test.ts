import { expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { countsInMemory } from '#server/ledger/bounded-counts.ts';
import { createCheckoutSession, readOrder } from '#shared/endpoints.ts';
import { completeSettings } from '#tests/support/configuration.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import { createReadiness } from '../readiness.ts';
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

it('A shop that has stopped selling opens no payment page', async () => {
  const shop = smallShop();
  const readiness = createReadiness();
  const services = {
    ...{ ...shop, readiness, counts: countsInMemory },
    config: readConfig(completeSettings),
  } as unknown as Services;
  const create = buyingCalls(services)[createCheckoutSession];
  const pay = () =>
    create({
      ...{ request: { headers: {}, get: () => undefined }, response: { cookie: vi.fn() }, account: null },
      body: { products: [{ id: 'fod' }], email: 'anna@example.com', baseUrl: services.config.publicUrl },
    } as unknown as Parameters<typeof create>[0]);
  await expect(pay()).resolves.toEqual({ redirect_url: 'https://pay.example/cs_new' });
  readiness.stopSales('The database is damaged.');
  await expect(pay()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(shop.asked.filter(([what]) => what === 'createCheckoutSession')).toHaveLength(1);
});
