import type { Page } from '@playwright/test';
import { unlockedIds } from '../support/orders.ts';
import { newEmail, password, signIn } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import { confirmedReader, expectSignedIn, openLogin, submitLogin } from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test, withMotion } from './fixtures.ts';

const bundle = 'The Fortress of Death + F.I.S.T. Bundle';

/** From the home page into the shop, like a first-time visitor. */
async function openShopFromHome(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Shop', exact: true }).first().click();
  await expect(page).toHaveURL(/\/shop$/);
}

function card(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
}

async function createAccount(page: Page, shop: Shop, username: string, email: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByLabel('Confirmation code').fill(await mailedCode(shop, email));
  await page.getByRole('button', { name: 'Confirm' }).click();
}

async function expectMyProducts(page: Page, titles: string[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'My Products' })).toBeVisible();
  for (const title of titles)
    await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible();
}

test.describe('with what moves', () => {
  test.use(withMotion);

  test('A guest buys the bundle, creates the account afterwards, and the app is told what they own', async ({
    page,
    shop,
  }) => {
    const email = newEmail();
    await openShopFromHome(page);
    await card(page, bundle)
      .getByRole('button', { name: /Add .*to Cart/ })
      .click();
    await page.getByRole('link', { name: 'Continue to Checkout' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Shopping cart' })).toBeFocused();
    await expect(page.getByRole('main')).toContainText('500 SEK');
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Login or Create Account' })).toBeVisible();
    await page.getByRole('link', { name: bundle }).click();

    await page.getByLabel('Email address').fill('reader@example');
    await page.getByLabel('Email address').press('Enter');
    await expect(page.getByText('You must enter a valid email address.')).toBeVisible();
    await page.getByLabel('Email address').fill(` ${email.toUpperCase()} `);
    await page.getByLabel('Email address').press('Enter');

    await expect(page).toHaveURL(/\/pay\/cs_test_/);
    await expect(page.locator('body')).toContainText(email);
    await page
      .getByRole('button', { name: /^Pay\b/ })
      .first()
      .click();

    await expect(page.getByRole('heading', { level: 1, name: 'Order Completed' })).toBeVisible();
    await expect(page.getByText('Paid: 500 SEK')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(bundle);
    // This browser paid, so it is shown the whole address, in which the buyer can notice a typing mistake.
    await expect(page.getByRole('main')).toContainText(email);
    await page.getByRole('link', { name: 'Create account' }).click();

    await createAccount(page, shop, 'guest-reader', email);
    await expect(page).toHaveURL(/\/shop\/checkout$/);
    await expect(page.getByText('No products in shopping cart')).toBeVisible();
    await page.getByRole('link', { name: 'Account', exact: true }).first().click();
    await expectMyProducts(page, [
      'Lone Wolf The Fortress of Death',
      "Steve Jackson's F.I.S.T.",
      'Expansions (12 months)',
    ]);

    const { idToken } = await signIn(shop, 'guest-reader');
    expect(await unlockedIds(shop, idToken)).toEqual(['fod', 'fist', 'fod-expansions']);
  });
});

test('Someone creates an account on the way to the payment, pays signed in, and the app is told what they own', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openShopFromHome(page);
  await card(page, "Steve Jackson's F.I.S.T.")
    .getByRole('link', { name: /Read More/ })
    .click();
  await expect(page).toHaveTitle(/F\.I\.S\.T\./);
  await page.getByRole('button', { name: /Add .*to Cart/ }).click();
  await page.goto('/shop/checkout');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.getByRole('link', { name: 'Create Account' }).click();
  await createAccount(page, shop, 'signed-in-reader', email);

  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.locator('body')).toContainText(email);
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();

  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await page.getByRole('link', { name: 'See your products' }).click();
  await expectMyProducts(page, ["Steve Jackson's F.I.S.T."]);
  await page.reload();
  await expectMyProducts(page, ["Steve Jackson's F.I.S.T."]);

  const { idToken } = await signIn(shop, 'signed-in-reader');
  expect(await unlockedIds(shop, idToken)).toEqual(['fist']);
});

test('A cancelled payment keeps the cart and offers to try again', async ({ page, shop }) => {
  await page.goto('/shop/product/fod');
  await page.getByRole('button', { name: /Add .*to Cart/ }).click();
  await page.goto('/checkout/fod');
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page.getByRole('button', { name: /Cancel/ }).click();
  await expect(page).toHaveURL(`${shop.url}/shop/cancel`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Cancelled' })).toBeVisible();
  await expect(
    page.getByText(
      /Either the payment was cancelled or something went wrong\. Please try again or contact our support team/,
    ),
  ).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Lone Wolf The Fortress of Death');
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
});

test('A declined card stays on the payment page, and paying afterwards works', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/checkout/fist');
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page.getByRole('button', { name: 'Let the card be declined' }).click();
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
});

test('A payment that takes its time is told as on its way, and as paid when it has settled', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  await page.goto('/checkout/fist');
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page.locator('button[value="pay_later_success"]').click();
  await expect(page.getByText('Your payment is on its way')).toBeVisible();
  const sessionId = new URL(page.url()).searchParams.get('session_id') ?? '';
  await fetch(`${shop.sandboxUrl}/sandbox/stripe/settle`, {
    method: 'POST',
    body: new URLSearchParams({ checkout_session: sessionId }),
  });
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
});

test('Who is logged in buys at /checkout/{id} for the account, and is asked for no other address', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await openLogin(page);
  await submitLogin(page, username);
  await expectSignedIn(page, username);
  await page.goto('/checkout/fist');
  await expect(page.locator('#owner')).toHaveText(
    `You are logged in as ${username}. What you buy belongs to your account, with the address ${email}.`,
  );
  await expect(page.getByLabel('Email address')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('main')).toContainText("Steve Jackson's F.I.S.T.");
});
