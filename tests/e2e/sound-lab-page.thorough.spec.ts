import { resolve } from 'node:path';
import { createServer } from 'vite';
import { freePort } from '#tests/hardening/support/figures.ts';
import { openShop } from '../support/shop.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';
import { patience } from './sound-lab/player-page.ts';

/** The sound designers' page as `npm run dev` serves it: by Vite with the project's settings, beside a running shop. */
const test = base.extend<object, { makers: string }>({
  makers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      const shop = await openShop();
      // Vite's configuration reads the shop's address there.
      process.env['PORT'] = new URL(shop.url).port;
      const port = await freePort();
      const vite = await createServer({
        configFile: resolve('vite.config.ts'),
        server: { port },
        logLevel: 'error',
      });
      await vite.listen();
      await use(`http://localhost:${port}`);
      await vite.close();
      await shop.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ makers }, use) => use(makers),
});

test.describe.configure({ timeout: 120_000 });

test('The makers’ page opens, shows each source with its figures, and measures the ears by keyboard', async ({
  page,
}) => {
  await page.goto('/sound-lab');
  const world = page.getByLabel('World');
  await expect(world).toBeVisible(patience);
  await world.selectOption('dracula');
  await page.getByLabel('Source').selectOption('bell');
  const alone = page.getByRole('table', { name: 'The source alone' });
  await expect(alone).toContainText('61 s');
  await expect(page.getByRole('img', { name: 'Spectrogram of bell' })).toBeVisible();

  const direction = page.getByLabel('Direction');
  await direction.focus();
  // From the right, where the scene has it, to the far left.
  await page.keyboard.press('Home');
  await expect(direction).toHaveAttribute('aria-valuetext', '-180 degrees');
  for (let step = 0; step < 18; step++) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('-90 degrees, 11 m')).toBeVisible();
  await page.getByLabel('Without a room').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Measure the ears' }).focus();
  await page.keyboard.press('Enter');
  const ears = page.getByRole('table', { name: 'What the ears get' });
  await expect(ears).toContainText('Right above left, 2 to 12 kHz', patience);
  const highs = await ears.getByRole('row', { name: '2 to 12 kHz' }).getByRole('cell').innerText();
  expect(Number.parseFloat(highs)).toBeLessThan(-6);

  await page.getByRole('button', { name: 'Listen' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible();
});

test('The makers’ page measures a whole scene, passes axe, and fits 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/sound-lab');
  await page.getByLabel('Source').selectOption('the whole scene', patience);
  await expect(page.getByText('Each where the scene has it')).toBeVisible();
  await page.getByRole('button', { name: 'Measure the ears' }).click();
  await expect(page.getByRole('table', { name: 'What the ears get' })).toContainText('LUFS', patience);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
