import { holdRequests } from './account-forms.ts';
import { confirmedReader, press, signInAs, submitLogin } from './account-steps.ts';
import { fillCart } from './buyer-steps.ts';
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

test('Whoever leaves while they are being signed in is not fetched back to the cart', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await fillCart(page, 'fod');
  await page.goto('/shop/login');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  // On the account page whoever was on the way to the payment goes on to the cart.
  await page.getByRole('link', { name: 'Account' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused();
  const letGo = await holdRequests(page, '**/api/session');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && /session$/.test(request.url()),
  );
  await submitLogin(page, username);
  await asked;
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeFocused();
  letGo();
  await page.waitForFunction(() => localStorage.getItem('signed-in') === 'yes');
  expect(new URL(page.url()).pathname).toBe('/faq');
});

test('Whoever was signed out at the payment is told so there, and neither on another page nor twice in the history', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const told = page.getByText(/^You have been signed out/);
  await signInAs(page, username);
  await fillCart(page, 'fod');
  await page.goto('/shop/login');
  await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
  await page.context().clearCookies();
  await page.route(toPay, (route) => route.fulfill({ status: 401, json: { code: 'unauthorized' } }));
  const entries = await page.evaluate(() => history.length);
  await press(page, 'Checkout');
  await expect(told).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await submitLogin(page, username);
  await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
  await page.getByRole('link', { name: 'Account' }).first().click();
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(told).toHaveCount(0);
});

const isCheckout = (request: { url(): string }) => request.url().endsWith('/api/create-checkout-session');
