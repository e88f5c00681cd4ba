import { confirmedReader, press, signInAs } from './account-steps.ts';
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
