import { control, press as pressOnPayPage } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { cartTitles, conclude, fillCart, goToPay, sessionOf, titles } from './buyer-steps.ts';
import { expect, expectAccessible, test, withMotion } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test.use(withMotion);

/** A buyer with two tabs who starts to pay for the same product in both. */

test('The older of two payment pages is closed by the newer one, and nothing can be paid on it', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await goToPay(page, 'fist', email);
  const second = await context.newPage();
  await goToPay(second, 'fist', email);
  // The payment page in the first tab has expired.
  await conclude(page, 'pay');
  await expect(page.getByRole('heading', { name: 'This payment page has expired' })).toBeVisible();
  await conclude(second, 'pay');
  await expect(second.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(second.getByRole('main')).not.toContainText('Paid twice');
});

test('Who has paid in one tab and presses pay in the other is told so, and no second payment is opened', async ({
  page,
  context,
  shop,
}) => {
  const email = newEmail();
  await fillCart(page, 'fod');
  await goToPay(page, 'fist', email);
  const second = await context.newPage();
  await second.goto('/checkout/fist');
  await second.getByLabel('Email address').fill(email);
  // The other button is pressed before the webhook has arrived and before the first tab has asked.
  shop.sandbox.stripe.setWebhookUrl(null);
  await page.route('**/api/orders/**', () => undefined);
  await conclude(page, 'pay');
  await expect(page).toHaveURL(/\/shop\/success/);
  await second.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(second).toHaveURL(/\/shop\/success\?session_id=cs_test_\w+&again=1$/);
  await expect(second.getByText('No second payment was opened')).toBeVisible();
  await expect(second.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(second.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await expectAccessible(second);
});

test('Who has paid and presses Back is told so by the form and by the page of a cancelled payment, before money moves again', async ({
  page,
}) => {
  const email = newEmail();
  await goToPay(page, 'fist', email);
  await conclude(page, 'pay');
  const main = page.getByRole('main');
  await expect(main.getByText('Paid: 250 SEK')).toBeVisible();
  await page.goto('/shop/cancel');
  await expect(main.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(main).not.toContainText('No money has moved');
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/checkout/fist');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByText('No second payment was opened')).toBeVisible();
  await expect(main.getByText('Paid: 250 SEK')).toBeVisible();
  // Buying a second copy on purpose takes one more press.
  await page.goto('/checkout/fist');
  await page.getByLabel('Email address', { exact: true }).fill(newEmail());
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
});

test('What was paid for leaves the cart on the page of a cancelled payment too, where that page is the first to hear of it', async ({
  page,
}) => {
  await fillCart(page, 'fist', 'fod');
  await goToPay(page, 'fist', newEmail());
  await pressOnPayPage(page.url(), 'pay');
  await page.goto('/shop/cancel');
  await expect(page.getByRole('main').getByText('Paid: 250 SEK')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await page.goto('/shop/checkout');
  expect(await cartTitles(page)).toEqual([titles.fod]);
});

test('When the older page could not be closed and both are paid, the buyer reads it at once and can have the money back', async ({
  page,
  context,
  shop,
}) => {
  const email = newEmail();
  await goToPay(page, 'fist', email);
  await control(shop, 'fail', { count: 1, status: 503, path: '/expire' });
  const second = await context.newPage();
  await goToPay(second, 'fist', email);
  await conclude(second, 'pay');
  await expect(second.getByText('Paid: 250 SEK')).toBeVisible();
  await conclude(page, 'pay');
  const main = page.getByRole('main');
  await expect(main.getByText('Paid twice: 250 SEK')).toBeVisible();
  await expect(main).toContainText('this payment unlocks nothing new, and you can have it back');
  // It comes first: no "It is yours" above it, and the link to the refund before the link to the app.
  await expect(page.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible();
  await expect(main.getByText('It is yours')).toBeHidden();
  await expect(main).toHaveText(/Withdraw from contract here.*Into the app/s);
  await expectAccessible(page);
  const id = sessionOf(page);

  await page.goto(`/shop/order?id=${id}`);
  await expect(main.getByText('Paid twice: 250 SEK')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Anna Reader');
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What your withdrawal does' })).toBeVisible();
  await expect(main).toContainText('You have paid for these twice, so they stay in your account');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await control(shop, 'refund', { checkout_session: id });
  await page.goto(`/shop/order?id=${id}`);
  await expect(main.getByText('Refunded: 250 SEK')).toBeVisible();
  await page.goto(`/shop/order?id=${sessionOf(second)}`);
  await expect(main.getByText('Paid: 250 SEK')).toBeVisible();
});

test('Who stops the payment page on its way can ask for it again', async ({ page }) => {
  await page.clock.install();
  await page.goto('/checkout/fist');
  await hydrated(page);
  await page.getByLabel('Email address').fill(newEmail());
  const button = page.getByRole('button', { name: 'Continue to Checkout' });
  // Like the browser's Stop button: the page stays.
  const paymentPage = /\/pay\/cs_test_/;
  await page.route(paymentPage, (route) => route.abort('aborted'));
  const stopped = page.waitForEvent('requestfailed');
  await button.click();
  await stopped;
  await expect(page.getByRole('button', { name: 'Preparing the payment' })).toBeDisabled();
  await page.clock.fastForward(15_000);
  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
  await page.unroute(paymentPage);
  await button.click();
  await expect(page).toHaveURL(paymentPage);
});

test('After a return from the payment page the next attempt is not ended by the time of the first one', async ({
  page,
}) => {
  await page.clock.install();
  // The payment page does not come, and the browser stays where it is.
  await page.route('**/pay/**', (route) => route.fulfill({ status: 204 }));
  await page.goto('/checkout/fist');
  await hydrated(page);
  await page.getByLabel('Email address').fill(newEmail());
  const pay = page.getByRole('button', { name: 'Continue to Checkout' });
  const opening = page.getByRole('main').getByRole('button', { disabled: true });
  await pay.click();
  await expect(opening).toBeVisible();
  await page.clock.runFor(10_000);
  // As when Back shows the page as it was left (back/forward cache).
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(pay).toBeEnabled();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/create-checkout-session', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await pay.click();
  await expect(opening).toBeVisible();
  await page.clock.runFor(6000);
  await expect(opening).toBeVisible();
  answer.resolve();
});

test('Who never saw that their gift is paid, and gives the same again, is led to it once, where its card is written', async ({
  page,
  context,
  shop,
}) => {
  const email = newEmail();
  const gift = async (tab: typeof page) => {
    await tab.goto('/checkout/fist');
    await hydrated(tab);
    await tab.getByRole('checkbox', { name: 'This is a gift' }).check();
    await tab.getByLabel('Email address').fill(email);
    await tab.getByRole('button', { name: 'Continue to Checkout' }).click();
  };
  await gift(page);
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  // The payment arrives, and its answer does not.
  await pressOnPayPage(page.url(), 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  const second = await context.newPage();
  await gift(second);
  await expect(second).toHaveURL(/\/shop\/success\?session_id=cs_test_\w+&again=1$/);
  await expect(second.getByText('its card is still to be written')).toBeVisible();
  await expect(second.getByRole('heading', { name: 'The card' })).toBeVisible();
  await expectAccessible(second);
  await second.screenshot({ path: 'test-results/gift-paid-before.png', fullPage: true });
  // Another one is given with one press more.
  await gift(second);
  await expect(second).toHaveURL(/\/pay\/cs_test_/);
});
