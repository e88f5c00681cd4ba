import { conclude, fillCart } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';

test('A guest who cancels the payment of a gift of several does not type the address again', async ({
  page,
}) => {
  await fillCart(page, 'fod', 'fist');
  await page.goto('/shop/checkout');
  await page.getByLabel('This is a gift').check();
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Your email address').fill('giver@example.com');
  await page.getByLabel('Your email address').press('Enter');
  await conclude(page, 'cancel');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByLabel('Your email address')).toHaveValue('giver@example.com');
});

test('A guest who reads the terms beside the button does not type the address again', async ({ page }) => {
  await page.goto('/checkout/fod');
  await page.getByLabel('Email address').fill('reader@example.com');
  await page.getByRole('main').getByRole('link', { name: 'terms of sale' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of sale' })).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel('Email address')).toHaveValue('reader@example.com');
});
