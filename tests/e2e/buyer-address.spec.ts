import { newEmail } from '../support/people.ts';
import { press } from './account-steps.ts';
import { conclude, goToPay, sessionOf } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test('A guest who typed a wrong letter sees the whole address, corrects it by keyboard, and makes the account with it', async ({
  page,
  browser,
  shop,
}) => {
  const [wrong, right] = [newEmail(), newEmail()];
  await goToPay(page, 'fist', wrong);
  await conclude(page, 'pay');
  const main = page.getByRole('main');
  await expect(main.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(main).toContainText(`Recorded and unlocked for ${wrong}.`);
  const correct = page.getByRole('button', { name: 'Correct the address' });
  await correct.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Correct the address' })).toBeFocused();
  await expectAccessible(page);
  const field = page.getByLabel('Email address', { exact: true });
  await expect(field).toHaveValue(wrong);
  await field.fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You must enter a valid email address.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(right);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Corrected. What you bought now waits for ${right}.`)).toBeFocused();
  await expect(main).toContainText(`Recorded and unlocked for ${right}.`);
  await expectAccessible(page);
  const id = sessionOf(page);
  // The order's own page has the same form, once, beside the right of withdrawal.
  await page.goto(`/shop/order?id=${id}`);
  const last = newEmail();
  await press(page, 'Correct the address');
  await field.fill(last);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Corrected. What you bought now waits for ${last}.`)).toBeFocused();
  await expect(correct).toHaveCount(1);
  await press(page, 'Correct the address');
  await field.fill(right);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Corrected. What you bought now waits for ${right}.`)).toBeFocused();
  await page.goto(`/shop/success?session_id=${id}`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email', { exact: false }).first()).toHaveValue(right);

  // Another browser with the link gets no address and no form to correct it.
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  const stranger = await elsewhere.newPage();
  await stranger.goto(`/shop/order?id=${id}`);
  await expect(stranger.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(stranger.getByRole('main')).not.toContainText(right);
  await expect(stranger.getByRole('button', { name: 'Correct the address' })).toHaveCount(0);
  await elsewhere.close();

  // The next purchase is not prefilled with the mistyped address.
  await page.goto('/checkout/fod');
  await expect(page.getByLabel('Email address', { exact: true })).toHaveValue(right);
});

test('Another address that is typed while the page comes to life is the one that is bought for, not the one remembered', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const [remembered, typed] = [newEmail(), newEmail()];
  await goToPay(page, 'fist', remembered);
  await page.addInitScript((text) => {
    // Typed right after the page's code has read the field.
    const find = document.querySelector.bind(document);
    document.querySelector = (selector: string) => {
      const found = find(selector);
      if (!(found instanceof HTMLInputElement) || found.name !== 'email') return found;
      document.querySelector = find;
      const before = found.cloneNode() as HTMLInputElement;
      found.value = text;
      return before;
    };
  }, typed);
  await page.goto('/checkout/fist');
  const button = page.getByRole('button', { name: 'Continue to Checkout' });
  await expect(button).toBeEnabled();
  await expect(page.getByLabel('Email address')).toHaveValue(typed);
  await button.click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'pay');
  await expect(page.getByText(`Recorded and unlocked for ${typed}.`)).toBeVisible();
  expect(shop.logText()).not.toContain(typed);
});

test('A mistyped domain of a large provider is asked about, taken over by one press, and stops nobody', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/checkout/fist');
  await hydrated(page);
  const field = page.getByLabel('Email address', { exact: true });
  const question = page.getByText('Did you mean');
  // Not shown between two keystrokes, where a screen reader would drop the announcement. On a busy machine they may be seconds apart,
  // so the page's time stands still meanwhile.
  await page.clock.pauseAt(Date.now() + 60_000);
  await field.pressSequentially('anna@gmial.com');
  expect(await question.count()).toBe(0);
  await page.clock.resume();
  await expect(question).toHaveText('Did you mean anna@gmail.com? Yes, take it');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('anna@gmail.com');
  await expect(field).toBeFocused();
  await expect(question).toHaveCount(0);
  await field.fill('anna@gmial.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByText('anna@gmial.com').first()).toBeVisible();
});
