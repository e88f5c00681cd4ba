import { totpAt } from '#sandbox/identity/totp.ts';
import { expectStep, nextCode, typeAuthenticatorCode } from './account-forms.ts';
import {
  confirmedReader,
  expectFieldFault,
  expectSignedIn,
  fill,
  press,
  refuseNext,
  signInAs,
  submitLogin,
  texts,
} from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const codeField = 'Code from your authenticator app';

test('Somebody sets up an authenticator app, is asked for its code at the next sign-in, and removes it', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await page.goto('/account');
  await press(page, 'Show two-step sign-in');
  await press(page, 'Set up an authenticator app');
  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeFocused();
  await expect(page.getByRole('img', { name: /QR code of the key/ }).locator('path')).toHaveCount(1);
  await expectAccessible(page);
  const key = page.getByText(/^([A-Z2-7]{4} ?){8}$/);
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  const link = page.getByRole('link', { name: 'Open in an app on this device' });
  await expect(link).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${secret}&issuer=`));
  const code = () => totpAt(secret, new Date());

  await press(page, 'Continue');
  await expect(page.getByText('Enter the code that your app shows.')).toBeVisible();
  await page.getByLabel(codeField).fill(code() === '000000' ? '000001' : '000000');
  await press(page, 'Continue');
  await expect(page.getByText(texts.codeMismatch)).toBeVisible();
  await page.getByLabel(codeField).fill(code().replace(/^.../, '$& '));
  await press(page, 'Continue');
  await expect(page.getByText('from now on signing in asks for a code from your app')).toBeVisible();
  await expectAccessible(page);

  await press(page, 'Sign Out');
  await submitLogin(page, username);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await submitLogin(page, username);
  await page.getByLabel(codeField).fill(nextCode(secret));
  await page.getByLabel(codeField).press('Enter');
  await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();

  await press(page, 'Show two-step sign-in');
  await press(page, 'Remove the authenticator app');
  await expect(page.getByText('from now on your password is enough')).toBeVisible();
});

test('A code that the app still shows after it was used is said to be used, and the next one works', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  const secret = await typeAuthenticatorCode(page);
  await press(page, 'Continue');
  await expect(page.getByText('from now on signing in asks for a code from your app')).toBeVisible();
  await press(page, 'Sign Out');
  await submitLogin(page, username);
  // The password is proved with the same operation.
  await expectStep(page, 'Enter your code');
  const used = 'Your software token has already been used once.';
  refuseNext(shop, 'RespondToAuthChallenge', 'ExpiredCodeException', used);
  await fill(page, { [codeField]: totpAt(secret, new Date()) });
  await press(page, 'Continue');
  await expectFieldFault(
    page,
    codeField,
    'This code has been used already. Wait until your app shows the next one.',
  );
  await fill(page, { [codeField]: nextCode(secret) });
  await press(page, 'Continue');
  await expectSignedIn(page, username);
});
