import type { Browser, Page } from '@playwright/test';
import { password, signIn } from '../support/people.ts';
import { refreshesAt } from '../support/sessions.ts';
import { appClientId, type Shop } from '../support/shop.ts';
import {
  askForResetCode,
  expectStep,
  loseAnswer,
  nextCode,
  submitNewPassword,
  typeAuthenticatorCode,
} from './account-forms.ts';
import {
  confirmedReader,
  droppedConnection,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  newPassword,
  openForgotPassword,
  press,
  pressWithoutNetwork,
  signInAs,
  submitLogin,
} from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');

/** Signs the person in on another device. */
async function anotherDevice(
  browser: Browser,
  shop: Shop,
  username: string,
  userAgent: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, userAgent });
  const page = await context.newPage();
  await signInAs(page, username);
  return page;
}
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';
const tablet = 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1';

async function expectSignedOut(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
}

test('Somebody sees where they are signed in, signs one browser out, and then all others', async ({
  page,
  browser,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const onPhone = await anotherDevice(browser, shop, username, phone);
  const onTablet = await anotherDevice(browser, shop, username, tablet);
  await signInAs(page, username);
  await press(page, 'Show where you are signed in');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
  const entries = main(page)
    .getByRole('listitem')
    .filter({ hasText: /This browser|Last used/ });
  await expect(entries).toHaveCount(3);
  await expect(entries.filter({ hasText: 'This browser' }).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  const button = entries
    .filter({ hasText: 'Chrome on Android' })
    .getByRole('button', { name: 'Sign it out' });
  await expect(button).toHaveAccessibleName(
    /^Sign it out: Chrome on Android, signed in on \d+ \w+ \d{4} at \d\d:\d\d$/,
  );
  await button.click();
  await expect(page.getByText('Chrome on Android is signed out.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
  await expect(entries).toHaveCount(2);
  await expectSignedOut(onPhone);
  await submitLogin(onPhone, username);
  await expectSignedIn(onPhone, username);

  await page.reload();
  await press(page, 'Show where you are signed in');
  // The list itself has the same address.
  await expect(entries).toHaveCount(3);
  await page.route('**/api/sessions', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 });
  await press(page, 'Sign out all others');
  await expect(main(page).getByRole('alert')).toContainText('Nobody was signed out');
  // Where the answer is lost, it may have happened.
  await loseAnswer(page, '**/api/sessions');
  await press(page, 'Sign out all others');
  await expect(main(page).getByRole('alert')).not.toContainText('Nobody was signed out');
  await expectSignedOut(onTablet);
  await press(page, 'Sign out all others');
  await expect(page.getByText('Every other browser is signed out.')).toBeVisible();
  await expect(entries).toHaveCount(1);
  for (const other of [onPhone, onTablet]) await expectSignedOut(other);
  await page.reload();
  await expectSignedIn(page, username);
});

/** Opens the form for a new password and fills it in without submitting it. */
async function fillPasswordChange(page: Page): Promise<void> {
  await press(page, 'Change your password');
  await fill(page, {
    'Current password': password,
    'New password': newPassword,
    'New password again': newPassword,
  });
}

// Two of these break a connection on purpose.
test.use({ expectedErrors: [droppedConnection] });

test('A new password signs out every other browser and the app; here the person stays signed in', async ({
  page,
  browser,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const onPhone = await anotherDevice(browser, shop, username, phone);
  const app = await signIn(shop, username, appClientId);
  await signInAs(page, username);
  await press(page, 'Change your password');
  await expectAccessible(page);
  await press(page, 'Change password');
  await expectFieldFault(page, 'Current password', 'Enter your current password.');
  const entry = { 'New password': newPassword, 'New password again': newPassword };
  await fill(page, { 'Current password': 'not-the-password', ...entry });
  await press(page, 'Change password');
  await expectFieldFault(page, 'Current password', 'This is not your current password.');
  await expect(field(page, 'Current password')).toBeFocused();
  await fill(page, { 'Current password': password, 'New password': 'short', 'New password again': 'short' });
  await press(page, 'Change password');
  await expectFieldFault(page, 'New password', 'Password must be at least 8 characters long');
  await fill(page, entry);
  await pressWithoutNetwork(page, shop, 'ChangePassword', 'Change password');
  await press(page, 'Change password');
  await expect(page.getByText(/Your password is changed\. Every other browser and the app/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your password' })).toBeFocused();
  await expectAccessible(page);
  await expectSignedOut(onPhone);
  await submitLogin(onPhone, username);
  await expect(onPhone.getByText('are you sure you entered the correct credentials')).toBeVisible();
  await submitLogin(onPhone, username, newPassword);
  await expectSignedIn(onPhone, username);
  expect(await refreshesAt(shop, app.refreshToken, appClientId)).toBe(false);
  await page.reload();
  await expectSignedIn(page, username);
});

test('With an authenticator app, and when the sign-in afterwards does not work, the login says that the password is changed', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  const secret = await typeAuthenticatorCode(page);
  await press(page, 'Continue');
  await fillPasswordChange(page);
  await press(page, 'Change password');
  await expect(page.getByText(/Your password is changed, and you are signed out everywhere/)).toBeVisible();
  await submitLogin(page, username, newPassword);
  await page.getByLabel('Code from your authenticator app').fill(nextCode(secret));
  await press(page, 'Continue');
  await expectSignedIn(page, username);
});

test('A second tab that finds the session ended before the sign-in afterwards leaves this one its word', async ({
  page,
  context,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  const second = await context.newPage();
  await second.goto('/account');
  await expectSignedIn(second, username);
  const signingIn = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route(`${shop.sandboxUrl}/**`, async (route) => {
    if (route.request().headers()['x-amz-target']?.endsWith('.InitiateAuth')) {
      signingIn.resolve();
      await release.promise;
    }
    await route.continue();
  });
  await fillPasswordChange(page);
  await press(page, 'Change password');
  await signingIn.promise;
  await second.reload();
  await expect(second.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(/Your password is changed, and you are signed out everywhere/)).toBeVisible();
  await expect(field(page, 'Username or email')).toHaveValue(username);
  release.resolve();
  await expectSignedIn(page, username);
  await expectSignedIn(second, username);
});

test('When others could not be signed out with the new password, that is said and can be tried again', async ({
  page,
  browser,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const onPhone = await anotherDevice(browser, shop, username, phone);
  await signInAs(page, username);
  await fillPasswordChange(page);
  await page.route('**/api/sign-out-everywhere', (route) => route.abort(), { times: 1 });
  await press(page, 'Change password');
  await expect(page.getByText('other devices may still be signed in')).toBeVisible();
  await onPhone.reload();
  await expectSignedIn(onPhone, username);
  await press(page, 'Sign them out');
  await expect(page.getByText(/Your password is changed\. Every other browser and the app/)).toBeVisible();
  await expectSignedOut(onPhone);
});
test('A password that is reset signs out every browser and the app', async ({ page, browser, shop }) => {
  const { username, email } = confirmedReader(shop);
  const onPhone = await anotherDevice(browser, shop, username, phone);
  const app = await signIn(shop, username, appClientId);
  await openForgotPassword(page);
  await askForResetCode(page, username);
  await expectStep(page, 'Choose a new password');
  await submitNewPassword(page, {
    'Reset code': await mailedCode(shop, email),
    'New password': newPassword,
    'New password again': newPassword,
  });
  await expectStep(page, 'Your password is changed');
  await expect(
    page.getByText('Wherever your account was signed in before, it is signed out now.'),
  ).toBeVisible();
  await expectSignedOut(onPhone);
  expect(await refreshesAt(shop, app.refreshToken, appClientId)).toBe(false);
});

let siteAhead = 0;
test.describe('eleven minutes after the sign-in', () => {
  test.use({
    shopOptions: { clock: () => new Date(Date.now() + siteAhead), sandboxClock: () => new Date() },
  });
  const elevenMinutes = 11 * 60 * 1000;

  test('Deleting the account asks for the password, and a wrong one deletes nothing', async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    siteAhead = 0;
    await signInAs(page, username);
    siteAhead = elevenMinutes;
    await press(page, 'Delete Account');
    await press(page, 'Delete my account permanently');
    await expectStep(page, 'Is it you?');
    await expectAccessible(page);
    await press(page, 'Cancel');
    await expectStep(page, 'My Products');
    await press(page, 'Delete Account');
    await press(page, 'Delete my account permanently');
    await expectStep(page, 'Is it you?');
    siteAhead = 0;
    await fill(page, { Password: 'not-the-password' });
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('are you sure you entered the correct credentials')).toBeVisible();
    expect(shop.sandbox.identity.listUsers().some((user) => user.username === username)).toBe(true);
    await fill(page, { Password: password });
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
    expect(shop.sandbox.identity.listUsers().some((user) => user.username === username)).toBe(false);
  });

  test('Setting up an authenticator app asks for the password first', async ({ page, shop }) => {
    const { username } = confirmedReader(shop);
    siteAhead = 0;
    await signInAs(page, username);
    await press(page, 'Show two-step sign-in');
    await page.clock.setFixedTime(Date.now() + elevenMinutes);
    await press(page, 'Set up an authenticator app');
    await expectStep(page, 'Is it you?');
    await press(page, 'Cancel');
    await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();
    await press(page, 'Set up an authenticator app');
    await fill(page, { Password: password });
    await press(page, 'Continue');
    await expectStep(page, 'Set up an authenticator app');
  });
});
