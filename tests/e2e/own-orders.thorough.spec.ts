import { buy } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { confirmedReader, signInAs } from './account-steps.ts';
import { conclude, goToPay } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('A buyer finds the order on the account page, with its address in full, and withdraws from it in two steps', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  const { sessionId } = await buy(shop, ['fod', 'fist'], email);
  await page.goto('/shop/product/fod-expansions');
  await page.getByRole('button', { name: /Add .*to Cart/ }).click();
  await signInAs(page, username);
  const entry = page.getByRole('article', { name: /Lone Wolf The Fortress of Death/ });
  await expect(page.getByRole('heading', { level: 2, name: 'Your orders' })).toBeVisible();
  await expect(entry).toContainText('500 SEK');
  await expect(entry).toContainText('Paid. You can still withdraw from this purchase.');
  await expect(entry).toContainText(email);
  const correction = entry.getByRole('link', { name: 'Ask for a correction' });
  await expect(correction).toHaveAttribute('href', new RegExp(`^mailto:.*${sessionId}$`));
  await expectAccessible(page);

  await entry.getByRole('link', { name: 'Open this order' }).click();
  await expect(page).toHaveURL(`/shop/order?id=${sessionId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your order' })).toBeFocused();
  await expect(page.getByText('Paid: 500 SEK')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Anna Reader');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'We have received your withdrawal' })).toBeFocused();
  await expectAccessible(page);

  await page.goto('/account');
  await expect(entry).toContainText(/Paid\. You withdrew on \d+ \w+ \d{4}, and the money comes back/);
  // "The cart is cleared on the success page" (specification, section 4); looking at an order later leaves it alone.
  await page.goto('/shop/checkout');
  await expect(page.getByRole('main')).toContainText('Expansions (12 months)');
});

test('A guest finds the withdrawal in the footer, and comes to the order with what they kept of it', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fist'], newEmail());
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from a purchase' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw from a purchase' })).toBeVisible();
  await expectAccessible(page);

  const kept = page.getByLabel("The order's link or number");
  await kept.fill('my order');
  await kept.press('Enter');
  await expect(kept).toBeFocused();
  await expect(kept).toHaveAccessibleDescription(/There is no order number in this\./);
  await expectAccessible(page);
  await kept.fill(`${shop.url}/shop/success?session_id=cs_test_mistyped`);
  await kept.press('Enter');
  await expect(page.getByText('We cannot find this order')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Enter it again' }).click();
  await kept.fill(`${shop.url}/shop/success?session_id=${sessionId}`);
  await page.getByRole('button', { name: 'Open the order' }).click();
  await expect(page).toHaveURL(`/shop/order?id=${sessionId}`);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByRole('heading', { name: 'Withdraw from contract' })).toBeFocused();
});

test('The account page says when the orders could not be loaded, and loads them when asked again', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await page.route('**/api/orders', (route) => route.fulfill({ status: 503, json: {} }));
  await signInAs(page, username);
  await expect(page.getByText('Your orders could not be loaded')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/orders');
  await page.getByRole('button', { name: 'Load the orders again' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeFocused();
  await expect(page.getByText('No orders are recorded for this account.')).toBeVisible();
});

test('Who is led to an order that is paid already reads how to go on: with more than that, or for somebody else', async ({
  page,
}) => {
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  // The bundle contains what was bought, and more.
  await page.goto('/checkout/bundle-pre-order');
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByText('No second payment was opened')).toBeVisible();
  const notice = page.getByText('You paid for this, or for a part of it, a moment ago.');
  await expect(notice).toContainText('To buy it again, go back and press the button once more');
  await expect(notice).toContainText('if it is for somebody else, tick “This is a gift” before that.');
  await page.goBack();
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
});
