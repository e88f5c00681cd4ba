import { password } from '../support/people.ts';
import {
  expectStep,
  holdRequests,
  logIn,
  newPasswords,
  submitCode,
  submitNewPassword,
} from './account-forms.ts';
import {
  confirmedReader,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  newPassword,
  openLogin,
  press,
  refuseNext,
  submitLogin,
  texts,
  unconfirmedReader,
} from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';

test('LOGIN: username and password are trimmed, and a username containing @ is also lowercased', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await openLogin(page);
  await expectAccessible(page);
  await submitLogin(page, ` ${username} `, ` ${password} `);
  await expectSignedIn(page, username);
  await press(page, 'Sign Out');
  await submitLogin(page, ` ${email.toUpperCase()} `);
  await expectSignedIn(page, username);
});

test('Login failure: a wrong password, an unknown user and a username of invalid characters get the same text', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await openLogin(page);
  for (const [name, typed] of [
    [username, 'Not-the-password'],
    ['nobody-at-all', password],
    ['no body', password],
  ] as const) {
    await submitLogin(page, name, typed);
    await expectAlert(page, texts.loginFailed);
    await expect(field(page, 'Username or email')).toHaveValue(name);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
  }
  await expectAccessible(page);
});

test('The second tap of a double tap meets what the first one met: the refusal keeps its room while the form tries again', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await openLogin(page);
  await submitLogin(page, username, 'Not-the-password');
  await expectAlert(page, texts.loginFailed);
  const button = page.getByRole('button', { name: /^(Sign In|Signing in)$/ });
  const before = await button.boundingBox();
  const release = await holdRequests(page, `${shop.sandboxUrl}/`);
  await button.click();
  await expect(button).toHaveText('Signing in');
  expect((await button.boundingBox())?.y).toBe(before?.y);
  await expect(page.getByText(texts.loginFailed)).toBeHidden();
  release();
  await expectAlert(page, texts.loginFailed);
  await expect(page).toHaveURL(/\/account$/);
});

test('Empty fields are asked for beside the field, and nothing is sent', async ({ page, shop }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await openLogin(page);
  await press(page, 'Sign In');
  await expectFieldFault(page, 'Username or email', 'Enter your username or email address.');
  await expectFieldFault(page, 'Password', 'Enter your password.');
  await expect(field(page, 'Username or email')).toBeFocused();
  await expectAccessible(page);
  expect(calls.filter((url) => url.startsWith(shop.sandboxUrl))).toEqual([]);
});

test('CONFIRM when sign-in reports the account is not confirmed; after the code the user is signed in automatically', async ({
  page,
  shop,
}) => {
  const { username, email } = await unconfirmedReader(shop);
  await logIn(page, username);
  await expectStep(page, 'Confirm Account');
  await expectAccessible(page);
  await press(page, 'Confirm');
  await expectFieldFault(page, 'Confirmation code', 'Enter the code from the email.');
  await submitCode(page, 'x');
  await expectFieldFault(page, 'Confirmation code', texts.codeMismatch);
  await expect(field(page, 'Confirmation code')).toBeFocused();
  await expectAccessible(page);
  await submitCode(page, ` ${await mailedCode(shop, email)} `);
  await expectSignedIn(page, username);
});

