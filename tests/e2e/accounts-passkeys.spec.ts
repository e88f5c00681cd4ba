import type { Page } from '@playwright/test';
import { password, signIn } from '../support/people.ts';
import { webClientId } from '../support/shop.ts';
import {
  callIdentity,
  confirmedReader,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  fill,
  openLogin,
  press,
  refuseNext,
  signInAs,
  submitLogin,
  texts,
} from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.use({ shopOptions: { environment: { COGNITO_FIRST_FACTORS: 'passkeys' } } });

/** A device that keeps passkeys: Chromium's virtual authenticator. */
interface Device {
  /** Whether its owner agrees to whatever it asks, the browser's suggestion in the user name field too; or does not answer. */
  agrees: (yes: boolean) => Promise<void>;
  /** Whether its owner can unlock it. */
  unlocks: (yes: boolean) => Promise<void>;
  forgetEverything: () => Promise<void>;
}

async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    async agrees(enabled) {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async unlocks(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async forgetEverything() {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}

async function addPasskey(page: Page): Promise<void> {
  await press(page, 'Show your passkeys');
  await press(page, 'Add a passkey on this device');
  await expect(page.getByText('The passkey is added.')).toBeVisible();
}

/** Signs out in a browser that then suggests no passkey by itself: it has forgotten whose there may be. */
async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('passkey-name'));
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
}

/** Signs out without taking the passkey that the browser then suggests. */
async function signOutUnmoved(page: Page, device: Device): Promise<void> {
  await device.agrees(false);
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
}

async function signInWithPasskey(page: Page, username: string): Promise<void> {
  await fill(page, { 'Username or email': username });
  await press(page, 'Sign in with a passkey');
}

/** Changes what the service asks the browser for: the options in the challenge. */
async function changeQuestion(page: Page, change: object): Promise<void> {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const target = route.request().headers()['x-amz-target'] ?? '';
      if (!target.endsWith('.InitiateAuth')) return route.fallback();
      const response = await route.fetch();
      const answer = await response.json();
      const { CREDENTIAL_REQUEST_OPTIONS: asked } = answer.ChallengeParameters;
      const options = { ...JSON.parse(asked), ...change };
      answer.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS = JSON.stringify(options);
      return route.fulfill({ response, json: answer });
    },
  );
}

const words = {
  notUsed: 'No passkey was used: the dialogue was closed, or took too long. Try again, or use your password.',
  none: 'This account has no passkey to sign in with. Use your password; a passkey is added on the account page.',
  offer: 'Sign in without a password next time',
};

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
  await expect(page.getByText(/^Added on \d{4}-\d\d-\d\d, on a phone or computer$/)).toHaveCount(1);
  await expectAccessible(page);
  await press(page, 'Add a passkey on this device');
  await expect(page.getByText('This device has a passkey for this account already.')).toBeVisible();

  await signOut(page);
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
  await expectAlert(page, words.none);
  await submitLogin(page, username);
  await expectSignedIn(page, username);
});

test('By keyboard: the address and the button, and nothing else', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  await addDevice(page);
  await signInAs(page, username);
  await addPasskey(page);
  await signOut(page);
  await page.getByLabel('Username or email').focus();
  await page.keyboard.type(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expectSignedIn(page, username);
});

test('From the empty form: the browser suggests the passkey of whoever used one here', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const device = await addDevice(page);
  await signInAs(page, username);
  await addPasskey(page);
  await signOutUnmoved(page, device);
  const name = page.getByLabel('Username or email');
  await expect(name).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(name).toHaveValue('');
  await device.agrees(true);
  await page.reload();
  await expectSignedIn(page, username);

  // The question lives for minutes: who answers an old one is asked again, and nothing else.
  await signOutUnmoved(page, device);
  const over = 'Invalid session for the user, session is expired.';
  refuseNext(shop, 'RespondToAuthChallenge', 'NotAuthorizedException', over);
  await device.agrees(true);
  await page.reload();
  await expectSignedIn(page, username);
  expect(shop.sandbox.identity.listFaults()).toEqual([]);

  // Without a passkey nobody is suggested any more.
  await press(page, 'Show your passkeys');
  await press(page, 'Remove it');
  await expect(page.getByText('The passkey is removed')).toBeVisible();
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('passkey-name'))).toBeNull();
});

