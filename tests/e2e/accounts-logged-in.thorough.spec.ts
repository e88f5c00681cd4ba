import { confirmedReader, press, signInAs, submitLogin } from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test("Someone who comes from the cart signs in, reads 'You are logged in as' the username, and pays there", async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await page.goto('/shop/product/fod');
  await page.getByRole('button', { name: /Add .*to Cart/ }).click();
  await page.goto('/shop/checkout');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/shop\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);
  await submitLogin(page, username);
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused();
  await expect(page).toHaveTitle(/^Checkout/);
  await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Checkout');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.locator('body')).toContainText(email);
});

test('Who is logged in is told so before creating another account', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await page.goto('/account/create-account');
  await expect(page.getByText(`You are logged in as ${username}.`, { exact: false })).toBeVisible();
  await expectAccessible(page);
});
