import type { Page } from '@playwright/test';
import { password } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import {
  confirmedReader,
  droppedConnection,
  expectAlert,
  expectFieldFault,
  expectSignedIn,
  field,
  fill,
  openLogin,
  press,
  pressWithoutNetwork,
  refuseNext,
  signInAs,
  submitLogin,
  texts,
  unconfirmedReader,
} from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.use({ shopOptions: { environment: { COGNITO_FIRST_FACTORS: 'mailed-codes' } } });

const words = {
  step: 'Enter the code from the email',
  label: 'Code from the email',
  tooOld: 'This code is too old. Have a new one sent.',
  tooMany: 'There were too many codes. Wait an hour before the next one, or use your password.',
  notSent: 'The code could not be sent. Try again in a few minutes, or use your password.',
  noCodes: 'This account cannot be signed in to with a mailed code. Use your password.',
  gone: 'The code from before no longer works here: have a new one sent, and keep this page open until you have typed it.',
  anew: 'That took too long, or there were too many wrong codes. Sign in again.',
};

/** The newest code that was mailed to somebody. */
const codeOf = (shop: Shop, email: string) => shop.sandbox.inbox.codeFor(email) ?? '';

/** Requests a code, up to the step that asks for it. */
async function askForCode(page: Page, username: string): Promise<void> {
  await fill(page, { 'Username or email': username });
  await press(page, 'Send me a code');
  await expect(page.getByRole('heading', { name: words.step })).toBeFocused();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await fill(page, { [words.label]: code });
  await press(page, 'Continue');
}

test('Somebody has a code mailed, mistypes it, has another one sent, and is signed in without a password', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await openLogin(page);
  await expectAccessible(page);
  await press(page, 'Send me a code');
  await expectFieldFault(page, 'Username or email', 'Enter your username or email address.');
  await askForCode(page, ` ${email.toUpperCase()} `);
  await expect(page.getByText(`A code to sign in with is on its way to ${email[0]}***@e***.`)).toBeVisible();
  await expectAccessible(page);
  const first = codeOf(shop, email);
  await press(page, 'Continue');
  await expectFieldFault(page, words.label, 'Enter the code from the email.');
  await enterCode(page, '000');
  await expectFieldFault(page, words.label, texts.codeMismatch);
  await expect(field(page, words.label)).toBeFocused();
  await press(page, 'Send a new code');
  await expect(page.getByText(texts.newCode)).toBeVisible();
  expect(shop.sandbox.inbox.list(email)).toHaveLength(2);
  await expect(field(page, words.label)).toHaveValue('');
  await enterCode(page, first);
  await expectFieldFault(page, words.label, texts.codeMismatch);
  await enterCode(page, ` ${codeOf(shop, email)} `);
  await expectSignedIn(page, username);
  await page.reload();
  await expectSignedIn(page, username);
});

test('Who comes back from the mail to a page that was loaded again reads that a new code is needed, and has the name still', async ({
  page,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  await openLogin(page);
  await askForCode(page, username);
  await page.reload();
  await expect(page.getByText(words.gone)).toBeVisible();
  await expect(field(page, 'Username or email')).toHaveValue(username);
  await press(page, 'Send me a code');
  await expect(page.getByRole('heading', { name: words.step })).toBeFocused();
  await expect.poll(() => shop.sandbox.inbox.list(email)).toHaveLength(2);
  await enterCode(page, codeOf(shop, email));
  await expectSignedIn(page, username);
  await press(page, 'Sign Out');
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(words.gone)).toHaveCount(0);
});

test('By keyboard: the name, the button, the code, and nothing else', async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  await openLogin(page);
  await page.getByLabel('Username or email').focus();
  await page.keyboard.type(username);
  await page.getByRole('button', { name: 'Send me a code' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.step })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, words.label)).toBeFocused();
  await page.keyboard.type(codeOf(shop, email));
  await page.keyboard.press('Enter');
  await expectSignedIn(page, username);
});

