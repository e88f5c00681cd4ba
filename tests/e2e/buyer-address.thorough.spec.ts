import { control } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { holdRequests } from './account-forms.ts';
import { conclude, fillCart, goToPay, sessionOf } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

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
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email', { exact: false }).first()).toHaveValue(right);

  // Whoever else has the link sees no address, and can correct nothing.
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  const stranger = await elsewhere.newPage();
  await stranger.goto(`/shop/order?id=${id}`);
  await expect(stranger.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(stranger.getByRole('main')).not.toContainText(right);
  await expect(stranger.getByRole('button', { name: 'Correct the address' })).toHaveCount(0);
  await elsewhere.close();

  // What is bought next does not go to the wrong letter again.
  await page.goto('/checkout/fod');
  await expect(page.getByLabel('Email address', { exact: true })).toHaveValue(right);
});

test('Another address that is typed while the page comes to life is the one that is bought for, not the one remembered', async ({
  page,
  shop,
}) => {
  const [remembered, typed] = [newEmail(), newEmail()];
  await goToPay(page, 'fist', remembered);
  await page.addInitScript((text) => {
    // Typed in the very moment after the page's code has looked at the field.
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

test('A mistyped domain of a large provider is asked about, taken over by one press, and stops nobody', async ({
  page,
}) => {
  await page.goto('/checkout/fist');
  const field = page.getByLabel('Email address', { exact: true });
  const question = page.getByText('Did you mean');
  // Not between two keys: a screen reader would drop it.
  await field.pressSequentially('anna@gmial.com');
  expect(await question.count()).toBe(0);
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

test('After the last correction that is possible, what came of it stays, and whoever corrected is still there', async ({
  page,
}) => {
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'pay');
  const correct = page.getByRole('button', { name: 'Correct the address' });
  for (let correction = 1; correction <= 3; correction++) {
    const right = newEmail();
    await correct.press('Enter');
    await page.getByLabel('Email address', { exact: true }).fill(right);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toContainText(`Recorded and unlocked for ${right}.`);
    await expect(page.getByText(`Corrected. What you bought now waits for ${right}.`)).toBeFocused();
  }
  await expect(correct).toHaveCount(0);
});

test('An order that is still open leads back to its payment page, and an expired one is opened again', async ({
  page,
  shop,
}) => {
  await goToPay(page, 'fist', newEmail());
  const payUrl = page.url();
  const id = payUrl.split('/').pop() ?? '';
  await page.goto(`/shop/order?id=${id}`);
  await expect(page.getByText('This order is not paid yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go on to the payment page' }).click();
  await expect(page).toHaveURL(payUrl);
  await control(shop, 'expire', { checkout_session: id });
  await page.goto(`/shop/order?id=${id}`);
  await expect(page.getByText('The payment page closed before anything was paid')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the payment page again' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
});

test('The address that is remembered is in the field from its first moment: nobody types in front of it or behind it', async ({
  page,
}) => {
  const remembered = newEmail();
  await goToPay(page, 'fist', remembered);
  await fillCart(page, 'fist');
  await page.addInitScript(() => {
    const added: string[] = [];
    Object.assign(window, { added });
    const look = (node: Node) => {
      const field = node instanceof Element && node.querySelector<HTMLInputElement>('input[name=email]');
      if (field) added.push(field.value);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(look);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/shop/login');
  await page.getByRole('link', { name: /^Go on as a guest/ }).click();
  await expect(page.getByLabel('Email address', { exact: true })).toHaveValue(remembered);
  expect(await page.evaluate(() => (window as unknown as { added: string[] }).added)).toEqual([remembered]);
});

test('Who is in the field already when the page comes to life is given no address in front of what they type', async ({
  page,
}) => {
  await goToPay(page, 'fist', newEmail());
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('/checkout/fist', { waitUntil: 'commit' });
  const field = page.getByLabel('Email address');
  await field.focus();
  release();
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeEnabled();
  const typed = newEmail();
  await page.keyboard.type(typed);
  await expect(field).toHaveValue(typed);
});
