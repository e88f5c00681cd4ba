import { password } from '../support/people.ts';
import { askForResetCode, expectStep, newPasswords, submitCode, submitNewPassword } from './account-forms.ts';
import {
  confirmedReader,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  newPassword,
  openForgotPassword,
  press,
  refuseNext,
  submitLogin,
  texts,
  unconfirmedReader,
} from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';

test('STEP_1 to STEP_2 to STEP_3: a code by mail, the new password twice, and a link to /account', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await openForgotPassword(page);
  await expectAccessible(page);
  // "Password reset: username lowercased if it has an @."
  await askForResetCode(page, ` ${email.toUpperCase()} `);
  await expectStep(page, 'Choose a new password');
  await expect(page.getByText(/We have sent a reset code to r\*\*\*@e\*\*\*/)).toBeVisible();
  await expectAccessible(page);
  await submitNewPassword(page, { 'Reset code': ` ${await mailedCode(shop, email)} `, ...newPasswords });
  await expectStep(page, 'Your password is changed');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to login' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await submitLogin(page, username, password);
  await expectAlert(page, texts.loginFailed);
  await submitLogin(page, username, newPassword);
  await expectSignedIn(page, username);
});

test('STEP_1: an empty field, an unknown user, and too many codes stay there with the reason', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await openForgotPassword(page);
  await press(page, 'Send the code');
  await expectFieldFault(page, 'Username or email', 'Enter your username or email address.');
  await askForResetCode(page, 'nobody-at-all');
  await expectFieldFault(
    page,
    'Username or email',
    'There is no account with this username or address. Check the spelling, or create an account.',
  );
  await askForResetCode(page, 'no body');
  await expectFieldFault(page, 'Username or email', texts.usernameCharacters);
  await expectAccessible(page);
  await fill(page, { 'Username or email': username });
  refuseNext(shop, 'ForgotPassword', 'LimitExceededException');
  await press(page, 'Send the code');
  await expectAlert(page, texts.limitExceeded);
  refuseNext(shop, 'ForgotPassword', 'CodeDeliveryFailureException');
  await press(page, 'Send the code');
  await expectAlert(page, 'Unable to deliver code to user');
  await expectAccessible(page);
});

test("STEP_2: 'Passwords don't match' and 'Password must be at least 8 characters long' before anything is sent", async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await openForgotPassword(page);
  await askForResetCode(page, username);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') sent.push(request.url());
  });
  await submitNewPassword(page, {
    'Reset code': '000000',
    ...newPasswords,
    'New password again': 'something-else',
  });
  await expectFieldFault(page, 'New password again', texts.passwordsDiffer);
  await expect(field(page, 'New password again')).toBeFocused();
  await expectAccessible(page);
  await submitNewPassword(page, { 'New password': ' seven-7 ', 'New password again': ' seven-7 ' });
  await expectFieldFault(page, 'New password', texts.passwordTooShort);
  await expect(field(page, 'New password')).toBeFocused();
  await submitNewPassword(page, { 'Reset code': ' ' });
  await expectFieldFault(page, 'Reset code', 'Enter the code from the email.');
  expect(sent).toEqual([]);
});

test('STEP_2: a wrong code, an expired one, a refused password and too many attempts each have their text', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await openForgotPassword(page);
  await askForResetCode(page, username);
  await submitNewPassword(page, { 'Reset code': 'x', ...newPasswords });
  await expectFieldFault(page, 'Reset code', texts.codeMismatch);
  await expect(field(page, 'Reset code')).toBeFocused();
  await expectAccessible(page);
  const refusals: [exception: string, message: string | undefined, label: string | null, text: string][] = [
    ['InvalidPasswordException', undefined, 'New password', 'Password did not conform with policy'],
    [
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
      'New password',
      texts.passwordCharacters,
    ],
    ['TooManyFailedAttemptsException', undefined, null, texts.tooManyFailed],
    ['LimitExceededException', undefined, null, texts.limitExceeded],
  ];
  for (const [exception, message, label, text] of refusals) {
    refuseNext(shop, 'ConfirmForgotPassword', exception, message);
    await press(page, 'Change password');
    if (label === null) await expectAlert(page, text);
    else
      await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(text.replace(/[()]/g, '\\$&')));
  }
  shop.sandbox.identity.expireCodes(username);
  await press(page, 'Change password');
  await expectFieldFault(page, 'Reset code', texts.expiredCode);
  await press(page, 'Get another code');
  await expectStep(page, 'Get a reset code');
  await expect(field(page, 'Username or email')).toHaveValue(username);
  await press(page, 'Send the code');
  await expectStep(page, 'Choose a new password');
  await submitNewPassword(page, { 'Reset code': await mailedCode(shop, email), ...newPasswords });
  await expectStep(page, 'Your password is changed');
});