test.describe('What can go wrong', () => {
  test.use({ expectedErrors: [droppedConnection] });

  test('Codes that are too old, too many, not sent, or for nobody each have their words', async ({
    page,
    shop,
  }) => {
    const { username, email } = confirmedReader(shop);
    const unverified = confirmedReader(shop, { emailVerified: false });
    await openLogin(page);
    const refused = async (name: string, text: string) => {
      await fill(page, { 'Username or email': name });
      await press(page, 'Send me a code');
      await expectAlert(page, text);
    };
    await refused('nobody-of-that-name', texts.loginFailed);
    await refused(unverified.username, words.noCodes);
    shop.sandbox.identity.setMailDelivery(false);
    await refused(username, words.notSent);
    shop.sandbox.identity.setMailDelivery(true);
    refuseNext(shop, 'InitiateAuth', 'TooManyRequestsException');
    await refused(username, words.tooMany);

    await askForCode(page, username);
    const code = codeOf(shop, email);
    shop.sandbox.identity.expireCodes(username);
    await enterCode(page, code);
    await expectFieldFault(page, words.label, words.tooOld);
    refuseNext(shop, 'InitiateAuth', 'LimitExceededException');
    await press(page, 'Send a new code');
    await expectAlert(page, words.tooMany);
    refuseNext(shop, 'RespondToAuthChallenge', 'TooManyRequestsException');
    await press(page, 'Continue');
    await expectAlert(page, words.tooMany);
    await pressWithoutNetwork(page, shop, 'RespondToAuthChallenge', 'Continue');
    refuseNext(shop, 'RespondToAuthChallenge', 'NotAuthorizedException', 'Invalid session for the user.');
    await press(page, 'Continue');
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeFocused();
    await expect(page.getByText(words.anew)).toBeVisible();
    await expect(page.getByLabel('Username or email')).toHaveValue(username);
    await submitLogin(page, username);
    await expectSignedIn(page, username);
  });
});

test('An account that is not confirmed yet: its confirmation first, and then the code', async ({
  page,
  shop,
}) => {
  const { username, email } = await unconfirmedReader(shop);
  await openLogin(page);
  await fill(page, { 'Username or email': username });
  await press(page, 'Send me a code');
  await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeFocused();
  await fill(page, { 'Confirmation code': codeOf(shop, email) });
  await press(page, 'Confirm');
  await expect(page.getByRole('heading', { name: words.step })).toBeFocused();
  await enterCode(page, codeOf(shop, email));
  await expectSignedIn(page, username);
});

test.describe('In a pool that mails a second code after the password', () => {
  let siteAhead = 0;
  test.use({
    shopOptions: {
      environment: { COGNITO_FIRST_FACTORS: '' },
      ...{ clock: () => new Date(Date.now() + siteAhead), sandboxClock: () => new Date() },
    },
  });

  /** Deletes the account up to the mailed code, which proves after the password who somebody is. */
  async function deleteUpToCode(page: Page, shop: Shop): Promise<void> {
    shop.sandbox.identity.setSecondFactor('ON', ['EMAIL_OTP']);
    siteAhead = 11 * 60 * 1000;
    await press(page, 'Delete Account');
    await press(page, 'Delete my account permanently');
    await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeFocused();
    siteAhead = 0;
    await fill(page, { Password: password });
    await press(page, 'Delete my account permanently');
    await expect(page.getByRole('heading', { name: words.step })).toBeFocused();
  }

  test('the password leads to it, and so does the proof of who somebody is; nothing else of mailed codes shows', async ({
    page,
    shop,
  }) => {
    const { username, email } = confirmedReader(shop);
    await openLogin(page);
    await expect(page.getByRole('button', { name: 'Send me a code' })).toHaveCount(0);
    await signInAs(page, username);
    await deleteUpToCode(page, shop);
    await expectAccessible(page);
    await enterCode(page, '000');
    await expectFieldFault(page, words.label, texts.codeMismatch);
    await press(page, 'Cancel');
    await press(page, 'Sign Out');

    await submitLogin(page, username);
    await expect(page.getByRole('heading', { name: words.step })).toBeFocused();
    await press(page, 'Send a new code');
    await expect(page.getByText(texts.newCode)).toBeVisible();
    await enterCode(page, codeOf(shop, email));
    await expectSignedIn(page, username);
  });

  test('the proof of who somebody is takes a code as the mail has it, with dashes and a full stop', async ({
    page,
    shop,
  }) => {
    const { username, email } = confirmedReader(shop);
    await signInAs(page, username);
    await deleteUpToCode(page, shop);
    await fill(page, { [words.label]: `${codeOf(shop, email).replace(/(?<=^...)/, '-')}.` });
    await field(page, words.label).press('Enter');
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
  });
});
