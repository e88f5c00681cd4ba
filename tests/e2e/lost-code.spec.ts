import type { Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { holdRequests } from './account-forms.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';
import { followTraffic } from './traffic.ts';

/** A mid-range phone: the viewport of Lighthouse. */
const phone = { width: 412, height: 823 };

test.describe('a page whose code does not come', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED|Failed to fetch dynamically imported module/] });

  const lost = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'A part of this page did not arrive.' });

  for (const [what, code] of [
    ["the site's code", '**/assets/site-*.js'],
    ["its screen's code", '**/assets/shelf-*.js'],
  ] as const) {
    const tag = code.includes('site') ? [] : '@thorough';
    test(`says so, and loads again when it is told to, with what was put into the cart meanwhile: ${what}`, {
      tag,
    }, async ({ page }) => {
      await page.route(code, (route) => route.abort());
      await page.goto(paths.product('fod'), { waitUntil: 'domcontentloaded' });
      await page.getByRole('button', { name: /^Add to Cart/ }).click();
      await expect(lost(page)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('link', { name: 'Load it again' }).click();
      await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
      await expect(lost(page)).toHaveCount(0);
    });
  }

  for (const [path, words] of [
    [paths.product('fod'), 'What happens next'],
    [paths.terms(), 'Your right to withdraw'],
  ] as const) {
    const tag = path === paths.terms() ? '@thorough' : [];
    test(`says so, and keeps what the server sent: the parts that come last on ${path}`, { tag }, async ({
      page,
    }) => {
      const sent = await (await page.request.get(path)).text();
      await page.route('**/assets/*.js', (route) =>
        sent.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
      );
      await page.goto(path);
      await expect(lost(page)).toBeVisible();
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('link', { name: 'Load it again' }).click();
      await hydrated(page);
      await expect(lost(page)).toHaveCount(0);
    });
  }

  for (const path of [paths.terms(), paths.product('fod')]) {
    const tag = path === paths.terms() ? '@thorough' : [];
    test(`leads on to a page that is whole, and says nothing there: ${path}`, { tag }, async ({ page }) => {
      const sent = await (await page.request.get(path)).text();
      await page.route('**/assets/*.js', (route) =>
        sent.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
      );
      await page.goto(path);
      await expect(lost(page)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
      await expect(lost(page)).toHaveCount(0);
    });
  }

  test('loads whole with the next press: one whose link was touched while there was no connection', {
    tag: '@thorough',
  }, async ({ page }) => {
    const traffic = followTraffic(page);
    await page.goto('/shop');
    await traffic.settled();
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' });
    await page.route('**/assets/*.js', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await link.hover();
    await failed;
    await page.unrouteAll();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible();
  });

  for (const [what, isBack] of [
    ['loads whole with the press itself where the site is newer than the tab', true],
    ['is loaded once for a press, and then says so', false],
  ] as const) {
    test(what, async ({ page }) => {
      await page.goto('/shop');
      await hydrated(page);
      let documents = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      // After the press: before it, the link would become an ordinary one.
      const press = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        if (isBack && documents > 0) return route.continue();
        await press.promise;
        await route.abort();
      });
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
      await expect(page).toHaveURL(/\/faq$/);
      press.resolve();
      if (isBack) await hydrated(page);
      else await expect(lost(page)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible();
      expect(documents).toBe(1);
    });
  }

  test('keeps what is pressed later too, and says it where it can be seen and read', {
    tag: '@thorough',
  }, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.route('**/assets/site-*.js', (route) => route.abort());
    await page.goto(paths.product('fod'));
    await expect(lost(page)).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Load it again' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  });
});

test.describe('over a connection that stalls without failing', () => {
  const line = (page: Page) => page.getByText('A part of this page did not arrive.');

  test('a page says after 20 seconds that its code does not come, and no longer once it is there', async ({
    page,
  }) => {
    await page.clock.install();
    const asked = page.waitForRequest('**/assets/site-*.js');
    const release = await holdRequests(page, '**/assets/site-*.js');
    await page.goto(paths.product('fod'), { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await asked;
    await page.clock.fastForward(19_000);
    await expect(line(page)).toHaveCount(0);
    await page.clock.fastForward(1000);
    await expect(line(page)).toBeVisible();
    release();
    await page.clock.resume();
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
    await expect(line(page)).toHaveCount(0);
  });

  const login = ['/account', 'Sign In', 'A part of this page could not be loaded.'] as const;
  const sound = [paths.product('fod'), /^Listen, 30 seconds/, 'The sound did not come.'] as const;
  for (const [what, [path, button, words], end] of [
    ['the login, until it comes', login, 'press'],
    ['the login, until the page is left', login, 'leave'],
    ['a sound', sound, null],
  ] as const) {
    test(`what is loaded late is given up as if it had failed: ${what}`, async ({ page }) => {
      await page.clock.install();
      const release = Promise.withResolvers<void>();
      const sent = await (await page.request.get(path)).text();
      await page.route('**/assets/*.js', async (route) => {
        if (!sent.includes(new URL(route.request().url()).pathname)) await release.promise;
        await route.continue();
      });
      await page.goto(path);
      await hydrated(page);
      if (path === '/account') {
        await page.getByLabel('Username or email').fill('reader');
        await page.getByLabel('Password', { exact: true }).fill('Any-password-1');
      }
      const pressed = page.getByRole('main').getByRole('button', { name: button, exact: true }).first();
      await pressed.click();
      await expect(page.getByRole('main').locator('button[aria-busy]').first()).toBeVisible();
      await page.clock.fastForward(20_000);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Load it again' })).toBeVisible();
      await expect(page.getByRole('main').locator('button[aria-busy]')).toHaveCount(0);
      release.resolve();
      if (end === null) return;
      if (end === 'press') await pressed.click();
      else await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
      await expect(line(page)).toHaveCount(0);
    });
  }
});
