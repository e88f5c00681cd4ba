import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test('Scroll positions that another site has kept under the same name break no page', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('scroll-positions', '[1]'));
  await page.goto('/faq');
  await hydrated(page);
});

test('A fragment that is no place of the page does not break it', async ({ page }) => {
  await page.goto('/faq');
  await hydrated(page);
  await page.evaluate(() => location.assign('#100%'));
  await page.getByRole('link', { name: 'News' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Press & News' })).toBeFocused();
});

test('Back from a place of the page leads to where it was left', async ({ page }) => {
  await page.goto('/faq');
  await hydrated(page);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 40);
  await expect.poll(scrolled).toBe(40);
  await page.getByRole('navigation').getByRole('link', { name: 'Codes and accounts' }).click();
  await expect.poll(scrolled).toBeGreaterThan(40);
  await page.goBack();
  await expect.poll(scrolled).toBe(40);
  await page.goForward();
  await expect.poll(scrolled).toBeGreaterThan(40);
});

test.describe('With the code of the pages gone', () => {
  test.use({ expectedErrors: [/dynamically imported module|net::ERR_/] });

  for (const why of ['there is no connection', 'the cart lives only in the page'] as const) {
    test(`the page that cannot be shown is named as that, in the tab as well, where ${why}`, async ({
      page,
    }) => {
      const isOffline = why === 'there is no connection';
      if (!isOffline)
        await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { value: null }));
      await page.goto('/');
      await hydrated(page);
      // After the press: if the code of a page failed to load, its link becomes an ordinary navigation.
      const press = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await press.promise;
        await route.abort();
      });
      await page.getByRole('link', { name: 'News' }).first().click();
      await page.context().setOffline(isOffline);
      press.resolve();
      await expect(page.getByRole('heading', { name: 'This page lost its voice' })).toBeFocused();
      await expect(page).toHaveTitle(/^This page lost its voice/);
      await expect(page.getByText('The site may be newer than this page, or you are offline.')).toBeVisible();
      await page.unrouteAll();
      await page.context().setOffline(false);
      if (!isOffline) return;
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'This page lost its voice' })).toHaveCount(0);
      await page.goForward();
      await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    });
  }

  test('the page is given up where the server never answers', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await hydrated(page);
    const press = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await press.promise;
      await route.abort();
    });
    await page.route('**/news', () => {
      // The connection stalls.
    });
    const asked = page.waitForRequest((request) => request.method() === 'HEAD');
    await page.getByRole('link', { name: 'News' }).first().click();
    press.resolve();
    await asked;
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('heading', { name: 'This page lost its voice' })).toBeFocused();
  });
});
