import type { Page } from '@playwright/test';
import { concretePaths } from '#shared/concrete-paths.ts';
import { paths } from '#shared/routes.ts';
import { fillCart } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** Every screen that can be opened by its URL, and an unknown order. */
const screens = [
  ...concretePaths()
    .filter(({ path, canonical }) => path === canonical && !path.includes(':'))
    .map(({ path }) => path),
  paths.order('cs_test_nobodyknows'),
];

/** The text spacing that a page must cope with (WCAG 2.2, 1.4.12). */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

const applyStyles = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/** The browser's own font size setting: it changes `rem` and the breakpoints. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
}

/** Elements that overflow the screen on the right, and text that is cut off. */
function stickingOut(): string[] {
  const edge = document.documentElement.clientWidth;
  const isCut = (element: Element): boolean => {
    const parent = element.parentElement;
    return parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || isCut(parent));
  };
  // Text for screen readers only is one pixel large.
  const cutsText = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isTooWide = cuts(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const isTooHigh = cuts(overflowY) && element.scrollHeight > element.clientHeight + 1;
    return element.clientWidth > 1 && (isTooWide || isTooHigh) && element.textContent?.trim() !== '';
  };
  const found = [...document.querySelectorAll('body *')].filter((element) => {
    const { right, width } = element.getBoundingClientRect();
    return (width > 0 && right > edge + 0.5 && !isCut(element)) || cutsText(element);
  });
  return found.map(
    (element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 30)}`,
  );
}

for (const { width, text, css, who } of [
  { width: 320, text: 32, css: '', who: 'on the narrowest phone with letters of twice the size' },
  { width: 390, text: 32, css: '', who: 'on a phone with letters of twice the size' },
  { width: 1280, text: 32, css: '', who: 'at a desk with letters of twice the size' },
  {
    width: 320,
    text: 16,
    css: ':root { font-size: 200% }',
    who: 'on the narrowest phone where a style of one’s own doubles the letters, but not the breakpoints',
  },
  {
    width: 320,
    text: 16,
    css: textSpacing,
    who: 'on the narrowest phone with more space between all letters',
  },
]) {
  test(`Nothing is wider than the screen or cut off ${who}`, async ({ page }) => {
    test.setTimeout(180_000);
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
        await applyStyles(page, css);
        await expect.poll(() => page.evaluate(stickingOut)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        // Forms are shown once it is known that nobody is signed in.
        await expect(
          page.getByRole('status').filter({ hasText: /Looking for your account|Asking/ }),
        ).toHaveCount(0);
        await expect.poll(() => page.evaluate(stickingOut)).toEqual([]);
      });
    }
  });
}

test('A price in the cart has room for itself, not under the button beside it, however large the letters are', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await setTextSize(page, 32);
  await fillCart(page, 'fod-podcast-discount');
  await page.goto(paths.cart());
  const price = page.getByRole('listitem').getByText('187.50');
  const { own, room } = await price.evaluate(({ scrollWidth, clientWidth }) => ({
    own: scrollWidth,
    room: clientWidth,
  }));
  expect(own).toBeLessThanOrEqual(room);
});

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
