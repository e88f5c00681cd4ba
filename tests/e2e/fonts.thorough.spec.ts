import { expect, test } from './fixtures.ts';
import { watchShifts } from './layout-shifts.ts';
import { followTraffic } from './traffic.ts';

/**
 * Home, shop, a product, a game: they have the largest headings, which would wrap differently. What stands in for the fonts
 * depends on the machine: DejaVu on a bare one, and Liberation, as wide as Arial and Times, with Debian's `fonts-liberation`.
 */
const paths = ['/', '/shop', '/shop/product/fod', '/fortressofdeath'];

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test.describe(`at ${device}`, () => {
    test.use({ viewport });

    test('Fonts that come late move nothing that one would see', async ({ page }) => {
      const shifts = await watchShifts(page);
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
        expect(await shifts(), path).toBeLessThan(0.005);
      }
    });
  });
}
