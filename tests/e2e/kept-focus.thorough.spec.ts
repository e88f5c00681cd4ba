import { buy, press as pressOnPayPage } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { holdRequests, logIn } from './account-forms.ts';
import {
  confirmedReader,
  expectAlert,
  fill,
  openLogin,
  signInAs,
  texts,
  unconfirmedReader,
} from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { listenTo } from './live-regions.ts';
import { hydrated } from './public-pages.ts';

// Calls that get no answer.
test.use({ expectedErrors: [/net::ERR_FAILED/] });

/** When a pressed element is removed, the focus must move on: otherwise a screen reader starts at the top of the page. */

test('In the cart, the words about a change and the offer of the core game hand the focus on when they go', async ({
  page,
}) => {
  await page.goto('/shop');
  await page.evaluate(() => {
    const line = { id: 'fod-expansions', title: 'Expansions (12 months)', priceOre: 11_000 };
    localStorage.setItem('cart', JSON.stringify([line]));
  });
  await page.goto('/shop/checkout');
  await page.getByRole('button', { name: 'Understood' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Products in your cart' })).toBeFocused();
  await page.getByRole('button', { name: 'Add Lone Wolf The Fortress of Death' }).press('Enter');
  await expect(page.getByText('Lone Wolf The Fortress of Death is in your cart')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: /gift/i })).toBeFocused();
});

