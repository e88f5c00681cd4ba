import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { devices, photograph, pressScreens } from './press-screens.ts';

const folder = resolve(import.meta.dirname, '../../art/press/screenshots');

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(120_000);

test('Every screen the press gets a picture of can be photographed and is not blank, and its picture is in the kit', async ({
  page,
  browser,
  shop,
}) => {
  const files = pressScreens.map(({ name }) => `${name}.jpg`).toSorted();
  expect((await readdir(folder)).toSorted()).toEqual(files);
  await page.close();
  for (const screen of pressScreens) {
    await test.step(screen.name, async () => {
      const device = devices[screen.device];
      const context = await browser.newContext({ ...device, baseURL: shop.url, reducedMotion: 'reduce' });
      const taken = sharp(await photograph(await context.newPage(), screen));
      await context.close();
      const { width, height } = await taken.metadata();
      const kept = await sharp(resolve(folder, `${screen.name}.jpg`)).metadata();
      expect([kept.width, kept.height]).toEqual([width, height]);
      // A page whose picture or text is missing has almost only one colour.
      const { entropy } = await taken.stats();
      expect(entropy).toBeGreaterThan(2);
    });
  }
});
