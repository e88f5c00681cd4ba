import { newEmail, password } from '../support/people.ts';
import { details, expectStep, holdRequests, submitCode, submitDetails } from './account-forms.ts';
import {
  confirmedReader,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  openCreateAccount,
  press,
  refuseNext,
  signInAs,
  texts,
} from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';

test('CREATE, then CONFIRM after successful sign-up; after confirmation the user is signed in and sent to /shop/checkout', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openCreateAccount(page);
  await expectAccessible(page);
  // "Sign-up: username and password trimmed; email trimmed and lowercased."
  await submitDetails(
    page,
    details(` ${email.toUpperCase()} `, { Username: ' newcomer ', Password: ` ${password} ` }),
  );
  await expectStep(page, 'Confirm Account');
  await expectAccessible(page);
  expect(shop.sandbox.identity.listUsers()).toContainEqual(
    expect.objectContaining({ username: 'newcomer', email, status: 'UNCONFIRMED' }),
  );
  await submitCode(page, await mailedCode(shop, email));
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).first().click();
  await expectSignedIn(page, 'newcomer');
});

test('What is missing or no address is said beside the field before anything is sent', async ({ page }) => {
  await openCreateAccount(page);
  await press(page, 'Create Account');
  await expectFieldFault(page, 'Username', 'Choose a username.');
  await expectFieldFault(page, 'Email', 'You must enter a valid email address.');
  await expectFieldFault(page, 'Password', 'Choose a password.');
  await expect(field(page, 'Username')).toBeFocused();
  await expectAccessible(page);
  await submitDetails(page, details('reader@example'));
  await expectFieldFault(page, 'Email', 'You must enter a valid email address.');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Password')).toHaveValue(password);
});

test('A password that is among the first anybody tries is refused before anything is sent', async ({
  page,
  shop,
}) => {
  await openCreateAccount(page);
  await submitDetails(page, { Username: 'newcomer', Email: 'new@example.com', Password: 'P@ssw0rd2026' });
  await expectFieldFault(
    page,
    'Password',
    'This password is among the first that anybody tries. Choose another one.',
  );
  await expect(field(page, 'Password')).toBeFocused();
  expect(shop.sandbox.identity.listUsers().some(({ username }) => username === 'newcomer')).toBe(false);
});

test('Everything that is wrong is said at once, an address that is none beside an empty username', async ({
  page,
}) => {
  await openCreateAccount(page);
  await submitDetails(page, { Username: ' ', Email: 'reader@example', Password: '' });
  await expectFieldFault(page, 'Username', 'Choose a username.');
  await expectFieldFault(page, 'Email', 'You must enter a valid email address.');
  await expectFieldFault(page, 'Password', 'Choose a password.');
});

test('A reload in the CONFIRM step, from the mail and back say, is still the CONFIRM step; the password is asked for again', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openCreateAccount(page);
  await submitDetails(page, details(email));
  await expectStep(page, 'Confirm Account');
  await page.reload();
  await expectStep(page, 'Confirm Account');
  await submitCode(page, await mailedCode(shop, email));
  await expect(page).toHaveURL(/\/shop\/login$/);
  await expect(field(page, 'Username or email')).toHaveValue('newcomer');
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: texts.loginFailed })).toHaveCount(
    0,
  );
  await page.goto('/account/create-account');
  await expect(field(page, 'Username')).toHaveValue('');
});

test("What is typed or filled in before the page's code has come stays, and Enter sends it once it can be answered", async ({
  page,
  shop,
}) => {
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('/account/create-account', { waitUntil: 'commit' });
  const early = details(newEmail());
  await fill(page, early);
  await field(page, 'Password').press('Enter');
  await expect(page.getByRole('button', { name: 'Create Account' })).toHaveCSS('opacity', '0.6');
  release();
  await expectStep(page, 'Confirm Account');
  expect(shop.sandbox.identity.listUsers().map(({ email }) => email)).toContain(early.Email);
});

test('A username that is taken: the provider error shown as is', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await openCreateAccount(page);
  await submitDetails(page, details(newEmail(), { Username: username }));
  await expectFieldFault(page, 'Username', 'User already exists');
  await expect(field(page, 'Username')).toBeFocused();
  await expectAccessible(page);
});

test("Pattern errors are 'Username contains invalid characters (such as spaces)' and the same for the password", async ({
  page,
  shop,
}) => {
  await openCreateAccount(page);
  await submitDetails(page, details(newEmail(), { Username: 'new comer' }));
  await expectFieldFault(page, 'Username', texts.usernameCharacters);
  await expectAccessible(page);
  // The pool decides which passwords break the pattern; ours are trimmed before they are sent.
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
  await submitDetails(page, details(newEmail(), { Password: 'seven-7' }));
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
  await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeVisible();
});

test('Confirming an address that is the alias of another account: the raw error text', async ({
  page,
  shop,
}) => {
  const { email } = confirmedReader(shop);
  await openCreateAccount(page);
  await submitDetails(page, details(email));
  await submitCode(page, await mailedCode(shop, email));
  await expectAlert(page, 'An account with the email already exists.');
  await expectAccessible(page);
});

test('CONFIRM: a wrong code, an expired one, and a new one asked for once', async ({ page, shop }) => {
  const email = newEmail();
  await openCreateAccount(page);
  await submitDetails(page, details(email));
  await submitCode(page, 'x');
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
  await submitCode(page, await mailedCode(shop, email));
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
  await submitDetails(page, details(email));
  refuseNext(shop, 'InitiateAuth', 'NotAuthorizedException');
  await submitCode(page, await mailedCode(shop, email));
  await expect(page).toHaveURL(/\/shop\/login$/);
  await expect(page.getByText('Your account is confirmed. Log in to continue.')).toBeVisible();
  await expectAlert(page, texts.loginFailed);
  await expect(field(page, 'Username or email')).toHaveValue('newcomer');
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
  await submitDetails(page, details(email));
  await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeVisible();
  const second = await context.newPage();
  await signInAs(second, other.username);
  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  await submitCode(page, await mailedCode(shop, email));
  expect((await ended).url()).toBe(`${shop.url}/api/session`);
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await expectSignedIn(second, 'newcomer');
});
