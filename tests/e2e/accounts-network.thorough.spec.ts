import type { Page } from '@playwright/test';
import { newEmail, password } from '../support/people.ts';
import { activate, details, expectRefused, expectStep, newPasswords } from './account-forms.ts';
import {
  addCodes,
  confirmedReader,
  droppedConnection,
  expectAlert,
  expectSignedIn,
  fill,
  openCreateAccount,
  openForgotPassword,
  openLogin,
  press,
  pressWithoutNetwork,
  signInAs,
  submitLogin,
  texts,
  unconfirmedReader,
} from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';

/** Ends every connection of a page to an address. */
const cut = (page: Page, path: string) => page.route(path, (route) => route.abort('connectionreset'));
const noAnswer = 'There was no answer. Check your connection, then try again.';

test.describe('The network goes down in the middle of', () => {
  test.use({ expectedErrors: [droppedConnection] });

  test('signing in and confirming: each step says so, keeps what was typed, and works on the next press', async ({
    page,
    shop,
  }) => {
    const { username, email } = await unconfirmedReader(shop);
    await openLogin(page);
    await fill(page, { 'Username or email': username, Password: password });
    await pressWithoutNetwork(page, shop, 'InitiateAuth', 'Sign In');
    await pressWithoutNetwork(page, shop, 'RespondToAuthChallenge', 'Sign In');
    await press(page, 'Sign In');
    await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeVisible();
    await pressWithoutNetwork(page, shop, 'ResendConfirmationCode', 'Send a new code');
    await press(page, 'Send a new code');
    await expect(page.getByText(texts.newCode)).toBeVisible();
    await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
    await pressWithoutNetwork(page, shop, 'ConfirmSignUp', 'Confirm');
    await expectAccessible(page);
    shop.sandbox.identity.injectFault({ operation: 'InitiateAuth', drop: true, times: 20 });
    await press(page, 'Confirm');
    await expect(page.getByText('Your account is confirmed. Log in to continue.')).toBeVisible();
    await expectAlert(page, texts.unreachable);
    shop.sandbox.identity.clearFaults();
    await submitLogin(page, username);
    await expectSignedIn(page, username);
  });

  test('beginning the session: nobody is half signed in', async ({ page, shop }) => {
    const { username } = confirmedReader(shop);
    await openLogin(page);
    await cut(page, '**/api/session');
    await submitLogin(page, username);
    await expectAlert(page, texts.unreachable);
    await page.unroute('**/api/session');
    await press(page, 'Sign In');
    await expectSignedIn(page, username);
  });

  test('looking the account up: it is said, and tried again until it works', async ({ page, shop }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await cut(page, '**/api/session');
    await page.reload();
    await expect(page.getByText('We could not look up your account')).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Try Again');
    await expect(page.getByText('We could not look up your account')).toBeVisible();
    // Once the network is back, the page soon notices by itself: the press has reset the back-off.
    await page.unroute('**/api/session');
    await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();
  });

  test('looking the account up: Try Again says that it tries, and keeps its place when it fails', async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await cut(page, '**/api/session');
    await page.reload();
    await expect(page.getByText('We could not look up your account')).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.unroute('**/api/session');
    await page.route('**/api/session', async (route) => {
      await promise;
      await route.abort();
    });
    const main = page.getByRole('main');
    const said = await main.getByRole('alert').getByText('There was no answer.').elementHandle();
    await main.getByRole('button', { name: 'Try Again' }).press('Enter');
    await expect(main.getByRole('button', { name: 'Looking for your account' })).toBeDisabled();
    resolve();
    await expect(main.getByRole('button', { name: 'Try Again' })).toBeFocused();
    // Live regions read out what is added to them, so the words must stand in a new element.
    expect(await said?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(main.getByRole('alert').getByText('There was no answer.')).toBeVisible();
  });

  test('looking the account up: Try Again asks at once when the network is back', async ({ page, shop }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await page.clock.install();
    await cut(page, '**/api/session');
    await page.reload();
    await expect(page.getByText('We could not look up your account')).toBeVisible();
    // The next automatic retry happens now; no timer runs in the page after it, so a later request is due to the press.
    const triedAgain = page.waitForEvent('requestfailed');
    await page.clock.pauseAt(Date.now() + 120_000);
    await triedAgain;
    await page.unroute('**/api/session');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await press(page, 'Try Again');
    await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();
    expect(asked.filter((path) => path === '/api/session')).toHaveLength(1);
  });

  test('creating and confirming an account: each step says so, keeps what was typed, and works on the next press', async ({
    page,
    shop,
  }) => {
    const email = newEmail();
    await openCreateAccount(page);
    await fill(page, details(email));
    await pressWithoutNetwork(page, shop, 'SignUp', 'Create Account');
    await press(page, 'Create Account');
    await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeVisible();
    await pressWithoutNetwork(page, shop, 'ResendConfirmationCode', 'Send a new code');
    await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
    await pressWithoutNetwork(page, shop, 'ConfirmSignUp', 'Confirm');
    await expectAccessible(page);
    await press(page, 'Confirm');
    await expect(page).toHaveURL(/\/shop\/checkout$/);
  });

  test('a forgotten password: each step says so, keeps what was typed, and works on the next press', async ({
    page,
    shop,
  }) => {
    const { username, email } = await unconfirmedReader(shop);
    await openForgotPassword(page);
    await fill(page, { 'Username or email': username });
    await pressWithoutNetwork(page, shop, 'ForgotPassword', 'Send the code');
    await pressWithoutNetwork(page, shop, 'ResendConfirmationCode', 'Send the code');
    await expectAccessible(page);
    await press(page, 'Send the code');
    await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeVisible();
    await pressWithoutNetwork(page, shop, 'ResendConfirmationCode', 'Send a new code');
    await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
    await pressWithoutNetwork(page, shop, 'ConfirmSignUp', 'Confirm');
    shop.sandbox.identity.injectFault({ operation: 'ForgotPassword', drop: true, times: 20 });
    await press(page, 'Confirm');
    await expectAlert(page, texts.unreachable);
    shop.sandbox.identity.clearFaults();
    await press(page, 'Send the code');
    await expectStep(page, 'Choose a new password');
    await fill(page, { 'Reset code': await mailedCode(shop, email), ...newPasswords });
    await pressWithoutNetwork(page, shop, 'ConfirmForgotPassword', 'Change password');
    await press(page, 'Change password');
    await expectStep(page, 'Your password is changed');
  });

  test('loading, unlocking, signing out and deleting: each says so and works on the next press', async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    await addCodes(shop, { torch: ['fist'] });
    await cut(page, '**/api/unlocked-content');
    await signInAs(page, username);
    await expectAlert(page, noAnswer);
    await expectAccessible(page);
    await page.unroute('**/api/unlocked-content');
    await press(page, 'Try Again');
    await expect(page.getByText(/You have no products yet/)).toBeVisible();

    await press(page, 'Unlock Content');
    await cut(page, '**/api/use-code');
    await activate(page, 'torch');
    await expectRefused(page, noAnswer);
    await page.unroute('**/api/use-code');
    await press(page, 'Try Again');
    await activate(page, 'torch');
    await expect(page.getByText('Success!')).toBeVisible();
    await press(page, 'Go Back');

    await cut(page, '**/api/session');
    await press(page, 'Sign Out');
    await expect(page.getByText('You are still signed in')).toBeVisible();
    await expectAlert(page, noAnswer);
    await expectAccessible(page);
    await page.unroute('**/api/session');

    await press(page, 'Delete Account');
    await cut(page, '**/api/account');
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('We did not hear whether it is done')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/api/account');
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
  });

  test('deleting at the identity service: it is said that the deletion is noted, nobody is signed in any more, and it is finished without another press', async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await press(page, 'Delete Account');
    shop.sandbox.identity.injectFault({ operation: 'DeleteUser', drop: true });
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('Your account will be deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectAccessible(page);
    // Housekeeping runs every quarter of an hour, and at the start.
    await shop.restart();
    await expect
      .poll(() => shop.sandbox.identity.listUsers().map((user) => user.username))
      .not.toContain(username);
  });

  test('deleting, when the answer is lost: nobody says that nothing happened, and the next press tells that it is done', async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await press(page, 'Delete Account');
    await page.route('**/api/account', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('We did not hear whether it is done')).toBeVisible();
    expect(shop.sandbox.identity.listUsers().map((user) => user.username)).not.toContain(username);
    await page.unroute('**/api/account');
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  });
});

test.describe('With the code of a part of the account gone', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('the part says why that may be, and the page can be loaded again', async ({ page, shop }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await page.route('**/assets/*.js', (route) => route.abort());
    await press(page, 'Show where you are signed in');
    await expect(page.getByText('The site may be newer than this page')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Load it again' }).click();
    await press(page, 'Show where you are signed in');
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  });
});
