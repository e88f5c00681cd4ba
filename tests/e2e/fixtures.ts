import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import { openShop, type Shop, type ShopOptions } from '../support/shop.ts';

/** What is sent into every page that is looked at, once; the library's own builder sends it again before each look, and twice. */
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
  await expect.poll(() => shop.sandbox.inbox.codeFor(address)).not.toBeNull();
  return shop.sandbox.inbox.codeFor(address) ?? '';
}

/** What is asked of axe in the page. */
interface Axe {
  run(
    context: { exclude: string[] },
    options: { resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Fails with the list of what axe finds on the page at this moment. */
export async function expectAccessibleNow(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // What stands in a frame is another company's page. Of what is in order nothing need be told.
    const results = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
  expect(violations).toEqual([]);
  expect(await page.evaluate(buttonsReadOutAsWords)).toEqual([]);
}

/**
 * The buttons in the page's live regions: they would be read out with the message as if they were sentences, again with each
 * change of their words. One that is a word of a sentence (`p`) belongs to it.
 */
const buttonsReadOutAsWords = () =>
  [...document.querySelectorAll(':is([role=status], [role=alert]) :is(button, [class*=utton])')]
    .filter((button) => !button.closest('p'))
    .map(({ textContent }) => textContent);

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
