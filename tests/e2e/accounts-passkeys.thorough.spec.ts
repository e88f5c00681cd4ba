import { askIdentity } from '../support/identity-calls.ts';
import { signIn } from '../support/people.ts';
import { webClientId } from '../support/shop.ts';
import {
  confirmedReader,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  openLogin,
  press,
  refuseNext,
  signInAs,
  submitLogin,
  texts,
} from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import {
  addDevice,
  addPasskey,
  changeQuestion,
  signInWithPasskey,
  signOut,
  signOutUnmoved,
  passkeyWords as words,
} from './passkey-steps.ts';

test.use({ shopOptions: { environment: { COGNITO_FIRST_FACTORS: 'passkeys' } } });

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
  await expect(
    page.getByText(/^Added on \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d, on a phone or computer$/),
  ).toHaveCount(1);
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
  await page.getByRole('button', { name: /^Remove it: Passkey, added on / }).click();
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

  // The challenge expires after minutes: an answer to an old one only leads to a new one.
  await signOutUnmoved(page, device);
  const over = 'Invalid session for the user, session is expired.';
  refuseNext(shop, 'RespondToAuthChallenge', 'NotAuthorizedException', over);
  await device.agrees(true);
  await page.reload();
  await expectSignedIn(page, username);
  expect(shop.sandbox.identity.listFaults()).toEqual([]);

  // Without a passkey the browser suggests no user name any more.
  await press(page, 'Show your passkeys');
  await page.getByRole('button', { name: /^Remove it: Passkey, added on / }).click();
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
  // The account had a passkey, so none was offered.
  await expect(elsewhere.getByText(words.offer)).toHaveCount(0);
  await expect(elsewhere.getByRole('button', { name: 'Remove it' })).toHaveCount(2);
  await signOut(elsewhere);
  await signInWithPasskey(elsewhere, username);
  await expectSignedIn(elsewhere, username);
  await elsewhere.context().close();
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
  await askIdentity(shop.sandboxUrl, 'DeleteUser', { AccessToken: accessToken });
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
