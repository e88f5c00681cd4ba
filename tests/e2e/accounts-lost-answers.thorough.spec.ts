import type { Page } from '@playwright/test';
import { newEmail, password } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import {
  askForResetCode,
  details,
  expectStep,
  newPasswords,
  submitDetails,
  typeAuthenticatorCode,
} from './account-forms.ts';
import {
  confirmedReader,
  droppedConnection,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  newPassword,
  openCreateAccount,
  openForgotPassword,
  openLogin,
  press,
  signInAs,
  submitLogin,
  texts,
} from './account-steps.ts';
import { expect, mailedCode, test } from './fixtures.ts';

test.use({ expectedErrors: [droppedConnection] });

/** The identity service carries out the next call of this operation, but the answer never arrives. */
async function loseAnswer(page: Page, shop: Shop, operation: string): Promise<void> {
  const lose: Parameters<Page['route']>[1] = async (route) => {
    if (!route.request().headers()['x-amz-target']?.endsWith(`.${operation}`)) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
    await page.unroute(`${shop.sandboxUrl}/`, lose);
  };
  await page.route(`${shop.sandboxUrl}/`, lose);
}

test('A reset whose answer is lost is found done at the next press, and signs the others out all the same', async ({
  page,
  browser,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  const other = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await signInAs(other, username);
  await openForgotPassword(page);
  await askForResetCode(page, email);
  await expectStep(page, 'Choose a new password');
  await fill(page, { 'Reset code': await mailedCode(shop, email), ...newPasswords });
  await loseAnswer(page, shop, 'ConfirmForgotPassword');
  await press(page, 'Change password');
  await expectAlert(page, texts.unreachable);
  await press(page, 'Change password');
  await expectStep(page, 'Your password is changed');
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await other.context().close();
});

test('Another password than the one whose answer was lost needs another code, as it says', async ({
  page,
  shop,
}) => {
  const { email } = confirmedReader(shop);
  await openForgotPassword(page);
  await askForResetCode(page, email);
  await expectStep(page, 'Choose a new password');
  await fill(page, { 'Reset code': await mailedCode(shop, email), ...newPasswords });
  await loseAnswer(page, shop, 'ConfirmForgotPassword');
  await press(page, 'Change password');
  await expectAlert(page, texts.unreachable);
  await fill(page, {
    'New password': `${newPassword}-again`,
    'New password again': `${newPassword}-again`,
  });
  await press(page, 'Change password');
  await expectFieldFault(page, 'Reset code', texts.expiredCode);
});

test('A new password whose answer is lost is not taken for a wrong current one', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Change your password');
  await fill(page, { 'Current password': details('').Password, ...newPasswords });
  await loseAnswer(page, shop, 'ChangePassword');
  await press(page, 'Change password');
  await expectAlert(page, texts.unreachable);
  await press(page, 'Change password');
  await expect(page.getByText(/^Your password is changed\. Every other browser/)).toBeVisible();
});

test('An account whose answer is lost is taken after a reload: that it may be there, and the way to it', async ({
  page,
  shop,
}) => {
  const typed = details(newEmail());
  await openCreateAccount(page);
  await loseAnswer(page, shop, 'SignUp');
  await submitDetails(page, typed);
  await expectAlert(page, texts.unreachable);
  await openCreateAccount(page);
  await submitDetails(page, typed);
  await expectFieldFault(page, 'Username', 'User already exists');
  await expectAlert(
    page,
    'If you have tried this before, your account may exist by now: log in with it to have another code sent.',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'I have an account' })).toBeVisible();
});

test('An address whose verification is lost is found verified at the next press', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop, { emailVerified: false });
  await signInAs(page, username);
  await press(page, 'Verify the address');
  await field(page, 'Confirmation code').fill(await mailedCode(shop, email));
  await loseAnswer(page, shop, 'VerifyUserAttribute');
  await field(page, 'Confirmation code').press('Enter');
  await expectAlert(page, texts.unreachable);
  await field(page, 'Confirmation code').press('Enter');
  await expect(page.getByText(`The address ${email} is verified.`)).toBeVisible();
});

/** Only the shop's own session is out of reach, not the identity service. @returns a function that ends this */
async function loseSession(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/session', (route) => route.abort('connectionreset'));
  return () => page.unroute('**/api/session');
}

test('An address that was verified while only the shop did not answer is found verified at the next press', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop, { emailVerified: false });
  await signInAs(page, username);
  await press(page, 'Verify the address');
  await field(page, 'Confirmation code').fill(await mailedCode(shop, email));
  const found = await loseSession(page);
  await field(page, 'Confirmation code').press('Enter');
  await expectAlert(page, 'There was no answer. Check your connection, then try again.');
  await found();
  await field(page, 'Confirmation code').press('Enter');
  await expect(page.getByText(`The address ${email} is verified.`)).toBeVisible();
});

test('An authenticator app that was set up, or removed, is said to be, although the shop did not answer', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await typeAuthenticatorCode(page);
  await loseSession(page);
  await press(page, 'Continue');
  await expect(page.getByText('from now on signing in asks for a code from your app')).toBeVisible();
  await press(page, 'Remove the authenticator app');
  await expect(page.getByText('from now on your password is enough')).toBeVisible();
});

test('Whoever cancels after the answer to the set-up was lost is not told that nothing is set up', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await typeAuthenticatorCode(page);
  await loseAnswer(page, shop, 'SetUserMFAPreference');
  await press(page, 'Continue');
  await expectAlert(page, texts.unreachable);
  await press(page, 'Cancel');
  await press(page, 'Show two-step sign-in');
  await expect(page.getByRole('button', { name: 'Remove the authenticator app' })).toBeVisible();
});

test.describe('The first password of an invited account', () => {
  const username = 'invited';
  test.beforeEach(async ({ page, shop }) => {
    shop.sandbox.identity.inviteUser({ username, email: newEmail(), temporaryPassword: password });
    await openLogin(page);
    await submitLogin(page, username);
    await expectStep(page, 'Choose a password');
    await fill(page, newPasswords);
  });

  test('taken while the shop did not answer: the next press signs in', async ({ page }) => {
    const found = await loseSession(page);
    await press(page, 'Change password');
    await expectAlert(page, texts.unreachable);
    await found();
    await press(page, 'Change password');
    await expectSignedIn(page, username);
  });

  test('its answer lost: the next press leads to the login, which takes it', async ({ page, shop }) => {
    await loseAnswer(page, shop, 'RespondToAuthChallenge');
    await press(page, 'Change password');
    await expectAlert(page, texts.unreachable);
    await press(page, 'Change password');
    await expectStep(page, 'Sign In');
    await expect(page.getByText(/^That took too long, or your new password is set by now\./)).toBeVisible();
    await submitLogin(page, username, newPassword);
    await expectSignedIn(page, username);
  });

  test('can be left for another account', async ({ page }) => {
    await press(page, 'Use another account');
    await expectStep(page, 'Sign In');
    await expect(field(page, 'Username or email')).toHaveValue('');
  });
});
