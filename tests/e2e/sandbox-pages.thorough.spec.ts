import { buy, checkout } from '../support/orders.ts';
import { newPerson } from '../support/people.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

for (const width of [320, 1440]) {
  test(`axe finds nothing on the sandbox's pages at ${width} pixels, and nothing is wider than the screen`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await newPerson(shop);
    await buy(shop, ['fist'], 'reader.of.the.long.address@example.com');
    const { payUrl } = await checkout(shop, ['fod'], 'reader.of.the.long.address@example.com');
    for (const path of [payUrl, '/', '/inbox', '/sandbox/stripe/events']) {
      await test.step(path, async () => {
        await page.goto(new URL(path, shop.sandboxUrl).href);
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    }
  });
}
