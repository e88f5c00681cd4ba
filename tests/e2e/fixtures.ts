import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { openShop, type Shop, type ShopOptions } from '../support/shop.ts';

/** What is sent into every page that is looked at; the library sends the readable version, which is twice as long. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Fixtures {
  /** How the test's shop differs from the usual one. */
  shopOptions: ShopOptions;
  /** A shop of its own for each test. */
  shop: Shop;
  /** Console errors that a test brings about on purpose. */
  expectedErrors: RegExp[];
}

/** What the browser itself writes when a call is answered with an error; the test looks at what the person sees. */
const failedResource = /^Failed to load resource: the server responded with a status of \d{3}/;

/** A test with a shop, whose page fails it on any console error or uncaught exception that is not expected. */
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

/** For `test.use`: as most people have it. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' as const } };

export { expect };

/** The code of the newest mail to an address, once it has come. */
export async function mailedCode(shop: Shop, address: string): Promise<string> {
  await expect.poll(() => shop.sandbox.inbox.list(address)[0]?.code ?? null).not.toBeNull();
  return shop.sandbox.inbox.list(address)[0]?.code ?? '';
}

/** Fails with the list of what axe finds on the page at this moment. */
export async function expectAccessibleNow(page: Page): Promise<void> {
  // What stands in a frame is another company's page, so the mode for one document alone will do: it is a third faster.
  const { violations } = await new AxeBuilder({ page, axeSource })
    .setLegacyMode()
    .exclude('iframe')
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

/** The same once nothing is changing any more: a colour on its way from one to another has the contrast of neither. */
export async function expectAccessible(page: Page): Promise<void> {
  // What follows the scrolling never ends.
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
