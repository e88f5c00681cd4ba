import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentVersions } from '#shared/document-versions.ts';
import { admin } from '#tests/support/admin.ts';
import { buy } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { TAX: 'stripe' } });
});
afterAll(() => shop.close());

it('An order keeps country and VAT as the payment provider reckoned them, and the version of the terms; the price stays', async () => {
  const { sessionId } = await buy(shop, ['fod', 'fist'], newEmail());
  const shown = await admin(shop.environment, ['orders', 'show', sessionId, '--json']);
  expect(shown.json<{ order: { purchase: object } }>().order.purchase).toMatchObject({
    ...{ totalOre: 50_000, vatOre: 10_000, country: 'SE', termsVersion: documentVersions.terms },
  });
  const found = await admin(shop.environment, ['orders', 'find', sessionId]);
  expect(found.out).toContain(documentVersions.terms);
  const totals = await admin(shop.environment, ['orders', 'export', '--totals']);
  expect(totals.out).toBe(
    'country,rate,sales,net,vat,gross,returned,currency\nSE,25,1,400.00,100.00,500.00,0.00,SEK\n',
  );
  const books = await admin(shop.environment, ['orders', 'export']);
  expect(books.out).toMatch(
    new RegExp(
      `\nsale,${sessionId},,\\d{4}-\\d\\d-\\d\\d,\\d\\d:\\d\\d:\\d\\d,SE,25,400\\.00,100\\.00,500\\.00,SEK,\n`,
    ),
  );
});