test('A dialogue that is not answered, a device that is not unlocked, and one that has no passkey: nobody’s fault, and the password works', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const device = await addDevice(page);
  await signInAs(page, username);
  await addPasskey(page);
  await signOut(page);
  await device.agrees(false);
  await changeQuestion(page, { timeout: 500 });
  await signInWithPasskey(page, username);
  await expectAlert(page, words.notUsed);
  await page.unrouteAll();

  await changeQuestion(page, { userVerification: 'required' });
  await device.agrees(true);
  await device.unlocks(false);
  await signInWithPasskey(page, username);
  await expectAlert(page, words.notUsed);
  await page.unrouteAll();

  await device.forgetEverything();
  await signInWithPasskey(page, username);
  await expectAlert(page, words.notUsed);
  await submitLogin(page, username);
  await expectSignedIn(page, username);
});

test('On another device the passkey is not there, and a second one is added', async ({
  page,
  browser,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await addDevice(page);
  await signInAs(page, username);
  await addPasskey(page);

  const elsewhere = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await addDevice(elsewhere);
  await openLogin(elsewhere);
  await signInWithPasskey(elsewhere, username);
  await expectAlert(elsewhere, words.notUsed);
  await submitLogin(elsewhere, username);
  await expectSignedIn(elsewhere, username);
  await addPasskey(elsewhere);
  // The account had one: none was offered.
  await expect(elsewhere.getByText(words.offer)).toHaveCount(0);
  await expect(elsewhere.getByRole('button', { name: 'Remove it' })).toHaveCount(2);
  await signOut(elsewhere);
  await signInWithPasskey(elsewhere, username);
  await expectSignedIn(elsewhere, username);
  await elsewhere.context().close();
});

test('A passkey is offered once after a sign-in: "Not now" is for good, also for the next one here', async ({
  page,
  shop,
}) => {
  const [first, second] = [confirmedReader(shop), confirmedReader(shop)];
  await addDevice(page);
  await signInAs(page, first.username);
  await expect(page.getByText(words.offer)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Not now');
  await expect(page.getByText(words.offer)).toHaveCount(0);
  await press(page, 'Sign Out');
  await signInAs(page, second.username);
  await press(page, 'Show your passkeys');
  await expect(page.getByText('This account has no passkey yet.')).toBeVisible();
  await expect(page.getByText(words.offer)).toHaveCount(0);
});

test('Who takes the offer has a passkey, and signs in with it the next time', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  const device = await addDevice(page);
  await signInAs(page, username);
  refuseNext(shop, 'StartWebAuthnRegistration', 'WebAuthnNotEnabledException');
  await press(page, 'Add a passkey');
  await expect(page.getByRole('alert').getByText('Passkeys are not set up properly')).toBeVisible();
  await press(page, 'Add a passkey');
  await expect(page.getByRole('heading', { name: 'The passkey is added' })).toBeFocused();
  await signOutUnmoved(page, device);
  await device.agrees(true);
  await page.reload();
  await expectSignedIn(page, username);
});

test('Where the device itself keeps no passkeys, none is offered', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Show your passkeys');
  await expect(page.getByText('This account has no passkey yet.')).toBeVisible();
  await expect(page.getByText(words.offer)).toHaveCount(0);
});

test('The passkey of a deleted account, an account with an app for codes, and an outage each have their words', async ({
  page,
  shop,
}) => {
  const [gone, kept] = [confirmedReader(shop), confirmedReader(shop)];
  await addDevice(page);
  await signInAs(page, gone.username);
  await addPasskey(page);
  await signOut(page);
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
  await expectAlert(page, words.none);
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
  test.use({ shopOptions: { environment: { COGNITO_FIRST_FACTORS: 'mailed-codes' } } });

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
