import { newEmail } from '../support/people.ts';
import { holdRequests } from './account-forms.ts';
import {
  addCodes,
  confirmedReader,
  expectAlert,
  openLogin,
  press,
  signInAs,
  submitLogin,
  texts,
} from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { listenFromTheBeginning, listenTo } from './live-regions.ts';
import { hydrated } from './public-pages.ts';

/** What screen readers get, as far as axe does not check it. */

test('A field that is refused again with the same words is read out again', async ({ page }) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  const field = page.getByLabel('Email address');
  const refusal = page.getByRole('alert').getByText('You must enter a valid email address.');
  await field.fill('nobody');
  await field.press('Enter');
  // Live regions announce added elements, so the words must be in a new element each time.
  const first = await refusal.elementHandle();
  await field.fill('nobody@nowhere');
  await field.press('Enter');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(refusal).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/You must enter a valid email address\.$/);
  await expect(field).toBeFocused();
});

test('A field that must be filled in says so, and is not called wrong before anybody was in it', async ({
  page,
}) => {
  for (const path of ['/checkout/fist', '/account', '/account/create-account', '/shop/order']) {
    await page.goto(path);
    await expect(page.locator('main [aria-required=true]').first()).toBeVisible();
    // Firefox reports every `:invalid` field as invalid to screen readers.
    await expect(page.locator('main :invalid'), path).toHaveCount(0);
  }
});

test('A field that was corrected does not say its old error again when the form is sent', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await page.goto('/checkout/fist');
  await hydrated(page);
  const field = page.getByLabel('Email address');
  await field.fill('nobody');
  await field.press('Enter');
  await expect(page.getByRole('alert').getByText('You must enter a valid email address.')).toBeVisible();
  await holdRequests(page, '**/api/create-checkout-session');
  const saidAtCheckout = await listenTo(page);
  await field.fill('anna@example.com');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Preparing the payment' })).toBeVisible();
  // What the button is doing is said only where the answer takes a while.
  expect((await saidAtCheckout()).filter((words) => words !== 'Preparing the payment')).toEqual([]);

  await openLogin(page);
  await press(page, 'Sign In');
  await expect(page.getByText('Enter your password.')).toBeVisible();
  const saidAtLogin = await listenTo(page);
  await submitLogin(page, username, 'Not-the-password');
  await expectAlert(page, texts.loginFailed);
  // What the button is doing is said only where the answer takes a while.
  expect((await saidAtLogin()).filter((words) => words !== 'Signing in')).toEqual([texts.loginFailed]);
});

test('What is removed from the cart is said with the total below the lines, and said again when it came back meanwhile', async ({
  page,
  context,
}) => {
  await fillCart(page, 'fod', 'fist', 'fod-expansions');
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'cancel');
  const lines = page.getByRole('region', { name: 'Products in your cart' });
  const removeExpansions = lines.getByRole('button', { name: /^Remove Expansions/ });
  const words = 'Expansions (12 months) removed from the cart. Total price: 250 SEK';
  await expect(removeExpansions).toBeVisible();
  const said = await listenTo(page);
  await removeExpansions.press('Enter');
  await expect(lines).toBeFocused();
  await expect(lines).toContainText(/Total price VAT included\s*250 SEK/);
  expect(await said()).toEqual([words]);
  const other = await context.newPage();
  await fillCart(other, 'fod-expansions');
  await removeExpansions.press('Enter');
  await expect(removeExpansions).toHaveCount(0);
  expect(await said()).toEqual([words]);
});

test('What another tab removes from the cart is said too, and whoever was at its button keeps the place, also when it was the last', async ({
  page,
  context,
}) => {
  await fillCart(page, 'fod', 'fist');
  await page.goto('/shop/checkout');
  await page.getByRole('button', { name: /^Remove Lone Wolf/ }).focus();
  const lines = page.getByRole('region', { name: 'Products in your cart' });
  const said = await listenTo(page);
  const other = await context.newPage();
  await other.goto('/shop/checkout');
  await other.getByRole('button', { name: /^Remove Lone Wolf/ }).click();
  await expect(lines).toBeFocused();
  expect(await said()).toEqual([
    'Lone Wolf The Fortress of Death removed from the cart. Total price: 250 SEK',
  ]);
  await page.getByRole('link', { name: 'Continue' }).focus();
  await other.getByRole('button', { name: /^Remove/ }).press('Enter');
  await expect(lines).toBeFocused();
  expect(await said()).toEqual(["Steve Jackson's F.I.S.T. removed from the cart. Total price: 0 SEK"]);
});

