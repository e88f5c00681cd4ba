import { guessLimits } from '#server/http/guess-limit.ts';
import { buy } from '../support/orders.ts';
import { activate, expectRefused, expectStep, holdRequests } from './account-forms.ts';
import {
  addCodes,
  confirmedReader,
  expectAlert,
  press,
  signInAs,
  submitLogin,
  texts,
} from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('My Products: loading, then an empty state that points to the shop', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  const release = await holdRequests(page, '**/api/unlocked-content');
  await signInAs(page, username);
  await expect(page.getByRole('status').getByText('Loading your products')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByText(/You have no products yet/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Go to the shop' }).click();
  await expect(page).toHaveURL(/\/shop$/);
});

test('Unlock Content shows that it is checking, and after too many wrong codes how long to wait', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Unlock Content');
  const release = await holdRequests(page, '**/api/use-code');
  await activate(page, 'guess-0');
  await expect(page.getByRole('button', { name: 'Checking the code' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeDisabled();
  await expectAccessible(page);
  release();
  for (let guess = 1; guess < guessLimits.perAccount; guess += 1) {
    await press(page, 'Try Again');
    await activate(page, `guess-${guess}`);
  }
  await press(page, 'Try Again');
  await activate(page, 'one-too-many');
  await expectRefused(page, 'There were too many attempts. Try again in 15 minutes.');
});

test('Delete Account warns, can be cancelled, and then deletes: the account is gone here and at the identity service', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Delete Account');
  await expectStep(page, 'Delete Account');
  await expect(page.getByText(/all data that belongs to it are deleted permanently/)).toBeVisible();
  await expect(page.getByText('A copy of your payment history is kept for legal reasons.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Cancel');
  await expectStep(page, 'My Products');
  await press(page, 'Delete Account');
  await press(page, 'Delete my account permanently');
  await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
  await expectAccessible(page);
  expect(shop.sandbox.identity.listUsers().map((user) => user.username)).not.toContain(username);
  await submitLogin(page, username);
  await expectAlert(page, texts.loginFailed);
});

test('An address that is not verified says so, and shows nothing that was bought with it', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop, { emailVerified: false });
  await buy(shop, ['fist'], email);
  await signInAs(page, username);
  await expect(page.getByText(`The address ${email} is not verified`, { exact: false })).toBeVisible();
  await expect(page.getByText(/You have no products yet/)).toBeVisible();
  await expectAccessible(page);
});

test('Of several things that a code unlocked, one hears where each title ends', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await addCodes(shop, { 'torch-3': ['fist', 'fod-kickstarter'] });
  await signInAs(page, username);
  await press(page, 'Unlock Content');
  await activate(page, 'torch-3');
  await expect(page.getByRole('button', { name: 'Go Back' })).toHaveAccessibleDescription(
    "Success! Unlocked on your account, here and in the app: Steve Jackson's F.I.S.T. ; Lone Wolf The Fortress of Death ; The Fortress of Death, digital artbook",
  );
});
