import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test('An address that was copied with characters nobody sees pays like any other', async ({ page }) => {
  await page.goto('/checkout/fod');
  await hydrated(page);
  await page.getByLabel('Email address').fill('\u202aGuest\u200b@example.com\u202c');
  await page.getByLabel('Email address').press('Enter');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.getByText('guest@example.com')).toBeVisible();
});

for (const path of [
  '/account/create-account',
  '/account/forgot-password',
  '/checkout/fod',
  '/shop/withdraw',
]) {
  test(`No keyboard corrects a name, an address or a password: ${path}`, async ({ page }) => {
    await page.goto(path);
    // A form that the shop does not offer is removed by then.
    await hydrated(page);
    const fields = page.locator('main form input');
    await expect(fields.first()).toBeVisible();
    for (const field of await fields.all()) {
      if ((await field.getAttribute('type')) === 'checkbox') continue;
      for (const [name, value] of [
        ['autocorrect', 'off'],
        ['autocapitalize', 'none'],
        ['spellcheck', 'false'],
      ] as const)
        await expect(field).toHaveAttribute(name, value);
    }
  });
}
