import { writeFile } from 'node:fs/promises';
import { buy, control } from '../support/orders.ts';
import { expect } from './fixtures.ts';
import { signInAs, test } from './operator-steps.ts';

test('a file that was mended on the disk is tried as it was chosen, and once more after it was chosen again', async ({
  page,
  shop,
}, testInfo) => {
  const file = testInfo.outputPath('backers.csv');
  const write = (line: string) => writeFile(file, `email;reward\n${line}\n`);
  await signInAs(page, shop, ['shopkeepers'], '/operator/imports');
  const field = page.getByLabel('The file');
  const attempt = page.getByRole('button', { name: 'Try the file' });
  await write('nobody;fist');
  await field.setInputFiles(file);
  await attempt.click();
  await expect(page.getByText('Line 2: "nobody" is no e-mail address')).toBeVisible();
  await write('cecilia@example.com;fist');
  await attempt.click();
  await expect(attempt).toBeEnabled();
  await expect(page.getByText('Line 2: "nobody" is no e-mail address')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await field.click();
  const chosen = await chooser;
  // Only for an empty field is the same file another choice.
  expect(await field.evaluate((input) => (input as HTMLInputElement).files?.length)).toBe(0);
  await chosen.setFiles(file);
  await attempt.click();
  await expect(page.getByText('1 line to bring in, 0 already in')).toBeVisible();
});

test('a repeated search shows an opened order as it is now', async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers'], '/operator/orders');
  await page.getByLabel('Find orders').fill('anna');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Show details/ }).click();
  await expect(page.getByRole('button', { name: /^Give the payment back/ })).toBeVisible();
  await control(shop, 'refund', { checkout_session: sessionId });
  await shop.sandbox.stripe.deliveriesSettled();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('strong').filter({ hasText: /^refunded$/ })).toBeVisible();
  await expect(page.getByText(/^250 SEK, succeeded/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Give the payment back/ })).toHaveCount(0);
});
