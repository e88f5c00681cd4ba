import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import { openShop, type Shop, type ShopOptions } from '../support/shop.ts';

/** axe, put into each page once; `AxeBuilder` would put it there twice for each check. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Fixtures {
  /** How the shop of the test differs from the default. */
  shopOptions: ShopOptions;
  /** Each test has its own shop. */
  shop: Shop;
  /** Console errors that a test causes on purpose. */
  expectedErrors: RegExp[];
}

/** The browser logs this for every error status; tests check what the user sees instead. */
const failedResource = /^Failed to load resource: the server responded with a status of \d{3}/;

/** A test with a shop; it fails on any unexpected console error or uncaught exception of its page. */
export const test = base.extend<Fixtures>({
  shopOptions: [{}, { option: true }],
  shop: async ({ shopOptions }, use) => {
    const shop = await openShop(shopOptions);
    await use(shop);
    await shop.close();
  },
  expectedErrors: [[], { option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !failedResource.test(message.text())) errors.push(message.text());
    });
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
  },
});

/** For `test.use`: without reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' as const } };

export { expect };

/** Waits for a mail with a code to an address. @returns the newest code */
export async function mailedCode(shop: Shop, address: string): Promise<string> {
  await expect.poll(() => shop.sandbox.inbox.codeFor(address)).not.toBeNull();
  return shop.sandbox.inbox.codeFor(address) ?? '';
}

/** The part of axe's API that is used. */
interface Axe {
  run(
    context: { exclude: string[] },
    options: { resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Fails with the list of axe's violations on the page as it is now. */
export async function expectAccessibleNow(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // Frames are pages of other companies. Only violations are needed, no list of what passed.
    const results = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
  expect(violations).toEqual([]);
  expect(await page.evaluate(buttonsReadOutAsWords)).toEqual([]);
}

/**
 * The buttons in the page's live regions: screen readers would read them out as part of the message, and again with each
 * change of their text. A button within a paragraph (`p`) is part of the sentence.
 */
const buttonsReadOutAsWords = () =>
  [...document.querySelectorAll(':is([role=status], [role=alert]) :is(button, [class*=utton])')]
    .filter((button) => !button.closest('p'))
    .map(({ textContent }) => textContent);

/** The same after all animations, because colours in transition have other contrasts. */
export async function expectAccessible(page: Page): Promise<void> {
  // Scroll-driven animations never end.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
        .map((animation) => animation.finished),
    ),
  );
  await expectAccessibleNow(page);
}
