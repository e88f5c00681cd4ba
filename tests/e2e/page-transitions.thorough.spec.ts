import type { Page } from '@playwright/test';
import { newEmail } from '../support/people.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** From the product list to a product. @returns the animations on the way */
async function goToProduct(page: Page): Promise<string[]> {
  await page.goto('/shop');
  await hydrated(page);
  const moved = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (update) => {
          const transition = start(update);
          transition.ready.then(() =>
            resolve(
              document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? ''),
            ),
          );
          return transition;
        };
      }),
  );
  await page.getByRole('link', { name: /^Read More.*Lone Wolf/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Lone Wolf/ })).toBeFocused();
  return moved;
}

test('A cover goes along from the shelf to its product, and no other one does', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const moved = await goToProduct(page);
  const covers = moved.filter((name) => name.startsWith('::view-transition-group(cover-'));
  expect(covers).toEqual(['::view-transition-group(cover-fod)']);
});

test('Nothing moves for whoever asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await goToProduct(page)).toEqual([]);
});

test('The cancelled page takes presses from its first lines on: no view transition begins after them', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const begun: string[] = [];
    Object.assign(window, { begun });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      begun.push(document.querySelector('h2')?.textContent ?? '');
      return start(update);
    };
  });
  await fillCart(page, 'fod', 'fist');
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'cancel');
  await expect(page.getByRole('heading', { name: 'You were buying' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { begun: string[] }).begun)).toEqual([]);
});
