import Stripe from 'stripe';
import request from 'supertest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStripePayments } from '#server/providers/stripe/payments.ts';
import { productById } from '#shared/catalogue.ts';
import { documentVersions } from '#shared/document-versions.ts';
import { pathOf, readInvoice } from '#shared/endpoints.ts';
import { shopQuarter } from '#shared/shop-days.ts';
import { admin } from '#tests/support/admin.ts';
import { checkout, control, newBrowser, order } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let stripe: Stripe;
beforeEach(async () => {
  shop = await openShop({ mail: true, environment: { TAX: 'stripe', INVOICES: 'on' } });
  const { hostname: host, port } = new URL(shop.sandboxUrl);
  stripe = new Stripe('sk_test_1', { host, port, protocol: 'http', telemetry: false });
});
afterEach(() => shop.close());

/** Fills in the payment page and pays. */
async function pay(payUrl: string, form: Record<string, string> = {}): Promise<void> {
  const body = new URLSearchParams({ outcome: 'pay', ...form });
  await fetch(payUrl, { method: 'POST', redirect: 'manual', body });
  await shop.sandbox.stripe.deliveriesSettled();
}
interface Shown {
  purchase: { vatOre: number; lines: { productId: string; vat?: object }[] };
}
const shown = async (sessionId: string) =>
  (await admin(shop.environment, ['orders', 'show', sessionId, '--json'])).json<{ order: Shown }>().order
    .purchase;
const books = async (...more: string[]) => (await admin(shop.environment, ['orders', 'export', ...more])).out;
const letterTo = (email: string) =>
  vi.waitFor(
    () => {
      const letter = shop.sandbox.inbox.list(email).find(({ from }) => from === 'shop');
      if (!letter) throw new Error(`No letter to ${email}`);
      return letter;
    },
    { timeout: 30_000, interval: 50 },
  );

it('An order keeps country and VAT of each line as the payment provider reckoned them, and the version of the terms; the price stays', async () => {
  const email = newEmail();
  const { payUrl, sessionId } = await checkout(shop, ['fod', 'fist'], email);
  await pay(payUrl);
  const vat = { ore: 5000, ratePpm: 250_000, country: 'SE' };
  expect(await shown(sessionId)).toMatchObject({
    ...{ totalOre: 50_000, vatOre: 10_000, country: 'SE', termsVersion: documentVersions.terms },
    lines: [
      { productId: 'fist', priceOre: 25_000, vat },
      { productId: 'fod', priceOre: 25_000, vat },
    ],
  });
  expect((await admin(shop.environment, ['orders', 'find', sessionId])).out).toContain(
    documentVersions.terms,
  );
  expect(await books('--totals')).toBe(
    `country,rate,quarter,sales,net,vat,gross,returned,currency\nSE,25,${shopQuarter(new Date())},1,400.00,100.00,500.00,0.00,SEK\n`,
  );
  expect(await books()).toMatch(
    new RegExp(
      `\nsale,${sessionId},,\\d{4}-\\d\\d-\\d\\d,\\d\\d:\\d\\d:\\d\\d,\\d{4}-\\d\\d-\\d\\d,SE,25,400\\.00,100\\.00,500\\.00,SEK,\n`,
    ),
  );
  expect((await order(shop, sessionId)).body.vat).toEqual([{ rate: 25, vatOre: 10_000 }]);
  const { text } = await letterTo(email);
  expect(text).toContain("Steve Jackson's F.I.S.T.: 250 SEK, including 50 SEK VAT (25%)");
  expect(text).toContain('Paid: 500 SEK, including 100 SEK VAT (25%)');
});

it('A bundle and a book in one order are taxed at their own rates, also where the buyer lives, and come back at them', async () => {
  const [bundle, book] = [productById('bundle-pre-order'), productById('fist')];
  if (!bundle || !book) throw new Error('The catalogue lacks the products');
  const payments = createStripePayments(stripe, {
    ...{ publicUrl: shop.url, checkoutConsentText: null, reckonsTax: true, makesInvoices: false },
  });
  const email = newEmail();
  const { id, url } = await payments.createCheckoutSession({
    products: [bundle, { ...book, priceOre: 9900, taxCode: 'txcd_10302000' }],
    ...{ email, accountId: null, isGift: false, origin: shop.url, idempotencyKey: null },
  });
  await pay(url, { country: 'DE' });
  const { lines, vatOre } = await shown(id);
  expect(lines).toMatchObject([
    { productId: 'bundle-pre-order', vat: { ore: 7983, ratePpm: 190_000, country: 'DE' } },
    { productId: 'fist', vat: { ore: 648, ratePpm: 70_000, country: 'DE' } },
  ]);
  expect(vatOre).toBe(7983 + 648);
  expect((await letterTo(email)).text).toContain(
    'Paid: 599 SEK, including 79.83 SEK VAT (19%) and 6.48 SEK VAT (7%)',
  );
  await control(shop, 'refund', { checkout_session: id, amount: 10_000 });
  const ofOrder = (await books()).split('\n').filter((line) => line.includes(id));
  expect(
    ofOrder.map((line) => line.split(',').filter((_, index) => [0, 6, 7, 8, 9, 10].includes(index))),
  ).toEqual([
    ['sale', 'DE', '19', '420.17', '79.83', '500.00'],
    ['sale', 'DE', '7', '92.52', '6.48', '99.00'],
    ['refund', 'DE', '19', '-70.14', '-13.33', '-83.47'],
    ['refund', 'DE', '7', '-15.45', '-1.08', '-16.53'],
  ]);
});

