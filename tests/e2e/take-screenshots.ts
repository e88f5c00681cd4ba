import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import playwrightConfig from '../../playwright.config.ts';
import { openShop } from '../support/shop.ts';
import { devices, photograph, pressScreens } from './press-screens.ts';

/**
 * `npm run screenshots`: takes the press kit's pictures of the site as built, into `art/press/screenshots`. They are
 * committed, because a build has no browser; `tests/e2e/press-kit.thorough.spec.ts` says when they no longer fit.
 */

const folder = resolve(import.meta.dirname, '../../art/press/screenshots');

/** In bytes: the pictures are in the repository. */
const largest = 250_000;

await mkdir(folder, { recursive: true });
for (const file of await readdir(folder)) await rm(join(folder, file));
const shop = await openShop();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  for (const screen of pressScreens) {
    const context = await browser.newContext({
      ...devices[screen.device],
      baseURL: shop.url,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const picture = await sharp(await photograph(page, screen))
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer();
    if (picture.length > largest) throw new Error(`${screen.name} has ${picture.length} bytes.`);
    await writeFile(join(folder, `${screen.name}.jpg`), picture);
    console.log(`${screen.name}.jpg, ${Math.round(picture.length / 1000)} kB`);
    await context.close();
  }
} finally {
  await browser.close();
  await shop.close();
}
