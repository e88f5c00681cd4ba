import type { Page } from '@playwright/test';
import { control } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { holdRequests, loseAnswer } from './account-forms.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

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

/** Pays as a guest and types another address for the order. @returns what was typed */
async function typeCorrection(page: Page): Promise<string> {
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'pay');
  const right = newEmail();
  await page.getByRole('button', { name: 'Correct the address' }).click();
  await page.getByLabel('Email address', { exact: true }).fill(right);
  return right;
}

test('What a correction changes is there at once, from the answer to it: no other answer has to come', async ({
  page,
}) => {
  const right = await typeCorrection(page);
  await holdRequests(page, /\/api\/orders\/[^/]+$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(`Recorded and unlocked for ${right}.`);
});

test('A correction whose answer is lost is shown as what became of it, also to whoever cancels then', async ({
  page,
}) => {
  const right = await typeCorrection(page);
  await loseAnswer(page, '**/address');
  await page.getByRole('button', { name: 'Correct it' }).click();
  await expect(page.getByText(/^No answer that makes sense/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(`Is there a letter wrong in ${right}?`)).toBeVisible();
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
