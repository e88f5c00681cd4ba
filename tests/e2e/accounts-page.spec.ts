import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buy } from '../support/orders.ts';
import { password } from '../support/people.ts';
import {
  activate,
  askForResetCode,
  expectRefused,
  expectStep,
  newPasswords,
  submitNewPassword,
} from './account-forms.ts';
import {
  addCodes,
  confirmedReader,
  expectFieldFault,
  field,
  fill,
  openForgotPassword,
  press,
  revokeCode,
  signInAs,
  submitLogin,
} from './account-steps.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';

test('My Products: a grid of owned products linking to their url; fist-pre-order counts as fist, fod-kickstarter as fod with the artbook', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const { username, email } = confirmedReader(shop);
  await addCodes(shop, { early: ['fist-pre-order'], backer: ['fod-kickstarter'] });
  mkdirSync(shop.config.downloadsDir, { recursive: true });
  writeFileSync(join(shop.config.downloadsDir, 'fod-artbook.pdf'), '%PDF-1.7 pictures');
  await buy(shop, ['fod-expansions'], email);
  await signInAs(page, username);
  for (const code of ['early', 'backer']) {
    await press(page, 'Unlock Content');
    await activate(page, code);
    await press(page, 'Go Back');
  }
  const shelf = page.getByRole('main').getByRole('listitem');
  await expect(shelf).toHaveCount(4);
  await expectAccessible(page);
  const links = shelf.getByRole('link');
  await expect(links.nth(0)).toHaveAttribute('href', '/shop/product/fod-expansions');
  await expect(links.nth(1)).toHaveAttribute('href', '/shop/product/fist');
  await expect(links.nth(2)).toHaveAttribute('href', '/shop/product/fod');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the artbook' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('The Fortress of Death - Artbook.pdf');
  expect(readFileSync(await download.path(), 'utf8')).toBe('%PDF-1.7 pictures');
  await links.nth(2).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lone Wolf The Fortress of Death');
});

test('Unlock Content: each answer has exactly its text, and the product appears without a reload', async ({
  page,
  shop,
}) => {
  const [{ username }, other] = [confirmedReader(shop), confirmedReader(shop)];
  await addCodes(shop, { 'torch-1': ['fist'], 'torch-2': ['fist'], gone: ['fist'], taken: ['fod'] });
  await revokeCode(shop, 'gone');
  await signInAs(page, other.username);
  await press(page, 'Unlock Content');
  await activate(page, 'taken');
  await press(page, 'Go Back');
  await press(page, 'Sign Out');
  await submitLogin(page, username);
  await expect(page.getByText(/You have no products yet/)).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  await press(page, 'Unlock Content');
  await expect(field(page, 'Activation code')).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Activate');
  await expectFieldFault(page, 'Activation code', 'Enter an activation code.');
  await expect(field(page, 'Activation code')).toBeFocused();
  for (const [code, text] of [
    ['no-such-code', 'Invalid activation code, please try again.'],
    ['gone', 'This activation code is not valid any longer.'],
    ['taken', 'This activation code has already been used.'],
  ] as const) {
    await fill(page, { 'Activation code': code });
    await field(page, 'Activation code').press('Enter');
    await expectRefused(page, text);
    await press(page, 'Try Again');
    await expect(field(page, 'Activation code')).toHaveValue('');
    await expect(page.getByText(text)).toHaveCount(0);
  }
  await page.route('**/api/use-code', (route) =>
    route.fulfill({ json: { valid: false, error: 'something_new', unlocks: [] } }),
  );
  await activate(page, 'torch-1');
  await expectRefused(
    page,
    'Something went wrong, please try again or contact Black Ether support at support@example.com',
  );
  await expectAccessible(page);
  await page.unroute('**/api/use-code');
  await press(page, 'Try Again');

  // "Activation code: trimmed and lowercased before sending."
  await fill(page, { 'Activation code': '  TORCH-1 ' });
  const [sent] = await Promise.all([page.waitForRequest('**/api/use-code'), press(page, 'Activate')]);
  expect(sent.postDataJSON()).toEqual({ activationCode: 'torch-1' });
  await expect(page.getByText('Success!', { exact: true })).toBeVisible();
  const back = page.getByRole('button', { name: 'Go Back' });
  await expect(back).toBeFocused();
  await expect(back).toHaveAccessibleDescription(
    "Success! Unlocked on your account, here and in the app: Steve Jackson's F.I.S.T.",
  );
  await expectAccessible(page);
  await press(page, 'Go Back');
  await expect(page.getByRole('main').getByRole('link', { name: "Steve Jackson's F.I.S.T." })).toBeVisible();

  await press(page, 'Unlock Content');
  await activate(page, 'torch-2');
  await expectRefused(page, 'You already have access to this content!');
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test('Orders, and browsers that are signed in, are told apart by the names of their links and buttons alone', async ({
  page,
  browser,
  shop,
}) => {
  const { username, email } = confirmedReader(shop);
  for (const id of ['fist', 'fod']) await buy(shop, [id], email);
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  await signInAs(await elsewhere.newPage(), username);
  await elsewhere.close();
  await signInAs(page, username);
  const when = '\\d+ \\w+ \\d{4} at \\d\\d:\\d\\d';
  for (const title of ['Lone Wolf The Fortress of Death', "Steve Jackson's F.I.S.T."])
    for (const text of ['Open this order', 'Ask for a correction']) {
      const name = new RegExp(`^${text}: ${title}, bought on ${when}:\\d\\d, Swedish time$`);
      await expect(page.getByRole('link', { name })).toHaveText(text);
    }
  await press(page, 'Show where you are signed in');
  const end = page.getByRole('button', {
    name: new RegExp(`^Sign it out: .+ on Linux, signed in on ${when}$`),
  });
  await expect(end).toHaveText('Sign it out');
});

test('Sign out clears the user and the unlocked adventures: the next person sees only their own', async ({
  page,
  shop,
}) => {
  const [first, second] = [confirmedReader(shop), confirmedReader(shop)];
  await buy(shop, ['fist'], first.email);
  await signInAs(page, first.username);
  const product = page.getByRole('main').getByRole('link', { name: "Steve Jackson's F.I.S.T.", exact: true });
  await expect(product).toBeVisible();
  await press(page, 'Sign Out');
  await expectStep(page, 'Sign In');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toHaveAccessibleDescription(
    'You are signed out.',
  );
  await expect(product).toHaveCount(0);
  await fill(page, { 'Username or email': second.username, Password: password });
  await press(page, 'Sign In');
  await expect(page.getByText(/You have no products yet/)).toBeVisible();
});

test('Who comes back from the mail to a page that was loaded again still enters the reset code, and no other is sent', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const { email } = confirmedReader(shop);
  await openForgotPassword(page);
  await askForResetCode(page, email);
  await expectStep(page, 'Choose a new password');
  const code = await mailedCode(shop, email);
  await page.reload();
  await expect(page.getByText(/We have sent a reset code to r\*\*\*@e\*\*\*/)).toBeVisible();
  await submitNewPassword(page, { 'Reset code': code, ...newPasswords });
  await expectStep(page, 'Your password is changed');
  // It is used now.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Get a reset code' })).toBeVisible();
});
