import type { Page } from '@playwright/test';
import { holdRequests } from './account-forms.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';
import { followTraffic } from './traffic.ts';

/** An old phone. */
test.use({ viewport: { width: 360, height: 640 } });

const wait = (page: Page) => page.getByRole('status').filter({ hasText: 'The page is on its way.' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the shop and waits for all its requests. */
async function openShop(page: Page): Promise<void> {
  const traffic = followTraffic(page);
  await page.goto('/shop');
  await traffic.settled();
}

const followContact = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();

test('A page that takes its time is said to be on its way, where it can be seen, until it is there', async ({
  page,
}) => {
  await openShop(page);
  const release = await holdRequests(page, '**/assets/*.js');
  await followContact(page);
  await expect(wait(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  release();
  await expect(heading(page, 'Contact')).toBeFocused();
  await expect(wait(page)).toHaveCount(0);
});

test('A page that never comes can be loaded once more, whole', { tag: '@thorough' }, async ({ page }) => {
  await openShop(page);
  let hasConnection = false;
  await page.route('**/assets/*.js', (route) => (hasConnection ? route.continue() : undefined));
  await followContact(page);
  const again = wait(page).getByRole('button', { name: 'Load the page again' });
  await expect(again).toBeVisible();
  hasConnection = true;
  await again.click();
  await hydrated(page);
  await expect(heading(page, 'Contact')).toBeVisible();
});

test('Going back to a page that never comes keeps the old one, says so, and offers to load it whole', async ({
  page,
}) => {
  await page.goto('/privacy-policy');
  await hydrated(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(heading(page, 'Questions and answers')).toBeFocused();
  await page.clock.install();
  const traffic = followTraffic(page);
  await page.reload();
  await hydrated(page);
  await traffic.settled();
  let hasConnection = false;
  await page.route('**/assets/*.js', (route) => (hasConnection ? route.continue() : undefined));
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/privacy-policy$/);
  await page.clock.fastForward(500);
  await expect(wait(page)).toBeInViewport({ ratio: 1 });
  await expect(heading(page, 'Questions and answers')).toBeVisible();
  await expect(page).toHaveTitle(/^Questions and answers/);
  await page.clock.fastForward(7500);
  hasConnection = true;
  await wait(page).getByRole('button', { name: 'Load the page again' }).click();
  await expect(heading(page, 'Privacy policy')).toBeVisible();
});

test('Of a page that is there at once nothing is said', async ({ page }) => {
  await openShop(page);
  const said = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const isSaid = () => document.body.innerText.includes('The page is on its way');
        const observer = new MutationObserver(() => isSaid() && resolve(true));
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        document.addEventListener('focusin', ({ target }) => {
          if (target instanceof HTMLHeadingElement) resolve(isSaid());
        });
      }),
  );
  await page.getByRole('link', { name: /^Read More.*Lone Wolf/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Lone Wolf/ })).toBeFocused();
  expect(await said).toBe(false);
});
