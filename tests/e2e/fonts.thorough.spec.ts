import { expect, test } from './fixtures.ts';
import { followTraffic } from './traffic.ts';

/** Home, shop, a product, a game: the headings that are largest, and would break into other lines. */
const paths = ['/', '/shop', '/shop/product/fod', '/fortressofdeath'];

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test.describe(`at ${device}`, () => {
    test.use({ viewport });

    test('Fonts that come late move nothing that one would see', async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      let painted = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await painted.promise;
        await route.continue();
      });
      for (const path of paths) {
        painted = Promise.withResolvers();
        const traffic = followTraffic(page);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await page.evaluate(
          () =>
            new Promise<void>((resolve) => {
              new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
            }),
        );
        painted.resolve();
        await traffic.settled();
        await page.evaluate(() => document.fonts.ready);
        const sum = await page.evaluate(() =>
          (globalThis as unknown as { shifts: number[] }).shifts.reduce((total, value) => total + value, 0),
        );
        expect(sum, path).toBeLessThan(0.005);
      }
    });
  });
}
