import type { Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { fillCart } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** Every screen on the way from the shelf to the account, and those that hold long words or forms. */
const screens = [
  paths.home(),
  paths.shop(),
  paths.product('fod'),
  paths.product('bundle-pre-order'),
  paths.cart(),
  paths.shopLogin(),
  paths.guestCheckout('fist'),
  paths.success(),
  paths.cancel(),
  paths.order('cs_test_nobodyknows'),
  paths.withdraw(),
  paths.account(),
  paths.createAccount(),
  paths.forgotPassword(),
  paths.news(),
  paths.newsletter(),
  paths.contact(),
  paths.faq(),
  paths.download(),
];

/** As somebody sets it in the browser: it moves `rem`, and the widths at which pages change. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
}

/** What sticks out of the screen on the right, as far as it is not cut off on purpose. */
function stickingOut(): string[] {
  const edge = document.documentElement.clientWidth;
  const isCut = (element: Element): boolean => {
    const parent = element.parentElement;
    return parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || isCut(parent));
  };
  const found = [...document.querySelectorAll('body *')].filter((element) => {
    const { right, width } = element.getBoundingClientRect();
    return width > 0 && right > edge + 0.5 && !isCut(element);
  });
  return found.map(
    (element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 30)}`,
  );
}

for (const { width, text, who } of [
  { width: 390, text: 32, who: 'on a phone with letters of twice the size' },
  { width: 1280, text: 32, who: 'at a desk with letters of twice the size' },
  { width: 320, text: 16, who: 'on the narrowest phone' },
]) {
  test(`Nothing is wider than the screen ${who}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 800 });
    await setTextSize(page, text);
    await fillCart(page, 'fod', 'fod-podcast-discount', 'bundle-pre-order');
    for (const path of screens) {
      await test.step(path, async () => {
        await page.goto(path);
        await hydrated(page);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
          `${text}px`,
        );
        await expect.poll(() => page.evaluate(stickingOut)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        // Forms come once it is known that nobody is signed in.
        await expect(
          page.getByRole('status').filter({ hasText: /Looking for your account|Asking/ }),
        ).toHaveCount(0);
        await expect.poll(() => page.evaluate(stickingOut)).toEqual([]);
      });
    }
  });
}

test.describe('with every way to sign in', () => {
  test.use({ shopOptions: { environment: { COGNITO_FIRST_FACTORS: 'passkeys,mailed-codes' } } });

  test('The buttons of the login wrap at the end of the screen, on tablets too', async ({ page }) => {
    await fillCart(page, 'fod');
    for (const path of [paths.account(), paths.shopLogin()]) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible();
      for (const width of [480, 640, 768, 900, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(stickingOut), `${path} at ${width}`).toEqual([]);
      }
    }
  });
});
