import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { type Lab, openLab } from './serve.ts';

/** A test with the block on a page of its own, sent with the site's headers. */
export const test = base.extend<{ lab: Lab }>({
  lab: async ({ shop }, use) => {
    const lab = await openLab(shop.config);
    await use(lab);
    await lab.close();
  },
});

/** Making the sound is work, and this machine may have more to do. */
export const patience = { timeout: 60_000 };

/** The states of every audio context the page has made. */
export function contexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (globalThis as unknown as { contexts: AudioContext[] }).contexts.map(({ state }) => state),
  );
}

/** Opens the block of a world and waits until it is there: a script draws it, after the page has loaded. */
export async function openBlock(page: Page, lab: Lab, world = 'fod'): Promise<void> {
  await page.goto(`${lab.url}/block.html?world=${world}`);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
}

/** Opens the block of a world, presses Play and waits until all sources sound. */
export async function play(page: Page, lab: Lab, world = 'fod'): Promise<void> {
  await openBlock(page, lab, world);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('status').first()).toContainText('All 5 sounds are playing.', patience);
}
