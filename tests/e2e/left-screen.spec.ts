import { holdRequests } from './account-forms.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** Requests are held, so that their answers come after the screen that asked was left. */
const toPay = '**/api/create-checkout-session';

test('Whoever leaves while the payment page is made stays where they are, and corrects the address', async ({
  page,
}) => {
  const letGo = await holdRequests(page, toPay);
  await page.goto('/checkout/fod');
  await hydrated(page);
  await page.getByLabel('Email address').fill('mistyped@example.com');
  const dropped = page.waitForEvent('requestfailed', { predicate: isCheckout, timeout: 10_000 });
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Preparing the payment' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'terms of sale' }).click();
  await dropped;
  letGo();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeEnabled();
  await page.getByLabel('Email address').fill('right@example.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.getByText('right@example.com')).toBeVisible();
});

const isCheckout = (request: { url(): string }) => request.url().endsWith('/api/create-checkout-session');
