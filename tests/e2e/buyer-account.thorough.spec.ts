import type { BrowserContext } from '@playwright/test';
import { buy } from '../support/orders.ts';
import { newEmail, password } from '../support/people.ts';
import { activate, details, expectStep, submitCode, submitDetails } from './account-forms.ts';
import {
  addCodes,
  confirmedReader,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  openCreateAccount,
  openForgotPassword,
  openLogin,
  press,
  refuseNext,
  signInAs,
  submitLogin,
  unconfirmedReader,
} from './account-steps.ts';
import { conclude, fillCart, goToPay, titles } from './buyer-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test('Signing up with an address that has an account ends with the ways out: log in with it, or use another', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await openCreateAccount(page);
  await submitDetails(page, details(email));
  await submitCode(page, await mailedCode(shop, email));
  await expectAlert(page, 'An account with the email already exists.');
  await expect(page.getByText(/^An account with this address exists: log in with it/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'I have an account' }).click();
  await expect(field(page, 'Username or email')).toHaveValue(email);
  await fill(page, { Password: password });
  await press(page, 'Sign In');
  await expectSignedIn(page, username);
});

test('A mistyped address is corrected: back to the form with what was typed, and on to the account', async ({
  page,
  shop,
}) => {
  const mistyped = newEmail();
  const right = newEmail();
  await openCreateAccount(page);
  await submitDetails(page, details(mistyped));
  await expectStep(page, 'Confirm Account');
  await press(page, 'Use another address');
  await expectStep(page, 'Your details');
  await expect(
    page.getByText(/^The username newcomer stays with the address you typed before/),
  ).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(mistyped);
  await expectAccessible(page);
  await submitDetails(page, details(right, { Username: 'newcomer-again' }));
  await submitCode(page, await mailedCode(shop, right));
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await page.getByRole('main').getByRole('link', { name: 'See your products' }).click();
  await expectSignedIn(page, 'newcomer-again');
});

test('Whoever logs in to an account that is not confirmed, and can get no code, is not held there', async ({
  page,
  shop,
}) => {
  const unconfirmed = await unconfirmedReader(shop);
  const { username } = confirmedReader(shop);
  await openLogin(page);
  await submitLogin(page, unconfirmed.username);
  await expectStep(page, 'Confirm Account');
  await expect(page.getByRole('link', { name: 'Create Account' })).toBeVisible();
  await press(page, 'Use another account');
  await expectStep(page, 'Sign In');
  await submitLogin(page, username);
  await expectSignedIn(page, username);
});