test('A link that lost a letter is the same page from the first word on, and says what to do', {
  tag: '@thorough',
}, async ({ page }) => {
  const answer = await page.goto(`/open/${'T'.repeat(42)}`);
  expect(answer?.status()).toBe(404);
  expect(await answer?.text()).toContain('Open it in the app</h1>');
  await hydrated(page);
  await expect(page.getByRole('alert').getByText('Is a letter missing at its end?')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open it in the app');
});

test('Going back, the focus is at the link by which the page was left, and Tab goes on from there', async ({
  page,
}) => {
  await page.goto('/shop');
  await hydrated(page);
  const main = page.getByRole('main');
  const product = main.getByRole('link', { name: /^Read More.*Expansions/ });
  await product.press('Enter');
  await expect(main.getByRole('heading', { level: 1, name: 'Expansions (12 months)' })).toBeFocused();
  await page.goBack();
  await expect(product).toBeFocused();
  await expect(product).toBeInViewport();
  await expect(page).toHaveTitle('Shop | Black Ether');
  await page.keyboard.press('Tab');
  await expect(main.getByRole('link', { name: 'the merchandise shop' })).toBeFocused();
  await page.goForward();
  await expect(main.getByRole('heading', { level: 1, name: 'Expansions (12 months)' })).toBeFocused();
});

test('Going back is the same for whoever came to the link from the skip link', async ({ page }) => {
  await page.goto('/shop');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const product = page.getByRole('main').getByRole('link', { name: /^Read More.*Expansions/ });
  await product.focus();
  // Nobody presses within the frame in which the browser tells of the scroll.
  await expect(product).toBeInViewport();
  await product.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Expansions (12 months)' })).toBeFocused();
  await page.goBack();
  await expect(product).toBeFocused();
  await expect(product).toBeInViewport();
});

test('That a buyer owns it already is said in a live region that was there before', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await addCodes(shop, { torch: ['fist'] });
  await signInAs(page, username);
  await press(page, 'Unlock Content');
  await page.getByLabel('Activation code').fill('torch');
  await press(page, 'Activate');
  await expect(page.getByText('Success!')).toBeVisible();
  const answer = await holdRequests(page, '**/api/unlocked-content');
  await page.goto('/checkout/fist');
  await hydrated(page);
  const before = await page.getByRole('main').getByRole('status').elementHandles();
  answer();
  const owned = "You own Steve Jackson's F.I.S.T. already";
  await expect(page.getByRole('status').filter({ hasText: owned })).toBeVisible();
  const texts = await Promise.all(before.map((region) => region.textContent()));
  expect(texts.filter((text) => text?.includes(owned))).toHaveLength(1);
});

test('What is wrong with a field is said once, and said again when the form is sent as it was', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Unlock Content');
  const said = await listenTo(page);
  const words = 'Enter an activation code.';
  await page.keyboard.press('Enter');
  await expect(page.getByText(words)).toBeVisible();
  expect(await said()).toEqual([words]);
  await page.keyboard.press('Enter');
  await expect.poll(said).toEqual([words]);
});

test('What is to be known about a cart is said in live regions that were there before: on all pages that advise to', {
  tag: '@thorough',
}, async ({ page }) => {
  const said = await listenFromTheBeginning(page);
  await page.goto('/shop');
  await page.evaluate(() => {
    const priced = (id: string, priceOre: number) => ({ id, title: id, priceOre });
    const lines = [priced('fod', 21_500), priced('bundle-pre-order', 50_000)];
    localStorage.setItem('cart', JSON.stringify(lines));
  });
  for (const path of ['/shop/checkout', '/shop/cancel', '/shop/login']) {
    await page.goto(path);
    await expect.poll(said, path).toContain('Your cart holds some things twice');
    if (path !== '/shop/login') expect(await said(), path).toContain('Your cart has changed');
  }

  await page.evaluate(() => localStorage.clear());
  await fillCart(page, 'fod', 'fod-expansions');
  await page.goto('/shop/checkout');
  await page.getByRole('button', { name: /^Remove Lone Wolf/ }).press('Enter');
  await expect.poll(said).toContain('Expansions (12 months) needs Lone Wolf The Fortress of Death');
});

test('That a browser does not keep the cart is said in a live region that was there before', async ({
  page,
}) => {
  const said = await listenFromTheBeginning(page);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  await page.goto('/shop/checkout');
  await expect(page.getByText('This browser does not let us keep your cart.')).toBeVisible();
  expect((await said()).join()).toContain('This browser does not let us keep your cart.');
});

test('What a button is doing is said while it works, because nothing has the focus then', async ({
  page,
}) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  const said = await listenTo(page);
  const answer = await holdRequests(page, '**/api/create-checkout-session');
  await page.getByLabel('Email address').fill('anna@example.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).press('Enter');
  await expect.poll(said).toContain('Preparing the payment');
  answer();
});

test('That a product is in the cart is read out each time, also where the link in the button’s place is not', async ({
  page,
}) => {
  await page.goto('/shop');
  await hydrated(page);
  const said = await listenTo(page);
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  for (const count of [1, 2]) {
    await add.first().press('Enter');
    await expect(page.getByRole('link', { name: /is in your cart$/ })).toHaveCount(count);
    await expect.poll(said).toEqual(['Added to your cart.']);
  }
});
