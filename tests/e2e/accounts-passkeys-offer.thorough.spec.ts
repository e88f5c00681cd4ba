import { password } from '../support/people.ts';
import { typeAuthenticatorCode } from './account-forms.ts';
import { confirmedReader, expectSignedIn, fill, press, refuseNext, signInAs } from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { addDevice, signOutUnmoved, passkeyWords as words } from './passkey-steps.ts';

test.use({ shopOptions: { environment: { COGNITO_FIRST_FACTORS: 'passkeys' } } });

test('A passkey is offered once after a sign-in: "No, thank you" is for good, also for the next one here', async ({
  page,
  shop,
}) => {
  const [first, second] = [confirmedReader(shop), confirmedReader(shop)];
  await addDevice(page);
  await signInAs(page, first.username);
  await expect(page.getByText(words.offer)).toBeVisible();
  // In a live region it would be read out again, with its buttons, whenever one of them changes.
  await expect(page.getByRole('status').filter({ hasText: words.offer })).toHaveCount(0);
  await expectAccessible(page);
  await press(page, 'No, thank you');
  await expect(page.getByText(words.offer)).toHaveCount(0);
  // The button that had the focus is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
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

test('With two-step sign-in, which asks for the password, no passkey is offered, and the page says why', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Show your passkeys');
  await typeAuthenticatorCode(page);
  await expect(page.getByText('in place of a passkey or a mailed code')).toBeVisible();
  await press(page, 'Continue');
  await expect(page.getByText('It is set up')).toBeVisible();
  await addDevice(page);
  // It is there still from before.
  await press(page, 'Add a passkey on this device');
  await expect(page.getByRole('alert').getByText('not with a passkey')).toBeVisible();
  await page.reload();
  await press(page, 'Show your passkeys');
  await expect(page.getByText('not with a passkey')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey on this device' })).toHaveCount(0);
  await expect(page.getByText(words.offer)).toHaveCount(0);
  await expectAccessible(page);
});

test('Where the device itself keeps no passkeys, none is offered', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Show your passkeys');
  await expect(page.getByText('This account has no passkey yet.')).toBeVisible();
  await expect(page.getByText(words.offer)).toHaveCount(0);
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
