import { buy, checkout, control, press as pressOnPayPage } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { confirmedReader, signInAs } from './account-steps.ts';
import { cartTitles, conclude, fillCart, goToPay, sessionOf, titles } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

const { fod, fist, expansions } = titles;

test('A payment that fails says so under its own heading, gives the cart back, and is paid again with one press', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await fillCart(page, 'fist', 'fod');
  await signInAs(page, username);
  await page.goto('/shop/checkout');
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await conclude(page, 'pay_later_failure');
  await expect(page.getByText('Your payment is on its way')).toBeVisible();
  await expect(page.getByText('What you bought is there as soon as the money is here.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible();

  await control(shop, 'settle', { checkout_session: sessionOf(page) });
  await page.reload();
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1, name: 'Order not completed' })).toBeVisible();
  await expect(page).toHaveTitle(/^Order not completed/);
  await expect(main).toContainText('No money has moved');
  await expect(main).toContainText('What you wanted to buy is in your cart.');
  await expect(main).not.toContainText('is waiting');
  await expect(page.getByRole('link', { name: 'Cart, 2 products' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay again' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.locator('body')).toContainText(fist);
  await expect(page.locator('body')).toContainText(fod);
});

test('A payment page that closed unpaid is told as that; a guest pays again without typing the address again', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await goToPay(page, 'fod-podcast-discount', email);
  const id = page.url().split('/').pop() ?? '';
  await control(shop, 'expire', { checkout_session: id });
  await page.goto(`/shop/success?session_id=${id}`);
  await expect(page.getByText('The payment page closed before anything was paid')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the payment page again' })).toHaveAttribute(
    'href',
    `${shop.sandboxUrl}/recover/${id}`,
  );
  await expect(page.getByRole('main')).toContainText('no money has moved');
  await expect(page.getByRole('main')).not.toContainText('is waiting');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Pay again' }).click();
  await expect(page).toHaveURL('/checkout/fod-podcast-discount');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByLabel('Email address').press('Enter');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.locator('body')).toContainText('187.50');
});

for (const isSignedIn of [true, false]) {
  test(`An order of several products is paid again by way of the cart where that holds something else, ${isSignedIn ? 'signed in' : 'as a guest'}`, async ({
    page,
    shop,
  }) => {
    if (isSignedIn) await signInAs(page, confirmedReader(shop).username);
    const { sessionId } = await checkout(shop, ['fist', 'fod'], newEmail());
    await control(shop, 'expire', { checkout_session: sessionId });
    await fillCart(page, 'fod-expansions');
    await page.goto(`/shop/success?session_id=${sessionId}`);
    await page.getByRole('link', { name: 'Pay again' }).click();
    await expect(page).toHaveURL('/shop/checkout');
    expect(await cartTitles(page)).toEqual([expansions, fist, fod]);
    await expect(page.getByLabel('This is a gift')).not.toBeChecked();
  });
}

