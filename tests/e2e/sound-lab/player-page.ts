import type { Page } from '@playwright/test';
import { openShop } from '../../support/shop.ts';
import { test as base, expect } from '../fixtures.ts';
import { type Lab, openLab } from './serve.ts';

/**
 * A test with the block on a page of its own, sent with the site's headers. Nothing here keeps any state, so the lab and its
 * page of measurements are one for all tests of a worker, and no test opens a shop of its own.
 */
export const test = base.extend<object, { lab: Lab; gauge: Page }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      const shop = await openShop();
      const lab = await openLab(shop.config);
      await use(lab);
      await lab.close();
      await shop.close();
    },
    { scope: 'worker' },
  ],
  gauge: [
    async ({ browser, lab }, use) => {
      const page = await browser.newPage();
      await page.goto(`${lab.url}/lab.html`);
      await expect(page).toHaveTitle('Sound lab');
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ lab }, use) => use(lab.url),
});

/** Making the sound is work, and this machine may have more to do. */
export const patience = { timeout: 60_000 };

/** The states of every audio context the page has made. */
export function contexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (globalThis as unknown as { contexts: AudioContext[] }).contexts.map(({ state }) => state),
  );
}

/** From now on the page's sound waits for a press after the one that made it, as in Safari where a script pressed the button. */
export async function beginSuspended(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        void this.suspend();
        Object.assign(globalThis, { sounding: this });
      }
    };
  });
}

/** Opens the block of a world and waits until it is there: a script draws it, after the page has loaded. */
export async function openBlock(page: Page, lab: Lab, world = 'fod'): Promise<void> {
  await page.goto(`${lab.url}/block.html?world=${world}`);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
}

/** Resolves when the first source sounds; the others may still be made, and everything has come that a scene fetches. */
export async function firstSound(page: Page): Promise<void> {
  await expect(page.getByRole('status').first()).toContainText(
    /The sounds come in, one after another\.|All 5 sounds are playing\./,
    patience,
  );
}

/** Opens the block of a world, presses Play and waits until the first source sounds. */
export async function begin(page: Page, lab: Lab, world = 'fod'): Promise<void> {
  await openBlock(page, lab, world);
  await page.getByRole('button', { name: 'Play' }).click();
  await firstSound(page);
}

/** Opens the block of a world, presses Play and waits until all sources sound. */
export async function play(page: Page, lab: Lab, world = 'fod'): Promise<void> {
  await begin(page, lab, world);
  await expect(page.getByRole('status').first()).toContainText('All 5 sounds are playing.', patience);
}