test('An address that is not verified is verified on the account page, and what was bought with it appears', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop, { emailVerified: false });
  await buy(shop, ['fist'], email);
  await signInAs(page, username);
  const main = page.getByRole('main');
  await expect(main).toContainText(`Email address: ${email}`);
  await expect(main).toContainText('is not verified');
  await expect(main.getByText(/You have no products yet/)).toBeVisible();
  refuseNext(shop, 'GetUserAttributeVerificationCode', 'LimitExceededException');
  await press(page, 'Verify the address');
  await expect(main.getByRole('alert').filter({ hasText: 'Attempt limit exceeded' })).toBeVisible();
  await press(page, 'Verify the address');
  await expectStep(page, 'Verify your address');
  await expectAccessible(page);
  await submitCode(page, 'x');
  await expectFieldFault(page, 'Confirmation code', 'Invalid verification code');
  await submitCode(page, await mailedCode(shop, email));
  await expect(main.getByText(`The address ${email} is verified.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(main.getByRole('link', { name: "Steve Jackson's F.I.S.T.", exact: true })).toBeVisible();
  await expect(main).not.toContainText('is not verified');
  await expectAccessible(page);
});

test('The account page shows the email address it belongs to', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  await signInAs(page, username);
  await expect(page.getByRole('main')).toContainText(`Email address: ${email}`);
});

test('A forgotten password for a name that no account has: what to do, not what the service calls it', async ({
  page,
}) => {
  await openForgotPassword(page);
  await fill(page, { 'Username or email': 'nobody-at-all' });
  await press(page, 'Send the code');
  await expectFieldFault(
    page,
    'Username or email',
    'There is no account with this username or address. Check the spelling, or create an account.',
  );
  await expect(page.getByText('combination not found')).toHaveCount(0);
});

test('A password of more than 256 characters is too long, not too short', async ({ page }) => {
  await openCreateAccount(page);
  await submitDetails(page, details(newEmail(), { Password: 'long-1'.repeat(60) }));
  await expectFieldFault(page, 'Password', 'Password must be at most 256 characters long');
});

test.describe('signed out at the worst moment', () => {
  /** By how much the clocks of the shop and the services are ahead, in milliseconds. */
  let ahead = 0;
  test.use({ shopOptions: { clock: () => new Date(Date.now() + ahead) } });
  /** The browser's session ends, and the tokens that the page still holds have expired. */
  const endSession = async (context: BrowserContext) => {
    await context.clearCookies();
    ahead += 2 * 3_600_000;
  };

  test('the login says why it is there, has the focus, and the cart goes on', async ({
    page,
    shop,
    context,
  }) => {
    const { username } = confirmedReader(shop);
    await fillCart(page, 'fist', 'fod');
    await signInAs(page, username);
    test.slow();
    for (const path of ['/shop/checkout', '/shop/login']) {
      await page.goto(path);
      const checkout = page.getByRole('button', { name: 'Checkout', exact: true });
      await expect(checkout).toBeVisible();
      await endSession(context);
      await checkout.click();
      await expect(page).toHaveURL(/\/shop\/login$/);
      await expectStep(page, 'Sign In');
      const reason =
        'You have been signed out. Sign in again to go on to the payment: your cart is as it was.';
      await expect(page.getByRole('heading', { name: 'Sign In' })).toHaveAccessibleDescription(reason);
      await expectAccessible(page);
      await submitLogin(page, username);
      await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
      await expect(page.getByRole('main')).toContainText('500 SEK');
    }
    await page.getByRole('button', { name: 'Checkout', exact: true }).click();
    await expect(page).toHaveURL(/\/pay\/cs_test_/);
  });

  test('a gift that was tried without the cart is paid alone, and what is in the cart stays there', async ({
    page,
    shop,
    context,
  }) => {
    const { username } = confirmedReader(shop);
    await fillCart(page, 'fod');
    await signInAs(page, username);
    await page.goto('/checkout/fist');
    await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
    await page.getByLabel('This is a gift').check();
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await conclude(page, 'cancel');
    const again = page.getByRole('button', { name: 'Try Again' });
    await expect(again).toBeVisible();
    await endSession(context);
    await again.click();
    await expect(page).toHaveURL('/checkout/fist');
    const reason = page.getByRole('alert').filter({ hasText: 'You have been signed out' });
    await expect(page.getByLabel('Email address')).toBeFocused();
    await reason.getByRole('link', { name: 'log in again' }).click();
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('your cart is as it was')).toHaveCount(0);
    await submitLogin(page, username);
    await expectSignedIn(page, username);
    await page.goBack();
    await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
    await expect(page.getByLabel('This is a gift')).toBeChecked();
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(page).toHaveURL(/\/pay\/cs_test_/);
    await expect(page.locator('body')).toContainText(titles.fist);
    await expect(page.locator('body')).not.toContainText(titles.fod);
    await conclude(page, 'cancel');
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  });

  test('on the page of one product a guest can go on there at once', async ({ page, shop, context }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await page.goto('/checkout/fist');
    await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
    await endSession(context);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You have been signed out' })).toBeVisible();
    await expect(page.getByLabel('Email address')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Email address').fill(newEmail());
    await page.getByLabel('Email address').press('Enter');
    await expect(page).toHaveURL(/\/pay\/cs_test_/);
  });
});

test('Who gave up a new password on the way to paying, and logs in later for something else, is not led to the cart', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await fillCart(page, 'fist', 'fod');
  await page.goto('/shop/checkout');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { name: 'Get a reset code' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Login or Create Account' })).toBeVisible();
  await page.getByRole('link', { name: 'News' }).first().click();
  await expect(page).toHaveURL('/news');
  await page.getByRole('link', { name: 'Account' }).first().click();
  await submitLogin(page, username);
  await expectSignedIn(page, username);
  await expect(page).toHaveURL('/account');
});

test('While nobody answers who is logged in, a guest pays all the same; who may be logged in is told what that means', async ({
  page,
}) => {
  await page.route('**/api/session', () => {
    // The identity service hangs and never answers.
  });
  await page.goto('/checkout/fist');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeEnabled();
  await page.evaluate(() => localStorage.setItem('signed-in', 'yes'));
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(/^We are checking whether you are logged in/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByLabel('Email address').press('Enter');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
});

test('The form for a new account begins with the address that was typed for the order, in the tab that paid', async ({
  page,
}) => {
  const email = newEmail();
  await goToPay(page, 'fist', email);
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(field(page, 'Email')).toHaveValue(email);
});

test('What an activation code unlocked is named', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await addCodes(shop, { backer: ['fod-kickstarter'] });
  await signInAs(page, username);
  await press(page, 'Unlock Content');
  await activate(page, 'backer');
  const unlocked = page.getByRole('main').getByRole('listitem');
  // Screen readers get a separator between them that is not visible.
  await expect(unlocked).toHaveText([
    'Lone Wolf The Fortress of Death;',
    'The Fortress of Death, digital artbook',
  ]);
  await expectAccessible(page);
});