test('An unconfirmed account that forgot its password: CONFIRM, RESET_PW_AFTER_CONFIRMING_EMAIL, STEP_3', async ({
  page,
  shop,
}) => {
  const { username, email } = await unconfirmedReader(shop);
  await openForgotPassword(page);
  await askForResetCode(page, username);
  await expectStep(page, 'Confirm Account');
  await expect(page.getByText('The code works for 24 hours.')).toBeVisible();
  await expectAccessible(page);
  expect(shop.sandbox.inbox.list(email)).toHaveLength(2);
  await submitCode(page, 'x');
  await expectFieldFault(page, 'Confirmation code', texts.codeMismatch);
  shop.sandbox.identity.expireCodes(username);
  await press(page, 'Confirm');
  await expectFieldFault(page, 'Confirmation code', texts.expiredCode);
  for (const mails of [3, 4]) {
    await press(page, 'Send a new code');
    await expect(page.getByText(texts.newCode)).toBeVisible();
    expect(shop.sandbox.inbox.list(email)).toHaveLength(mails);
  }
  await expectAccessible(page);
  await submitCode(page, await mailedCode(shop, email));
  await expectStep(page, 'Choose a new password');
  await expect(page.getByText(/Your account is confirmed\. We have sent a reset code to/)).toBeVisible();
  await expectAccessible(page);
  expect(shop.sandbox.inbox.list(email)[0]?.subject).toBe('Your code for a new password');
  await submitNewPassword(page, {
    'Reset code': await mailedCode(shop, email),
    ...newPasswords,
    'New password again': 'something-else',
  });
  await expectFieldFault(page, 'New password again', texts.passwordsDiffer);
  await submitNewPassword(page, newPasswords);
  await page.getByRole('link', { name: 'Go to login' }).click();
  await submitLogin(page, username, newPassword);
  await expectSignedIn(page, username);
});

test('A confirmed account without a verified email cannot be helped by a code: the raw text, and whom to write to', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop, { emailVerified: false });
  await openForgotPassword(page);
  await askForResetCode(page, username);
  await expectAlert(
    page,
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  );
  await expect(
    page.getByText(/Write to .*@.* to have the address on your account looked at\./),
  ).toBeVisible();
  await expectAccessible(page);
});

test('A reset code that cannot be sent after confirming is asked for again at STEP_1', async ({
  page,
  shop,
}) => {
  const { username, email } = await unconfirmedReader(shop);
  await openForgotPassword(page);
  await askForResetCode(page, username);
  await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeVisible();
  await fill(page, { 'Confirmation code': await mailedCode(shop, email) });
  refuseNext(shop, 'ForgotPassword', 'LimitExceededException');
  await press(page, 'Confirm');
  await expectAlert(page, texts.limitExceeded);
  await press(page, 'Send the code');
  await expectStep(page, 'Choose a new password');
});

test.describe('With PreventUserExistenceErrors on', () => {
  test.use({ shopOptions: { preventUserExistenceErrors: true } });

  test('an unknown name and an unconfirmed account go to STEP_2 like any other, and no mail comes', async ({
    page,
    shop,
  }) => {
    const unconfirmed = await unconfirmedReader(shop);
    for (const name of ['nobody-at-all', unconfirmed.username]) {
      await openForgotPassword(page);
      await askForResetCode(page, name);
      await expectStep(page, 'Choose a new password');
    }
    // The one from signing up.
    expect(shop.sandbox.inbox.list(unconfirmed.email)).toHaveLength(1);
    await page.goto('/account');
    await submitLogin(page, 'nobody-at-all', password);
    await expectAlert(page, texts.loginFailed);
  });
});
