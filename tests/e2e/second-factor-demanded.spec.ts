import { totpAt } from '#sandbox/identity/totp.ts';
import { newEmail, password } from '../support/people.ts';
import { details, expectStep, submitCode, submitDetails } from './account-forms.ts';
import { confirmedReader, fill, openCreateAccount, press, signInAs, texts } from './account-steps.ts';
import { expect, mailedCode, test } from './fixtures.ts';

// A pool that demands a second factor of everybody.
test.use({ shopOptions: { environment: { COGNITO_MFA: 'required' } } });
const codeField = 'Code from your authenticator app';
const keyText = /^([A-Z2-7]{4} ?){8}$/;

test('a new account is no error: the login sets the app up, and the account page knows it and cannot remove it', async ({
  page,
  shop,
}) => {
  shop.sandbox.identity.setSecondFactor('ON');
  const email = newEmail();
  await openCreateAccount(page);
  await submitDetails(page, details(email, { Username: 'newcomer' }));
  await expectStep(page, 'Confirm Account');
  await submitCode(page, await mailedCode(shop, email));
  await expect(page.getByText('Your account is confirmed. Log in to continue.')).toBeVisible();
  await expect(page.getByText(texts.loginFailed)).toHaveCount(0);
  await fill(page, { Password: password });
  await press(page, 'Sign In');
  await expectStep(page, 'Set up an authenticator app');
  const secret = (await page.getByText(keyText).innerText()).replaceAll(' ', '');
  await fill(page, { [codeField]: totpAt(secret, new Date()) });
  await press(page, 'Continue');
  await expect(page.getByText('You are logged in as newcomer')).toBeVisible();
  await page.goto('/account');
  await press(page, 'Show two-step sign-in');
  await expect(page.getByText('Signing in asks for your password and for a code')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the authenticator app' })).toHaveCount(0);
});

test('whoever is signed in from before proves who they are by setting the app up', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  shop.sandbox.identity.setSecondFactor('ON');
  await press(page, 'Show two-step sign-in');
  await page.clock.setFixedTime(Date.now() + 11 * 60 * 1000);
  await press(page, 'Set up an authenticator app');
  await expectStep(page, 'Is it you?');
  await fill(page, { Password: password });
  await press(page, 'Continue');
  await expectStep(page, 'Set up an authenticator app');
  const lead = 'Add this key to an authenticator app, then type the code that it shows, so that nobody else';
  await expect(page.getByText(lead)).toBeVisible();
  const secret = (await page.getByText(keyText).innerText()).replaceAll(' ', '');
  await fill(page, { [codeField]: totpAt(secret, new Date()) });
  await press(page, 'Continue');
  await expect(page.getByText('It is set up: from now on')).toBeVisible();
});
