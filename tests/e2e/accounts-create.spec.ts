import { newEmail, password } from '../support/people.ts';
import {
  confirmedReader,
  droppedConnection,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  openCreateAccount,
  openLogin,
  press,
  pressWithoutNetwork,
  refuseNext,
  submitLogin,
  texts,
} from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';

const details = (email: string, over: Record<string, string> = {}) => ({
  Username: 'newcomer',
  Email: email,
  Password: password,
  ...over,
});
const confirmHeading = { name: 'Confirm Account' };

test('CREATE, then CONFIRM after successful sign-up; after confirmation the user is signed in and sent to /shop/checkout', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openCreateAccount(page);
  await expectAccessible(page);
  // "Sign-up: username and password trimmed; email trimmed and lowercased."
  await fill(
    page,
    details(` ${email.toUpperCase()} `, { Username: ' newcomer ', Password: ` ${password} ` }),
  );
  await press(page, 'Create Account');
  await expect(page.getByRole('heading', confirmHeading)).toBeFocused();
  await expectAccessible(page);
  expect(shop.sandbox.identity.listUsers()).toContainEqual(
    expect.objectContaining({ username: 'newcomer', email, status: 'UNCONFIRMED' }),
  );
  await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
  await press(page, 'Confirm');
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).first().click();
  await expectSignedIn(page, 'newcomer');
});

test('Someone who comes from the cart returns to it after signing in', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await page.goto('/shop/product/fod');
  await page.getByRole('button', { name: /Add .*to Cart/ }).click();
  await page.goto('/shop/checkout');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/shop\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);
  await submitLogin(page, username);
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await expect(page.getByRole('main')).toContainText('Lone Wolf The Fortress of Death');
  await expect(page.getByRole('button', { name: 'Checkout', exact: true })).toBeVisible();
});

test("Logged in, /shop/login says 'You are logged in as' the username, with a Checkout button", async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await page.goto('/shop/product/fod');
  await page.getByRole('button', { name: /Add .*to Cart/ }).click();
  await openLogin(page);
  await submitLogin(page, username);
  await expectSignedIn(page, username);
  await page.goto('/shop/login');
  await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Checkout');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.locator('body')).toContainText(email);
});

test('What is missing or no address is said beside the field before anything is sent', async ({ page }) => {
  await openCreateAccount(page);
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Username', 'Choose a username.');
  await expectFieldFault(page, 'Email', 'You must enter a valid email address.');
  await expectFieldFault(page, 'Password', 'Choose a password.');
  await expect(field(page, 'Username')).toBeFocused();
  await expectAccessible(page);
  await fill(page, details('reader@example'));
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Email', 'You must enter a valid email address.');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Password')).toHaveValue(password);
});

test("What is typed or filled in before the page's code has come stays, and nothing can be sent to nowhere", async ({
  page,
  shop,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/account/create-account', { waitUntil: 'commit' });
  const early = details(newEmail());
  await fill(page, early);
  await field(page, 'Password').press('Enter');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
  release();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
  for (const [label, value] of Object.entries(early)) await expect(field(page, label)).toHaveValue(value);
  await press(page, 'Create Account');
  await expect(page.getByRole('heading', confirmHeading)).toBeFocused();
  expect(shop.sandbox.identity.listUsers().map(({ email }) => email)).toContain(early.Email);
});

test('A username that is taken: the provider error shown as is', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await openCreateAccount(page);
  await fill(page, details(newEmail(), { Username: username }));
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Username', 'User already exists');
  await expect(field(page, 'Username')).toBeFocused();
  await expectAccessible(page);
});

test("Pattern errors are 'Username contains invalid characters (such as spaces)' and the same for the password", async ({
  page,
  shop,
}) => {
  await openCreateAccount(page);
  await fill(page, details(newEmail(), { Username: 'new comer' }));
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Username', texts.usernameCharacters);
  await expectAccessible(page);
  // Which passwords break the pattern is for the pool to say; ours are trimmed before they are sent.
  const broken =
    "Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern";
  refuseNext(
    shop,
    'SignUp',
    'InvalidParameterException',
    `1 validation error detected: ${broken}: ^[\\S]+.*[\\S]+$`,
  );
  await fill(page, { Username: 'newcomer' });
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Password', texts.passwordCharacters);
  await expect(field(page, 'Username')).not.toHaveAttribute('aria-invalid');
});

test("A password that the pool's policy refuses: the provider error as is, and the length we know where it would say less", async ({
  page,
}) => {
  await openCreateAccount(page);
  await fill(page, details(newEmail(), { Password: 'seven-7' }));
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Password', 'Password did not conform with policy: Password not long enough');
  await fill(page, { Password: 'five5' });
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Password', texts.passwordTooShort);
});

