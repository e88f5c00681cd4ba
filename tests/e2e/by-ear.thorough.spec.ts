import { password } from '../support/people.ts';
import { newPasswords } from './account-forms.ts';
import { confirmedReader, fill, press, signInAs } from './account-steps.ts';
import { expect, test } from './fixtures.ts';

/** What a screen reader is given beyond what axe can see. */

test('That another browser is signed out is said in a live region that was there before', async ({
  page,
  browser,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const other = await browser.newContext({ baseURL: shop.url });
  await signInAs(await other.newPage(), username);
  await signInAs(page, username);
  await press(page, 'Show where you are signed in');
  const end = page.getByRole('button', { name: 'Sign it out' });
  await expect(end).toBeVisible();
  const before = await page.getByRole('main').getByRole('status').elementHandles();
  await end.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'is signed out.' })).toBeVisible();
  const texts = await Promise.all(before.map((region) => region.textContent()));
  expect(texts.filter((text) => text?.includes('is signed out.'))).toHaveLength(1);
  await other.close();
});

test('That the password is changed, and that the account is deleted, is said in live regions that were there before', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  const regions = () => page.getByRole('main').getByRole('status').elementHandles();
  const saidBy = async (before: Awaited<ReturnType<typeof regions>>, words: string) => {
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    const texts = await Promise.all(
      before.map((region) => region.evaluate(({ isConnected, textContent }) => isConnected && textContent)),
    );
    return texts.filter((text) => text !== false && text?.startsWith(words)).length;
  };
  await press(page, 'Change your password');
  await fill(page, { 'Current password': password, ...newPasswords });
  const beforeTheChange = await regions();
  await press(page, 'Change password');
  expect(await saidBy(beforeTheChange, 'Your password is changed.')).toBe(1);

  await press(page, 'Delete Account');
  const beforeTheDeletion = await regions();
  await press(page, 'Delete my account permanently');
  expect(await saidBy(beforeTheDeletion, 'Your account and all its data have been deleted.')).toBe(1);
});
