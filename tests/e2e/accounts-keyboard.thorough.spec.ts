import type { Locator, Page } from '@playwright/test';
import { newEmail, password } from '../support/people.ts';
import {
  addCodes,
  confirmedReader,
  expectSignedIn,
  field,
  newPassword,
  openCreateAccount,
  openForgotPassword,
  openLogin,
} from './account-steps.ts';
import { expect, mailedCode, test } from './fixtures.ts';

/** More than any page of the site has between two elements that a test goes to. */
const mostTabs = 40;

/** Presses Tab until the target has the focus, and expects a visible focus indicator. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} was not reached with the Tab key`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, field(page, label));
  await page.keyboard.type(text);
}

async function pressKey(page: Page, name: string, key: 'Enter' | 'Space'): Promise<void> {
  const target = page.getByRole('main').getByRole('button', { name, exact: true });
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('By keyboard only: create an account, confirm it, and reach the cart signed in', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openCreateAccount(page);
  await type(page, 'Username', 'by-keyboard');
  await type(page, 'Email', email);
  await type(page, 'Password', password);
  await pressKey(page, 'Show password', 'Space');
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await pressKey(page, 'Create Account', 'Space');
  await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeFocused();
  await type(page, 'Confirmation code', await mailedCode(shop, email));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('By keyboard only: sign in after a wrong password, unlock, sign out', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await addCodes(shop, { torch: ['fist'] });
  await openLogin(page);
  await type(page, 'Username or email', username);
  await type(page, 'Password', 'Not-the-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await expect(field(page, 'Password')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expectSignedIn(page, username);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await pressKey(page, 'Unlock Content', 'Enter');
  await expect(field(page, 'Activation code')).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(field(page, 'Activation code')).toBeFocused();
  await page.keyboard.type('torch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My Products' })).toBeFocused();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: "Steve Jackson's F.I.S.T." }));
  await page.reload();
  await expectSignedIn(page, username);
  await pressKey(page, 'Sign Out', 'Enter');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeFocused();
});

test('By keyboard only: a forgotten password', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  await openForgotPassword(page);
  await type(page, 'Username or email', username);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
  await type(page, 'Reset code', await mailedCode(shop, email));
  await type(page, 'New password', newPassword);
  await type(page, 'New password again', 'something-else');
  await page.keyboard.press('Enter');
  await expect(field(page, 'New password again')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(newPassword);
  await pressKey(page, 'Change password', 'Enter');
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Go to login' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeFocused();
});

test('By keyboard only: delete the account, after cancelling once', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await openLogin(page);
  await type(page, 'Username or email', username);
  await type(page, 'Password', password);
  await page.keyboard.press('Enter');
  await expectSignedIn(page, username);
  await pressKey(page, 'Delete Account', 'Enter');
  await expect(page.getByRole('heading', { name: 'Delete Account' })).toBeFocused();
  await pressKey(page, 'Cancel', 'Space');
  await expect(page.getByRole('heading', { name: 'My Products' })).toBeFocused();
  await pressKey(page, 'Delete Account', 'Enter');
  await pressKey(page, 'Delete my account permanently', 'Enter');
  await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
