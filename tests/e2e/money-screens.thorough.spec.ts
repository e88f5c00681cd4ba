import type { Page } from '@playwright/test';
import { buy, checkout, control, press as pressOnPayPage } from '../support/orders.ts';
import { confirmedReader, signInAs } from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';

/**
 * The accessibility tree of every screen about money, in every state. People have read these snapshots; they are kept
 * (`npx playwright test money-screens --update-snapshots` after a change, then read them again). A whole text is compared:
 * a line too many is a difference as well.
 */
async function expectReadAloud(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('status').filter({ hasText: /^(Opening|Asking|Looking)/ })).toHaveCount(0);
  const tree = await main.ariaSnapshot();
  const readable = tree
    .replace(/cs_test_\w+/g, 'cs_test_…')
    .replace(/\/open\/[\w-]{43}/g, '/open/…')
    .replace(/localhost:\d+/g, 'localhost')
    .replace(/reader-[0-9a-f]{8}/g, 'reader')
    .replace(/\d{1,2} [A-Z][a-z]+ 20\d\d/g, 'that day');
  expect(`${readable}\n`).toMatchSnapshot(`${name}.yml`);
}

const anna = 'anna@example.com';

test('The cart', async ({ page, shop }) => {
  await page.goto('/shop/checkout');
  await expect(page.getByText('No products in shopping cart')).toBeVisible();
  await expectReadAloud(page, 'cart-empty');
  await fillCart(page, 'fist', 'fod-expansions');
  await page.goto('/shop/checkout');
  await expect(page.getByRole('link', { name: 'Continue', exact: true })).toBeVisible();
  await expectReadAloud(page, 'cart-guest-needs-core-game');
  await fillCart(page, 'fod', 'bundle-pre-order');
  await page.goto('/shop/checkout');
  await expect(page.getByText('Your cart holds some things twice')).toBeVisible();
  await expectReadAloud(page, 'cart-some-things-twice');
  await page.getByRole('button', { name: /^Take out what is double/ }).click();
  await expectReadAloud(page, 'cart-mended');

  const { username, email } = confirmedReader(shop);
  await buy(shop, ['fist'], email);
  await fillCart(page, 'fist');
  await signInAs(page, username);
  await page.goto('/shop/checkout');
  await expect(page.getByText(/^You own .* already$/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checkout', exact: true })).toBeVisible();
  await expectReadAloud(page, 'cart-account-owns-some');
});

test('The login on the way to pay', async ({ page, shop }) => {
  await page.goto('/shop/login');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expectReadAloud(page, 'login-empty-cart');
  await fillCart(page, 'fist', 'fod');
  await page.goto('/shop/login');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expectReadAloud(page, 'login-guest');
  await signInAs(page, confirmedReader(shop).username);
  await page.goto('/shop/login');
  await expect(page.getByRole('button', { name: 'Checkout', exact: true })).toBeVisible();
  await expectReadAloud(page, 'login-account');
});

test('The checkout of one product', async ({ page, shop }) => {
  await page.goto('/checkout/fist');
  const submit = page.getByRole('button', { name: 'Continue to Checkout' });
  await expect(submit).toBeEnabled();
  await expectReadAloud(page, 'guest-checkout');
  await submit.click();
  await expect(page.getByText('You must enter a valid email address.')).toBeVisible();
  await expectReadAloud(page, 'guest-checkout-no-address');
  const { username, email } = confirmedReader(shop);
  await buy(shop, ['fist'], email);
  await signInAs(page, username);
  await page.goto('/checkout/fist');
  await expect(page.getByText(/^You own .* already$/)).toBeVisible();
  await expectReadAloud(page, 'account-checkout-owned');
});

test('The page after a cancelled payment', async ({ page }) => {
  await page.goto('/shop/cancel');
  await expect(page.getByRole('link', { name: 'Return to Shop' })).toBeVisible();
  await expectReadAloud(page, 'cancel-nothing');
  await fillCart(page, 'fod');
  await page.goto('/shop/cancel');
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
  await expectReadAloud(page, 'cancel-cart');
  await goToPay(page, 'fist', anna);
  await conclude(page, 'cancel');
  await expect(page.getByRole('heading', { name: 'Also in your cart' })).toBeVisible();
  await expectReadAloud(page, 'cancel-one-product');
});

test('An order that is being paid, was paid, or was not', async ({ page, shop }) => {
  const show = async (sessionId: string, title: string, name: string) => {
    await page.goto(`/shop/success?session_id=${sessionId}`);
    await expect(page.getByText(title)).toBeVisible();
    await expectReadAloud(page, name);
  };
  const paid = await buy(shop, ['fist', 'coc_aatt'], anna);
  await show(paid.sessionId, 'Paid: 500 SEK', 'order-paid');
  await page.goto(`/shop/order?id=${paid.sessionId}`);
  await expect(page.getByText('Paid: 500 SEK')).toBeVisible();
  await expectReadAloud(page, 'order-paid-on-its-own-page');

  const slow = await checkout(shop, ['fist'], anna);
  await pressOnPayPage(slow.payUrl, 'pay_later_failure');
  await show(slow.sessionId, 'Your payment is on its way', 'order-processing');
  await control(shop, 'settle', { checkout_session: slow.sessionId });
  await show(slow.sessionId, 'The payment failed', 'order-failed');

  const open = await checkout(shop, ['fist'], anna);
  await show(open.sessionId, 'This order is not paid yet', 'order-open');
  const late = await checkout(shop, ['fist', 'fod'], anna);
  await control(shop, 'expire', { checkout_session: late.sessionId });
  await show(late.sessionId, 'The payment page closed before anything was paid', 'order-expired');
  await show('cs_test_nobodyknows', 'We cannot find this order', 'order-unknown');
  await page.goto('/shop/success');
  await expect(page.getByText('This address does not say which order it is about')).toBeVisible();
  await expectReadAloud(page, 'order-unnamed');
  await page.route('**/api/orders/*', (route) => route.fulfill({ status: 503, json: {} }));
  await show(paid.sessionId, 'We could not ask how your payment stands', 'order-unreachable');
});

test('An order that was paid in euros, and one that was paid for twice', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  const abroad = await checkout(shop, ['fist'], email);
  await pressOnPayPage(abroad.payUrl, 'pay_in_euro');
  await page.goto(`/shop/success?session_id=${abroad.sessionId}`);
  await expect(page.getByText('Paid: 21.90 EUR (250 SEK)')).toBeVisible();
  await expectReadAloud(page, 'order-paid-in-euros');
  const again = await buy(shop, ['fist'], email);
  // Told to the owner of the address alone: anybody could have typed it.
  await signInAs(page, username);
  await page.goto(`/shop/order?id=${again.sessionId}`);
  await expect(page.getByText('Paid twice: 250 SEK')).toBeVisible();
  await expectReadAloud(page, 'order-paid-twice');
});

test('An order in the browser that paid: open, expired, replaced, and paid', async ({ page, shop }) => {
  await goToPay(page, 'fist', anna);
  const id = page.url().split('/').pop() ?? '';
  await page.goto(`/shop/order?id=${id}`);
  await expect(page.getByRole('link', { name: 'Go on to the payment page' })).toBeVisible();
  await expectReadAloud(page, 'own-order-open');
  await control(shop, 'expire', { checkout_session: id });
  await page.goto(`/shop/success?session_id=${id}`);
  await expect(page.getByRole('link', { name: 'Open the payment page again' })).toBeVisible();
  await expectReadAloud(page, 'own-order-expired');
  await goToPay(page, 'fod', anna);
  const older = page.url().split('/').pop() ?? '';
  await goToPay(page, 'fod', anna);
  const payUrl = page.url();
  await page.goto(`/shop/order?id=${older}`);
  await expect(page.getByText('A newer payment page took the place of this one')).toBeVisible();
  await expectReadAloud(page, 'own-order-replaced');
  await page.goto(payUrl);
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Into the app' })).toBeVisible();
  await expectReadAloud(page, 'own-order-paid');
  await page.getByRole('button', { name: 'Correct the address' }).click();
  await expectReadAloud(page, 'own-order-correct-the-address');
});

test('An order whose money went back, or is in question', async ({ page, shop }) => {
  const show = async (sessionId: string, title: string, name: string) => {
    await page.goto(`/shop/success?session_id=${sessionId}`);
    await expect(page.getByText(title)).toBeVisible();
    await expectReadAloud(page, name);
  };
  const back = await buy(shop, ['fod', 'fist'], anna);
  await control(shop, 'refund', { checkout_session: back.sessionId, amount: 10_000 });
  await show(back.sessionId, 'of which 100 SEK went back to you', 'order-partly-refunded');
  await control(shop, 'refund', { checkout_session: back.sessionId });
  await show(back.sessionId, 'Refunded: 500 SEK', 'order-refunded');

  const disputed = await buy(shop, ['fod'], anna);
  const { id } = await control<{ id: string }>(shop, 'dispute', { checkout_session: disputed.sessionId });
  await show(disputed.sessionId, 'Your bank is looking into this payment', 'order-disputed');
  await control(shop, 'dispute-close', { dispute: id, status: 'lost' });
  await show(disputed.sessionId, 'Your bank has taken this payment back', 'order-reversed');
});

test('A withdrawal, step by step', async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fod'], anna);
  await page.goto(`/shop/order?id=${sessionId}`);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expectReadAloud(page, 'withdrawal-statement');
  await page.getByLabel('Your name').fill('Anna Reader');
  await page.getByLabel('Email address').fill(anna);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What your withdrawal does' })).toBeVisible();
  await expectReadAloud(page, 'withdrawal-to-confirm');
});

test('A product: for anybody, in the cart, and owned', async ({ page, shop }) => {
  await page.goto('/shop/product/fod-expansions');
  await expectReadAloud(page, 'product');
  await fillCart(page, 'fod-expansions');
  await expectReadAloud(page, 'product-in-the-cart');
  const { username, email } = confirmedReader(shop);
  await buy(shop, ['bundle-pre-order'], email);
  await signInAs(page, username);
  await page.goto('/shop');
  await expect(page.getByRole('link', { name: /^In your library/ })).toHaveCount(4);
  await expectReadAloud(page, 'shelf-owned');
});
