import { newEmail } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { goToPay } from './buyer-steps.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';
import { signInAs } from './operator-steps.ts';

/** A shop for which Stripe calculates the VAT and makes invoices. */
const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from this pattern
  shop: async ({}, use) => {
    const shop = await openShop({
      environment: { TAX: 'stripe', INVOICES: 'on', OPERATOR_GROUP: 'shopkeepers' },
    });
    await use(shop);
    await shop.close();
  },
});

test.use({ expectedErrors: [/Failed to load resource/] });

test('a business gives its VAT number, reads what of the price is VAT, and opens its invoice', {
  tag: '@thorough',
}, async ({ page }) => {
  await goToPay(page, 'fist', newEmail());
  await expectAccessible(page);
  await page.getByLabel('Name of the business, if one buys').fill('Ljudhuset AB');
  await page.getByLabel('Its VAT number').fill('SE556677889901');
  await page.getByRole('button', { name: /^Pay 250 SEK/ }).click();
  await expect(page.getByText('The price includes 50 SEK VAT (25%).')).toBeVisible();
  const open = page.getByRole('button', { name: 'Open the invoice' });
  await expectAccessible(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await open.scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/invoice-${width}.png`, fullPage: true });
  }
  const order = page.url();
  await open.click();
  await expect(page.getByRole('heading', { name: /^Invoice / })).toBeVisible();
  await expect(page.getByText('To Ljudhuset AB, VAT number SE556677889901')).toBeVisible();
  await expectAccessible(page);

  // Each press asks for the invoice's present URL; without an answer the page says so.
  await page.goto(order);
  await page.route('**/invoice', (route) => route.abort());
  await open.click();
  await expect(page.getByText(/^The invoice could not be opened just now/)).toBeVisible();
  await expect(open).toBeEnabled();
});

test('the operator sees what of an order is VAT, and is told what to do about its invoice when it is refunded', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  await goToPay(page, 'fist', newEmail());
  await page.getByRole('button', { name: /^Pay 250 SEK/ }).click();
  await expect(page.getByText('The price includes 50 SEK VAT (25%).')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('session_id') ?? '';
  await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${id}`);
  const order = page.getByRole('region', { name: 'The order' });
  await expect(order.getByText('50 SEK (SE)')).toBeVisible();
  await expect(order.getByText(/^in_\w+$/)).toBeVisible();
  await expect(order.getByText(/^version of \d{4}-\d{2}-\d{2}$/)).toBeVisible();
  await page.screenshot({ path: 'test-results/operator-order.png', fullPage: true });
  await order.getByRole('button', { name: `Give the payment back, order ${id}` }).click();
  await order.getByLabel('Why, for the record').fill('wrong game');
  await page.keyboard.press('Enter');
  await expect(
    order.getByText(
      /^250 SEK given back: re_\w+, succeeded\. The invoice in_\w+ stays as it is: issue a credit note/,
    ),
  ).toBeFocused();
  await expectAccessible(page);
});
