import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { expect, expectAccessible, test, withMotion } from './fixtures.ts';
import { measuringScript } from './measuring-script.ts';
import { beginSuspended, patience } from './sound-lab/player-page.ts';
import { followTraffic } from './traffic.ts';

test.use(withMotion);

test('On a product page one press is enough to hear its scene, which ends with the way to buy it', async ({
  page,
}) => {
  await page.goto(paths.product('fist'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Listen, 30 seconds/ }).click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  await expect(dark).toContainText('Close your eyes.');
  // The brightness of the lights follows the loudness of their sounds.
  await expect.poll(async () => Math.max(...(await glowOf(page))), patience).toBeGreaterThan(0.1);
  await expect(dark).toContainText('Do you follow the water', patience);
  // The buttons appear after the question; the arrow keys answer it before that.
  await expect(dark.getByRole('button', { name: 'Follow the water' })).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(dark.getByRole('status')).toHaveText('That was one moment of many.', patience);
  await expectAccessible(page);
  await dark.getByRole('button', { name: 'Hear the other answer' }).click();
  await expect(dark).toContainText('You go towards the hoist.');
  await expect(dark.getByRole('button', { name: 'Hear it again' })).toBeVisible(patience);
  await dark.getByRole('button', { name: /^Add to Cart/ }).click();
  const checkout = dark.getByRole('link', { name: /^Go to checkout/ });
  await expect(checkout).toBeFocused();
  await expect(checkout).toHaveAttribute('href', paths.cart());
});

test('A scene that the browser does not let sound says that it is paused, asks nothing, and goes on with a press or an answer', async ({
  page,
}) => {
  await beginSuspended(page);
  await page.goto(paths.product('fist'));
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Listen, 30 seconds/ })
    .click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  const status = dark.getByRole('status');
  await expect(status).toHaveText('Paused.');
  await expectAccessible(page);
  await expect(dark).toContainText('Headphones on. Close your eyes.');
  const goOn = dark.getByRole('button', { name: 'Go on' });
  await goOn.press('Enter');
  await expect(dark).toContainText('Do you follow the water', patience);
  await expect(goOn).toHaveCount(0);

  // A call comes in.
  const call = () =>
    page.evaluate(() => (globalThis as unknown as { sounding: AudioContext }).sounding.suspend());
  await call();
  await expect(status).toHaveText('Paused.');
  await goOn.press('Enter');
  await expect(goOn).toHaveCount(0);
  await expect(dark.getByRole('heading', { name: 'Listen' })).toBeFocused();
  await call();
  await expect(status).toHaveText('Paused.');
  await page.keyboard.press('ArrowLeft');
  await expect(status).toHaveText('That was one moment of many.', patience);
});

/** The loudness that each light of the stage shows. */
const glowOf = (page: Page) =>
  page
    .locator('[data-source]')
    .evaluateAll((lights) =>
      lights.map((light) => Number((light as HTMLElement).style.getPropertyValue('--loudness'))),
    );

test('Each product on the shelf has a ring that plays it where it lies, and ends with the way to buy that one', async ({
  page,
}) => {
  await page.goto(paths.shop());
  const cards = page.getByRole('main').getByRole('article');
  for (const card of await cards.all()) {
    const title = await card.getByRole('heading').innerText();
    const name = `Listen, 30 seconds: ${title.replace(' (Pre-Order)', '')}`;
    await expect(card.getByRole('button', { name, exact: true })).toBeVisible();
  }
  const fist = cards.filter({ has: page.getByRole('heading', { name: 'F.I.S.T.' }) }).first();
  const ring = fist.getByRole('button', { name: /^Listen/ });
  await ring.click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  await expect(dark).toContainText('Do you follow the water', patience);
  await page.keyboard.press('ArrowLeft');
  await expect(dark.getByRole('status')).toHaveText('That was one moment of many.', patience);
  await expect(dark.getByRole('button', { name: "Add to Cart: Steve Jackson's F.I.S.T." })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ring).toBeFocused();
  await expect(page).toHaveURL(paths.shop());
});

test('Opening the eyes ends the sound, and the focus is on the button that began it', async ({ page }) => {
  await page.goto('/');
  const listen = page.getByRole('button', { name: 'Listen, 30 seconds: Mace & Magic' });
  await listen.click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  await expect(dark).toContainText('Whom do you ask for advice?', patience);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(listen).toBeFocused();
  await expect(page.getByText('The sound has stopped.')).toBeAttached();
});

test('The press brings at most 14.2 kB of player and 10 kB of worker, packed', async ({ page }) => {
  const traffic = followTraffic(page);
  await page.goto(paths.product('fod'));
  await traffic.settled();
  const measuring = measuringScript();
  const scripts = new Map<string, Promise<Buffer>>();
  const workers = new Set<string>();
  page.on('worker', (worker) => workers.add(worker.url()));
  // The page has no events for the requests of a worker.
  const fetchedByPage = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  page.on('response', (response) => {
    // The site's styles are one file, which the page has already; what measures the page comes by itself, press or not.
    if (response.url().endsWith('.js') && !response.url().endsWith(measuring))
      scripts.set(response.url(), response.body());
  });
  await page
    .getByRole('button', { name: /^Listen, 30 seconds/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('?', patience);
  await traffic.settled();
  const known = new Set(await fetchedByPage());
  let [player, worker] = [0, 0];
  for (const [url, body] of scripts) {
    const size = gzipSync(await body).length;
    if (known.has(url) && !workers.has(url)) player += size;
    else worker += size;
  }
  expect(worker).toBeGreaterThan(3000);
  expect(worker).toBeLessThanOrEqual(10_000);
  expect(player).toBeGreaterThan(3000);
  expect(player).toBeLessThanOrEqual(14_200);
});