test("CONFIRM allows resending the code once: the button is then disabled and 'New code sent to your email inbox!' appears", async ({
  page,
  shop,
}) => {
  const { username, email } = await unconfirmedReader(shop);
  const first = await mailedCode(shop, email);
  await logIn(page, username);
  shop.sandbox.identity.expireCodes(username);
  await submitCode(page, first);
  await expectFieldFault(page, 'Confirmation code', texts.expiredCode);
  await press(page, 'Send a new code');
  await expect(page.getByRole('status').getByText(texts.newCode)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeDisabled();
  await expectAccessible(page);
  expect(shop.sandbox.inbox.list(email)).toHaveLength(2);
  await submitCode(page, await mailedCode(shop, email));
  await expectSignedIn(page, username);
});

test('Confirm sign-up, otherwise the raw error text: too many attempts, limits, an undeliverable mail', async ({
  page,
  shop,
}) => {
  const { username } = await unconfirmedReader(shop);
  await logIn(page, username);
  await fill(page, { 'Confirmation code': '000000' });
  refuseNext(shop, 'ConfirmSignUp', 'TooManyFailedAttemptsException');
  await press(page, 'Confirm');
  await expectAlert(page, texts.tooManyFailed);
  refuseNext(shop, 'ConfirmSignUp', 'LimitExceededException');
  await press(page, 'Confirm');
  await expectAlert(page, texts.limitExceeded);
  await expectAccessible(page);
  refuseNext(shop, 'ResendConfirmationCode', 'CodeDeliveryFailureException');
  await press(page, 'Send a new code');
  await expectAlert(page, 'Unable to deliver code to user');
  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeEnabled();
  await expect(field(page, 'Confirmation code')).toHaveValue('000000');
});

test('CONFIRM for an account that was confirmed elsewhere meanwhile leads back to LOGIN and says why', async ({
  page,
  shop,
}) => {
  const { username } = await unconfirmedReader(shop);
  await logIn(page, username);
  refuseNext(
    shop,
    'ConfirmSignUp',
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
  );
  await submitCode(page, '123456');
  await expect(page.getByText('This account is already confirmed. Log in with your password.')).toBeVisible();
  await expect(field(page, 'Username or email')).toHaveValue(username);
  await expectStep(page, 'Sign In');
  await expectAccessible(page);
});

test('A confirmation with the wrong password ends at LOGIN: confirmed, and the password is to be entered again', async ({
  page,
  shop,
}) => {
  const { username, email } = await unconfirmedReader(shop);
  await logIn(page, username, 'Not-the-password');
  await submitCode(page, await mailedCode(shop, email));
  await expect(page.getByText('Your account is confirmed. Log in to continue.')).toBeVisible();
  await expectAlert(page, texts.loginFailed);
  await fill(page, { Password: password });
  await press(page, 'Sign In');
  await expectSignedIn(page, username);
});

test('Too many wrong passwords: the text for a failed login, and how long to wait', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await openLogin(page);
  refuseNext(shop, 'RespondToAuthChallenge', 'NotAuthorizedException', 'Password attempts exceeded');
  await submitLogin(page, username);
  await expectAlert(page, texts.loginFailed);
  await expect(page.getByText(/Wait 15 minutes before the next one, or reset your password/)).toBeVisible();
  await expectAccessible(page);
});

test('Password-reset-required leads to the reset step', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  shop.sandbox.identity.requirePasswordReset(username);
  await logIn(page, username);
  await expect(page).toHaveURL(/\/account\/forgot-password$/);
  await expectStep(page, 'Choose a new password');
  await expectAccessible(page);
  await submitNewPassword(page, {
    'Reset code': await mailedCode(shop, email),
    ...newPasswords,
  });
  await page.getByRole('link', { name: 'Go to login' }).click();
  await submitLogin(page, username, newPassword);
  await expectSignedIn(page, username);
});

test('An account that an operator made chooses its own password at the first sign-in', async ({
  page,
  shop,
}) => {
  shop.sandbox.identity.inviteUser({
    username: 'invited',
    email: 'invited@example.com',
    temporaryPassword: 'Temporary-1',
  });
  await logIn(page, 'invited', 'Temporary-1');
  await expectStep(page, 'Choose a password');
  await expectAccessible(page);
  await submitNewPassword(page, { 'New password': 'short', 'New password again': 'short' });
  await expectFieldFault(page, 'New password', texts.passwordTooShort);
  await submitNewPassword(page, { 'New password': newPassword, 'New password again': 'something-else' });
  await expectFieldFault(page, 'New password again', texts.passwordsDiffer);
  await fill(page, { 'New password again': newPassword });
  refuseNext(shop, 'RespondToAuthChallenge', 'InvalidPasswordException');
  await press(page, 'Change password');
  await expectFieldFault(
    page,
    'New password',
    'Password did not conform with policy: Password not long enough',
  );
  await press(page, 'Change password');
  await expectSignedIn(page, 'invited');
});

test('Buttons are disabled during requests, and a second submit sends nothing', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  let calls = 0;
  page.on('request', (request) => {
    if (request.headers()['x-amz-target']?.endsWith('.InitiateAuth')) calls += 1;
  });
  const release = await holdRequests(page, `${shop.sandboxUrl}/`);
  await openLogin(page);
  await fill(page, { 'Username or email': username, Password: password });
  await field(page, 'Password').press('Enter');
  await field(page, 'Password').press('Enter');
  const busy = page.getByRole('button', { name: 'Signing in' });
  await expect(busy).toBeDisabled();
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page);
  release();
  await expectSignedIn(page, username);
  expect(calls).toBe(1);
});
