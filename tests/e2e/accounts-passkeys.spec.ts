import type { CDPSession, Page } from '@playwright/test';
import { password, signIn } from '../support/people.ts';
import { webClientId } from '../support/shop.ts';
import {
  callIdentity,
  confirmedReader,
  expectAlert,
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

test.use({ shopOptions: { environment: { COGNITO_PASSKEYS: 'on' } } });

/** A device that keeps passkeys, whose owner always agrees: Chromium's virtual authenticator. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { cdp, authenticatorId };
}

async function addPasskey(page: Page): Promise<void> {
  await press(page, 'Show your passkeys');
  await press(page, 'Add a passkey on this device');
  await expect(page.getByText('The passkey is added.')).toBeVisible();
}

async function signInWithPasskey(page: Page, username: string): Promise<void> {
  await fill(page, { 'Username or email': username });
  await press(page, 'Sign in with a passkey');
}

test('Somebody adds a passkey, signs in with it without a password, and removes it', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await addDevice(page);
  await signInAs(page, username);
  await press(page, 'Show your passkeys');
  await expect(page.getByText('This account has no passkey yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Add a passkey on this device');
  await expect(page.getByText('The passkey is added.')).toBeVisible();
  await expect(page.getByText(/^Added on \d{4}-\d\d-\d\d$/)).toHaveCount(1);
  await expectAccessible(page);
  await press(page, 'Add a passkey on this device');
  await expect(page.getByText('This device has a passkey for this account already.')).toBeVisible();

  await press(page, 'Sign Out');
  await expectAccessible(page);
  await press(page, 'Sign in with a passkey');
  await expectFieldFault(page, 'Username or email', 'Enter your username or email address.');
  await signInWithPasskey(page, username);
  await expectSignedIn(page, username);
  await page.reload();
  await expectSignedIn(page, username);

  await press(page, 'Show your passkeys');
  await press(page, 'Remove it');
  await expect(page.getByText('The passkey is removed')).toBeVisible();
  await press(page, 'Sign Out');
  await signInWithPasskey(page, username);
  await expectAlert(
    page,
    'This account has no passkey to sign in with. Use your password; a passkey is added on the account page.',
  );
  await submitLogin(page, username);
  await expectSignedIn(page, username);
});

test('By keyboard: the address and the button, and nothing else', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  await addDevice(page);
  await signInAs(page, username);
  await addPasskey(page);
  await press(page, 'Sign Out');
  await page.getByLabel('Username or email').focus();
  await page.keyboard.type(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expectSignedIn(page, username);
});

test('A passkey that is not on this device is no one’s fault: the form says so, and the password works', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const { cdp, authenticatorId } = await addDevice(page);
  await signInAs(page, username);
  await addPasskey(page);
  await press(page, 'Sign Out');
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  await signInWithPasskey(page, username);
  await expectAlert(
    page,
    'No passkey was used: the dialogue was closed, or took too long. Try again, or use your password.',
  );
  await submitLogin(page, username);
  await expectSignedIn(page, username);
});

test('The passkey of a deleted account, an account with an app for codes, and an outage each have their words', async ({
  page,
  shop,
}) => {
  const [gone, kept] = [confirmedReader(shop), confirmedReader(shop)];
  await addDevice(page);
  await signInAs(page, gone.username);
  await addPasskey(page);
  await press(page, 'Sign Out');
  const { accessToken } = await signIn(shop, gone.username, webClientId);
  await callIdentity(shop, 'DeleteUser', { AccessToken: accessToken });
  await signInWithPasskey(page, gone.username);
  await expectAlert(page, texts.loginFailed);

  refuseNext(shop, 'InitiateAuth', 'InternalErrorException');
  await signInWithPasskey(page, kept.username);
  await expectAlert(
    page,
    'The sign-in service is not answering properly. Nothing is lost: try again in a few minutes.',
  );

  shop.sandbox.identity.setSecondFactor('ON');
  await signInWithPasskey(page, kept.username);
  await expectAlert(
    page,
    'This account has no passkey to sign in with. Use your password; a passkey is added on the account page.',
  );
});

test.describe('eleven minutes after the sign-in', () => {
  test('adding a passkey asks for the password first', async ({ page, shop }) => {
    const { username } = confirmedReader(shop);
    await addDevice(page);
    await signInAs(page, username);
    await press(page, 'Show your passkeys');
    await page.clock.setFixedTime(Date.now() + 11 * 60 * 1000);
    await press(page, 'Add a passkey on this device');
    await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeFocused();
    await fill(page, { Password: password });
    await press(page, 'Continue');
    await expect(page.getByText('The passkey is added.')).toBeVisible();
  });
});

test.describe('in a pool without passkeys', () => {
  test.use({ shopOptions: { environment: { COGNITO_PASSKEYS: 'off' } } });

  test('nothing of them shows', async ({ page, shop }) => {
    const { username } = confirmedReader(shop);
    await signInAs(page, username);
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
    await expect(page.getByText(/passkey/i)).toHaveCount(0);
    await press(page, 'Sign Out');
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText(/passkey/i)).toHaveCount(0);
  });
});