test('An order that nobody knows promises nothing and takes nothing out of the cart', async ({ page }) => {
  await fillCart(page, 'fist');
  await page.goto('/shop/success?session_id=cs_test_nobodyknows');
  await expect(page.getByText('We cannot find this order')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('is waiting');
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await expectAccessible(page);
});

test('When nobody can say how the payment stands, the page says so, keeps the cart, and asks again when it is pressed', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fist'], newEmail());
  await fillCart(page, 'fist', 'fod');
  await page.route('**/api/orders/*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await expect(page.getByText('We could not ask how your payment stands')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('is waiting');
  await expect(page.getByRole('link', { name: 'Cart, 2 products' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/orders/*');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(page.getByText('What you bought is waiting.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
});

test('An answer that is lost while a payment is on its way takes nothing back, and the page goes on asking', async ({
  page,
  shop,
}) => {
  const { payUrl, sessionId } = await checkout(shop, ['fist'], newEmail());
  await pressOnPayPage(payUrl, 'pay_later_success');
  await page.clock.install();
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await expect(page.getByText('This page keeps asking.')).toBeVisible();
  await page.route('**/api/orders/*', (route) => route.fulfill({ status: 503, json: {} }));
  const lost = page.waitForResponse('**/api/orders/*');
  await page.clock.fastForward(3000);
  await (await lost).finished();
  await control(shop, 'settle', { checkout_session: sessionId });
  await page.unroute('**/api/orders/*');
  await expect(page.getByText('Your payment is on its way')).toBeVisible();
  await expect(page.getByText('This page keeps asking.')).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(page.getByText('Paid: 250 SEK')).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('A guest who buys one of three keeps the other two, and what is put in later survives another look at the order', async ({
  page,
}) => {
  await fillCart(page, 'fod', 'fist', 'fod-expansions');
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  const paidPage = page.url();
  await page.goto('/shop/checkout');
  await expect(page.getByText('370 SEK').filter({ visible: true })).toBeVisible();
  expect(await cartTitles(page)).toEqual([fod, expansions]);
  await fillCart(page, 'fist');
  await page.goto(paidPage);
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await page.goto('/shop/checkout');
  await expect(page.getByText('620 SEK').filter({ visible: true })).toBeVisible();
});

test('An address of the page after paying that names no order clears the cart, as the specification says', async ({
  page,
}) => {
  await fillCart(page, 'fod');
  await page.goto('/shop/success');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Completed' })).toBeVisible();
  await expect(page.getByText(/Log in there with the same email address that you bought with/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible();
});

test('A guest who cancels finds what was tried, hidden products too, and goes on with it', async ({
  page,
}) => {
  const email = newEmail();
  await fillCart(page, 'fod-expansions');
  await goToPay(page, 'fod-podcast-discount', email);
  await conclude(page, 'cancel');
  await expect(page).toHaveURL('/shop/cancel');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'You were buying' })).toBeVisible();
  await expect(main).toContainText(fod);
  await expect(main).toContainText('187.50 SEK');
  await expect(main).toContainText('Not sure whether you paid? Find your order first.');
  await expect(main.getByRole('heading', { name: 'Also in your cart' })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/checkout/fod-podcast-discount');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByLabel('Email address').press('Enter');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'cancel');
  // "Remove available" (specification, section 2).
  await main.getByRole('button', { name: `Remove ${fod}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(main.getByRole('heading', { name: 'You were buying' })).toHaveCount(0);
  expect(await cartTitles(page)).toEqual([expansions]);
});

test('An account that cancels one product tries it again at once, and Return to Shop is there as well', async ({
  page,
  shop,
}) => {
  await signInAs(page, confirmedReader(shop).username);
  await page.goto('/checkout/fist');
  await expect(page.getByText('You are logged in as')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await conclude(page, 'cancel');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Return to Shop' })).toBeVisible();
  for (let time = 0; time < 2; time += 1) {
    await expect(main.getByRole('listitem')).toContainText(fist);
    await main.getByRole('button', { name: 'Try Again' }).click();
    await expect(page).toHaveURL(/\/pay\/cs_test_/);
    await conclude(page, 'cancel');
  }
});

test('A pre-order says so in its order, and when it opens as long as that is to come', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['coc_aatt', 'fist'], newEmail());
  const tide = 'Call of Cthulhu: Alone Against the Tide';
  const main = page.getByRole('main');
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await expect(main.getByRole('listitem').filter({ hasText: tide })).toHaveText(`${tide} (Pre-Order)`);
  // It came out on 1 August 2025, so nothing is announced.
  await expect(main).not.toContainText('opens on');
  // The server's date counts, not the device's.
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const date = 'Sun, 20 Jul 2025 12:00:00 GMT';
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.reload();
  await expect(main).toContainText(`${tide} opens on 1 August 2025: from that day it is in the app.`);
  await expect(main).not.toContainText(`${fist} opens`);
});

test('Too many tries at paying are told with the minutes to wait', async ({ page }) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  await page.route('**/api/create-checkout-session', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '840' }, json: { code: 'too_many_requests' } }),
  );
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByLabel('Email address').press('Enter');
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'minutes' })).toContainText(
    'Try again in 14 minutes.',
  );
});

test('Asking after an order too often is told with the minutes to wait', async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fist'], newEmail());
  await page.route('**/api/orders/*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '150' }, json: { code: 'too_many_requests' } }),
  );
  await page.goto(`/shop/order?id=${sessionId}`);
  await expect(page.getByRole('main').getByRole('status')).toContainText(['Ask again in 3 minutes.']);
});
