import { beforeEach, expect, it } from 'vitest';
import { anna, bo } from '#tests/support/accounts.ts';
import { byPage, noon, purchaseOf, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { anybody, type Viewer } from './order-viewer.ts';
import { readInvoice } from './read-invoice.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const record = (invoiceId: string | null) =>
  shop.verbs.recordPurchase(purchaseOf({ accountId: anna.id, invoiceId }), ['fod'], byPage, noon);
const read = (viewer: Viewer = { account: anna, browserId: null }) => readInvoice(shop, 'cs_1', viewer);
const url = 'https://pay.example/invoice/in_1';
const noInvoice = { code: 'invoice_not_found', message: 'No invoice was made for this order.' };

it('The buyer is shown where the invoice can be read now', async () => {
  await record('in_1');
  shop.papers?.set('cs_1', { lines: [], invoice: { id: 'in_1', url } });
  expect(await read()).toEqual({ url });
});

it('Nobody else is, and nothing is asked of the payment provider for them', async () => {
  await record('in_1');
  const detail = 'Only the browser that paid, or the account that owns the order, can read its invoice.';
  const forbidden = { code: 'forbidden', message: detail };
  await expect(read(anybody)).rejects.toMatchObject(forbidden);
  await expect(read({ account: bo, browserId: 'a browser' })).rejects.toMatchObject(forbidden);
  expect(shop.asked).toEqual([]);
});

it('An order without one, or whose invoice the provider does not know any more, has none', async () => {
  await expect(read()).rejects.toMatchObject({
    code: 'order_not_found',
    message: 'Open the link from the payment page again.',
  });
  await record(null);
  await expect(read()).rejects.toMatchObject(noInvoice);
  expect(shop.asked).toEqual([]);
});

it('An invoice that cannot be read any more is none', async () => {
  await record('in_1');
  await expect(read()).rejects.toMatchObject(noInvoice);
  shop.papers?.set('cs_1', { lines: [], invoice: { id: 'in_1', url: null } });
  await expect(read()).rejects.toMatchObject(noInvoice);
});
