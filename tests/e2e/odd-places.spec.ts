import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test('A fragment that is no place of the page does not break it', async ({ page }) => {
  await page.goto('/faq');
  await hydrated(page);
  await page.evaluate(() => location.assign('#100%'));
  await page.getByRole('link', { name: 'News' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Press & News' })).toBeFocused();
});