it('Where nothing is due, the books have no VAT at the rate of nought', async () => {
  const { payUrl, sessionId } = await checkout(shop, ['fod'], newEmail());
  await pay(payUrl, { country: 'NO' });
  expect(await books()).toMatch(new RegExp(`\nsale,${sessionId},.*,NO,0,250\\.00,0\\.00,250\\.00,SEK,\n`));
  expect((await order(shop, sessionId)).body.vat).toEqual([{ rate: 0, vatOre: 0 }]);
});

it('A payment provider that does not tell the VAT of the lines loses no sale, and a later look adds it', async () => {
  const { payUrl, sessionId } = await checkout(shop, ['fod'], newEmail());
  await control(shop, 'fail', { count: 1, status: 500, path: sessionId });
  await pay(payUrl);
  const before = await shown(sessionId);
  expect(before).toMatchObject({ vatOre: 5000 });
  expect(before.lines[0]).not.toHaveProperty('vat');
  expect(await books()).toMatch(new RegExp(`\nsale,${sessionId},.*,SE,25,200\\.00,50\\.00,250\\.00,SEK,\n`));
  expect((await admin(shop.environment, ['orders', 'resync', sessionId])).code).toBe(0);
  expect((await shown(sessionId)).lines).toMatchObject([{ vat: { ore: 5000, ratePpm: 250_000 } }]);
});

it('An order of more lines than come with a checkout session has the VAT of each', async () => {
  const products = ['fod', 'fist', 'bundle-pre-order'].flatMap((id) => productById(id) ?? []);
  const payments = createStripePayments(stripe, {
    ...{ publicUrl: shop.url, checkoutConsentText: null, reckonsTax: true, makesInvoices: false },
  });
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...(products[index % 3] ?? fail()),
    id: `kind-${String(index).padStart(2, '0')}`,
  }));
  const { id, url } = await payments.createCheckoutSession({
    products: many,
    ...{ email: newEmail(), accountId: null, isGift: false, origin: shop.url, idempotencyKey: null },
  });
  await pay(url);
  const { lines } = await payments.findPapers(id, false);
  expect(lines.map(({ productId }) => productId)).toEqual(many.map((product) => product.id));
  expect((await shown(id)).lines.filter(({ vat }) => vat)).toHaveLength(12);
});
const fail = () => {
  throw new Error('The catalogue lacks the products');
};

it('A business abroad owes the VAT itself, and has an invoice with its number, which the buyer alone is led to', async () => {
  const email = newEmail();
  const browser = newBrowser(shop);
  const { payUrl, sessionId } = await browser.checkout(['fod'], email);
  await pay(payUrl, { country: 'DE', business: 'Hörspiel GmbH', vat_number: 'de123456789' });
  expect(await books()).toMatch(new RegExp(`\nsale,${sessionId},.*,DE,0,250\\.00,0\\.00,250\\.00,SEK,\n`));

  const { text } = await letterTo(email);
  expect(text).toContain('Paid: 250 SEK, including no VAT');
  const [address = ''] = /http\S+\/invoice\/in_\S+/.exec(text) ?? [];
  const page = await (await fetch(address)).text();
  expect(page).toContain('Hörspiel GmbH, VAT number DE123456789');

  expect(await browser.order(sessionId)).toMatchObject({ yours: true, invoice: true });
  expect((await order(shop, sessionId)).body).not.toHaveProperty('invoice');
  const path = pathOf(readInvoice, { checkoutSessionId: sessionId });
  const asked = await request(shop.url).get(path).set({ origin: shop.url, cookie: browser.cookie });
  expect(asked.body).toEqual({ url: address });
  const refunded = await admin(shop.environment, [
    'orders',
    'refund',
    sessionId,
    '--reason',
    'wrong game',
    '--yes',
  ]);
  expect(refunded.err).toMatch(/The invoice in_\S+ stays as it is: issue a credit note/);
  const stranger = await request(shop.url).get(path).set({ origin: shop.url });
  expect([stranger.status, stranger.body.code]).toEqual([403, 'forbidden']);
});

it('An order without an invoice says so when it is asked for, and the address is kept nowhere', async () => {
  const browser = newBrowser(shop);
  const { payUrl, sessionId } = await browser.checkout(['fist'], newEmail());
  // The provider returns none while it is asked about the sale.
  await control(shop, 'fail', { count: 1, status: 500, path: sessionId });
  await pay(payUrl);
  expect(await browser.order(sessionId)).not.toHaveProperty('invoice');
  const path = pathOf(readInvoice, { checkoutSessionId: sessionId });
  const asked = await request(shop.url).get(path).set({ origin: shop.url, cookie: browser.cookie });
  expect([asked.status, asked.body.code]).toEqual([404, 'invoice_not_found']);
});