test('A payment that could not be prepared gives the focus back to the button that was pressed', async ({
  page,
}) => {
  await page.goto('/checkout/fod');
  await hydrated(page);
  await page.route('**/api/create-checkout-session', (route) => route.abort());
  await page.getByLabel('Email address').fill('reader@example.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).press('Enter');
  await expect(page.getByRole('alert').getByText('No answer from the shop.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeFocused();
});

test('Asking again puts the focus on the heading above: after an order, and after a link', async ({
  page,
}) => {
  await page.route(/\/api\/(orders|claims)\//, (route) => route.abort());
  await page.goto(`/shop/success?session_id=cs_test_${'a'.repeat(58)}`);
  await page.getByRole('button', { name: 'Ask again' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your order' })).toBeFocused();
  await page.goto(`/open/${'A'.repeat(43)}`);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Open it in the app' })).toBeFocused();
});

test('Who types an address while the account is looked for is at the words about it when they take the place of the field', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await signInAs(page, username);
  const code = await holdRequests(page, '**/assets/site-*.js');
  const answer = await holdRequests(page, '**/api/session');
  await page.goto('/checkout/fist', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Email address').pressSequentially('anna@');
  code();
  await expect(page.getByText('We are checking whether you are logged in.')).toBeVisible();
  answer();
  const owner = page.locator('#owner');
  await expect(owner).toBeFocused();
  await expect(owner).toContainText(`You are logged in as ${username}. What you buy`);
  await expect(page.getByRole('main')).toContainText(email);
});

test('A sound that does not come gives the focus back to the button that was pressed', async ({ page }) => {
  await page.goto('/shop/product/fist');
  await hydrated(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.abort();
  });
  const listen = page.getByRole('main').getByRole('button', { name: /^Listen, 30 seconds/ });
  await listen.press('Enter');
  await expect(listen).toBeDisabled();
  await expect(listen).not.toBeFocused();
  resolve();
  await expect(page.getByText('The sound did not come.')).toBeVisible();
  await expect(listen).toBeFocused();
});

test('On the page of a cancelled payment, news of a payment all the same is read out and hands the focus to the heading', async ({
  page,
}) => {
  await goToPay(page, 'fist', newEmail());
  await pressOnPayPage(page.url(), 'pay');
  const answer = await holdRequests(page, '**/api/orders/**');
  await page.goto('/shop/cancel');
  const main = page.getByRole('main');
  // The live region exists before it has content.
  const region = await main.getByRole('status').first().elementHandle({ timeout: 5000 });
  await main.getByRole('link', { name: 'Return to Shop' }).focus();
  answer();
  await expect(main.getByRole('heading', { level: 1, name: 'Your order' })).toBeFocused();
  expect(await region?.evaluate(({ isConnected, textContent }) => isConnected && textContent)).toMatch(
    /^An earlier payment was cancelled\. .*:Paid: 250 SEK/,
  );
  await expect(main.getByRole('status')).toHaveCount(1);
});

test('On the page of a cancelled payment, one that is on its way all the same is asked about on the page of its order', async ({
  page,
}) => {
  await goToPay(page, 'fist', newEmail());
  await pressOnPayPage(page.url(), 'pay_later_success');
  await page.goto('/shop/cancel');
  const main = page.getByRole('main');
  await expect(main.getByText('Your payment is on its way')).toBeVisible();
  await expect(main.getByRole('link', { name: 'See your order' })).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
});

test('Taking out the last product keeps the place, and is read out once: on all pages that advise to', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await buy(shop, ['fist'], email);
  await signInAs(page, username);
  for (const path of ['/shop/checkout', '/shop/login', '/shop/cancel']) {
    await fillCart(page, 'fist');
    await page.goto(path);
    const takeOut = page.getByRole('button', { name: "Take it out: Steve Jackson's F.I.S.T." });
    await takeOut.waitFor();
    const said = await listenTo(page);
    await takeOut.press('Enter');
    await expect(page.locator(':focus')).toContainText('Your cart is now 0 SEK, without');
    expect(await said(), path).toEqual([
      "Steve Jackson's F.I.S.T. removed from the cart. Total price: 0 SEK",
    ]);
  }
});

test('Removing what else was in the cart keeps the place on the page of a cancelled payment', async ({
  page,
}) => {
  await fillCart(page, 'fod');
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'cancel');
  await page
    .getByRole('button', { name: 'Remove Lone Wolf The Fortress of Death from the cart' })
    .press('Enter');
  const lines = page.getByRole('region', { name: 'Products in your cart' });
  await expect(lines).toBeFocused();
  await expect(lines.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'Lone Wolf The Fortress of Death removed from the cart. Total price: 0 SEK',
  );
  await expect(page.getByRole('heading', { name: 'Also in your cart' })).toHaveCount(0);
});

test('That a new code was sent is read out by a region that was there before', async ({ page, shop }) => {
  const { username } = await unconfirmedReader(shop);
  await logIn(page, username);
  const again = page.getByRole('button', { name: 'Send a new code' });
  await again.waitFor();
  const region = await page
    .getByRole('main')
    .locator('form')
    .getByRole('status')
    .elementHandle({ timeout: 5000 });
  await again.press('Enter');
  await expect(page.getByText(texts.newCode)).toBeVisible();
  expect(await region?.evaluate(({ isConnected, textContent }) => isConnected && textContent)).toBe(
    texts.newCode,
  );
});

test('The second press of a double click leaves the focus where the first one was: in a form, and at the button of a withdrawal', async ({
  page,
  shop,
}) => {
  await openLogin(page);
  await fill(page, { 'Username or email': 'nobody', Password: 'Not-the-password' });
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).dblclick();
  await expectAlert(page, texts.loginFailed);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeFocused();

  const { sessionId } = await buy(shop, ['fod'], 'anna@example.com');
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await fill(page, { 'Your name': 'Anna Reader', 'Email address': 'anna@example.com' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.route('**/api/withdrawals', (route) => route.abort());
  await page.getByRole('button', { name: 'Confirm withdrawal' }).dblclick();
  await expect(page.getByText('We did not hear whether your withdrawal is recorded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeFocused();
  await page.unroute('**/api/withdrawals');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'We have received your withdrawal' })).toBeFocused();
});

test('A sign-out that does not arrive gives the focus back to its button', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await page.route('**/api/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign Out' }).press('Enter');
  await expect(page.getByText('You are still signed in')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeFocused();
});
