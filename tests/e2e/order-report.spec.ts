import { readFileSync } from 'node:fs';
import { buy, control } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { holdRequests, loseAnswer } from './account-forms.ts';
import { droppedConnection } from './account-steps.ts';
import { conclude, goToPay, sessionOf } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

// What the browser logs when a test takes it offline.
test.use({ expectedErrors: [droppedConnection] });

test('The order page tells which address the order is recorded under, and how to have it corrected', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fod'], 'anna@example.com');
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  const recorded = page.getByText('Recorded and unlocked for a•••@example.com');
  await expect(recorded).toBeVisible();
  await expect(recorded.getByRole('link')).toHaveAttribute('href', /^mailto:/);
  // Only the changed part of a state is read out (`aria-atomic`): a status region is read as a whole by default.
  await expect(page.getByRole('status').filter({ has: recorded })).toHaveAttribute('aria-atomic', 'false');
});

test('The order page tells the truth about refunds and disputes', async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fod', 'fist'], 'anna@example.com');
  await control(shop, 'refund', { checkout_session: sessionId, amount: 10_000 });
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await expect(page.getByText('Paid: 500 SEK, of which 100 SEK went back to you')).toBeVisible();
  await control(shop, 'refund', { checkout_session: sessionId });
  await page.reload();
  await expect(page.getByText('Refunded: 500 SEK')).toBeVisible();
  await expect(page.getByText('What you bought is waiting.')).toBeHidden();
  await expectAccessible(page);

  const { sessionId: disputed } = await buy(shop, ['fod'], 'anna@example.com');
  await control(shop, 'dispute', { checkout_session: disputed });
  await page.goto(`/shop/success?session_id=${disputed}`);
  await expect(page.getByText('Your bank is looking into this payment')).toBeVisible();
});

test('Who comes back to the page of an order finds how it stands now, not how it stood when they left', async ({
  page,
  context,
  shop,
}) => {
  await goToPay(page, 'fist', newEmail());
  // The browser goes offline after the page after paying has loaded.
  await page.route('**/api/orders/*', (route) => route.abort());
  await conclude(page, 'pay');
  await expect(page.getByText('We could not ask how your payment stands')).toBeVisible();
  await page.unroute('**/api/orders/*');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();

  await control(shop, 'refund', { checkout_session: sessionOf(page) });
  await shop.sandbox.stripe.deliveriesSettled();
  // A headless browser never hides a page.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Refunded: 250 SEK')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw from contract here' })).toBeHidden();
});

test('Once withdrawn from, the page says so at once, and offers no way into the app any more', {
  tag: '@thorough',
}, async ({ page }) => {
  const email = newEmail();
  await goToPay(page, 'fist', email);
  await conclude(page, 'pay');
  await expect(page.getByRole('heading', { name: 'Into the app' })).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Anna Reader');
  // The page knows the buyer's address and does not ask for it again: a typing mistake would misdirect the acknowledgement.
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText('You withdrew from this purchase')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order');
  await expect(page.getByRole('heading', { name: 'Into the app' })).toBeHidden();
  await expect(page.getByText('Recorded and unlocked')).toBeHidden();
  // The acknowledgement stays where the buyer is reading.
  const received = page.getByRole('heading', { name: 'We have received your withdrawal' });
  await expect(received).toBeFocused();
  await expect(received).toBeInViewport();
});

test('A withdrawal whose answer is lost offers no way to take it back, and is shown as recorded', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fod'], 'anna@example.com');
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Anna Reader');
  await page.getByLabel('Email address').fill('anna@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  const keep = page.getByRole('button', { name: 'Keep everything' });
  await expect(keep).toBeVisible();
  await loseAnswer(page, '**/api/withdrawals');
  const sendOrder = await holdRequests(page, `**/api/orders/${sessionId}`);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText('We did not hear whether your withdrawal is recorded')).toBeVisible();
  await expect(keep).toHaveCount(0);
  sendOrder();
  await expect(page.getByText('You withdrew from this purchase')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the confirmation' })).toBeFocused();
});

test('A purchase can be withdrawn from in two steps, and the confirmation can be kept', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fod', 'fist'], 'anna@example.com');
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByRole('heading', { name: 'Withdraw from contract' })).toBeFocused();

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.getByLabel('Your name').fill('Log in at evil.example');
  await expect(page.getByLabel('Email address')).toHaveValue('');
  await page.getByLabel('Email address').fill('anna@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Write it without links, addresses')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.getByLabel('Your name').fill('Anna Reader');
  await page.getByLabel('Email address').fill('anna@nowhere');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You must enter a valid email address.')).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();
  await page.getByLabel('Email address').fill('anna@example.com');
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'What your withdrawal does' })).toBeFocused();
  await expect(page.getByText('You get 500 SEK back, by the means you paid with')).toBeVisible();
  await expect(page.getByText('Only from some of them?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();

  await expect(page.getByRole('heading', { name: 'We have received your withdrawal' })).toBeFocused();
  const shown = await page.locator('pre').innerText();
  expect(shown).toContain('I, Anna Reader (anna@example.com), withdraw from my contract');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the confirmation as a text' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^withdrawal-W-[0-9A-F]{10}\.txt$/);
  expect(readFileSync(await download.path(), 'utf8').trim()).toBe(shown.trim());
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText(/^You withdrew on \d+ \w+ \d{4}\./)).toBeVisible();
  await page.getByRole('button', { name: 'Show the confirmation' }).click();
  await expect(page.getByRole('heading', { name: 'The confirmation of your withdrawal' })).toBeFocused();
  await expect(page.getByText('You have withdrawn, and nothing is declared again.')).toBeVisible();
  await page.getByLabel('Your name').fill('Anna Reader');
  await page.getByLabel('Email address').fill('anna@example.com');
  await page.getByRole('button', { name: 'Show the confirmation' }).click();
  await expect(page.locator('pre')).toHaveText(shown.trim(), { useInnerText: true });
});
