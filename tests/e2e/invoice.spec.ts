import { newEmail } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { goToPay } from './buyer-steps.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';

/** A shop that has Stripe reckon the VAT and make invoices. */
const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from this pattern
  shop: async ({}, use) => {
    const shop = await openShop({ environment: { TAX: 'stripe', INVOICES: 'on' } });
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

  // Its address is asked for with each press; while nobody tells it, the page says so.
  await page.goto(order);
  await page.route('**/invoice', (route) => route.abort());
  await open.click();
  await expect(page.getByText(/^The invoice could not be opened just now/)).toBeVisible();
  await expect(open).toBeEnabled();
});