test('Any other refusal of a sign-up is shown as is, and the person stays at CREATE', async ({
  page,
  shop,
}) => {
  await openCreateAccount(page);
  await fill(page, details(newEmail()));
  refuseNext(shop, 'SignUp', 'LimitExceededException');
  await press(page, 'Create Account');
  await expectAlert(page, texts.limitExceeded);
  refuseNext(shop, 'SignUp', 'NotAuthorizedException', 'SignUp is not permitted for this user pool');
  await press(page, 'Create Account');
  await expectAlert(page, 'SignUp is not permitted for this user pool');
  refuseNext(shop, 'SignUp', 'CodeDeliveryFailureException');
  await press(page, 'Create Account');
  await expectAlert(page, 'Unable to deliver code to user');
  await expect(page.getByText(/log in with it to have another code sent/)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Create Account');
  await expect(page.getByRole('heading', confirmHeading)).toBeVisible();
});

test('Confirming an address that is the alias of another account: the raw error text', async ({
  page,
  shop,
}) => {
  const { email } = confirmedReader(shop);
  await openCreateAccount(page);
  await fill(page, details(email));
  await press(page, 'Create Account');
  await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
  await press(page, 'Confirm');
  await expectAlert(page, 'An account with the email already exists.');
  await expectAccessible(page);
});

test('CONFIRM: a wrong code, an expired one, and a new one asked for once', async ({ page, shop }) => {
  const email = newEmail();
  await openCreateAccount(page);
  await fill(page, details(email));
  await press(page, 'Create Account');
  await fill(page, { 'Confirmation code': 'x' });
  await press(page, 'Confirm');
  await expectFieldFault(page, 'Confirmation code', texts.codeMismatch);
  shop.sandbox.identity.expireCodes('newcomer');
  await press(page, 'Confirm');
  await expectFieldFault(page, 'Confirmation code', texts.expiredCode);
  refuseNext(shop, 'ResendConfirmationCode', 'LimitExceededException');
  await press(page, 'Send a new code');
  await expectAlert(page, texts.limitExceeded);
  await press(page, 'Send a new code');
  await expect(page.getByText(texts.newCode)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeDisabled();
  await expectAccessible(page);
  refuseNext(shop, 'ConfirmSignUp', 'TooManyFailedAttemptsException');
  await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
  await press(page, 'Confirm');
  await expectAlert(page, texts.tooManyFailed);
  await press(page, 'Confirm');
  await expect(page).toHaveURL(/\/shop\/checkout$/);
});

test('When the automatic sign-in fails the account is confirmed all the same: /shop/login says so, with the username', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openCreateAccount(page);
  await fill(page, details(email));
  await press(page, 'Create Account');
  refuseNext(shop, 'InitiateAuth', 'NotAuthorizedException');
  await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
  await press(page, 'Confirm');
  await expect(page).toHaveURL(/\/shop\/login$/);
  await expect(page.getByText('Your account is confirmed. Log in to continue.')).toBeVisible();
  await expectAlert(page, texts.loginFailed);
  await expect(field(page, 'Username or email')).toHaveValue('newcomer');
  await expectAccessible(page);
});

test('Who is logged in is told so before creating another account', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await openLogin(page);
  await submitLogin(page, username);
  await expectSignedIn(page, username);
  await page.goto('/account/create-account');
  await expect(page.getByText(`You are logged in as ${username}.`, { exact: false })).toBeVisible();
  await expectAccessible(page);
});

test('A sign-in first signs out the current user, who came in through another tab meanwhile', async ({
  page,
  shop,
  context,
}) => {
  const other = confirmedReader(shop);
  const email = newEmail();
  await openCreateAccount(page);
  await fill(page, details(email));
  await press(page, 'Create Account');
  await expect(page.getByRole('heading', confirmHeading)).toBeVisible();
  const second = await context.newPage();
  await openLogin(second);
  await submitLogin(second, other.username);
  await expectSignedIn(second, other.username);
  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
  await press(page, 'Confirm');
  expect((await ended).url()).toBe(`${shop.url}/api/session`);
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await expectSignedIn(second, 'newcomer');
});

test.describe('The network goes down in the middle of', () => {
  test.use({ expectedErrors: [droppedConnection] });

  test('creating and confirming an account: each step says so, keeps what was typed, and works on the next press', async ({
    page,
    shop,
  }) => {
    const email = newEmail();
    await openCreateAccount(page);
    await fill(page, details(email));
    await pressWithoutNetwork(page, shop, 'SignUp', 'Create Account');
    await press(page, 'Create Account');
    await expect(page.getByRole('heading', confirmHeading)).toBeVisible();
    await pressWithoutNetwork(page, shop, 'ResendConfirmationCode', 'Send a new code');
    await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
    await pressWithoutNetwork(page, shop, 'ConfirmSignUp', 'Confirm');
    await expectAccessible(page);
    await press(page, 'Confirm');
    await expect(page).toHaveURL(/\/shop\/checkout$/);
  });
});
