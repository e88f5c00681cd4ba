import type { Locator, Page } from '@playwright/test';
import { catalogue } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import { newEmail } from '../support/people.ts';
import { fillCart } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

const screens = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

/** Expects an element within the width of the screen. @returns its lower edge, in CSS pixels */
async function lowerEdge(what: Locator, page: Page): Promise<number> {
  await expect(what).toBeVisible();
  const box = await what.boundingBox();
  const screen = page.viewportSize();
  if (!box || !screen) throw new Error('There is nothing to measure.');
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(screen.width);
  return box.y + box.height;
}

/** A phone in landscape. */
const sideways = { width: 932, height: 430 };

for (const viewport of screens) {
  test(`Of every product the sound, the price and the button are in the first screen of ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    for (const product of catalogue) {
      await test.step(product.id, async () => {
        await page.goto(paths.product(product.url));
        const main = page.getByRole('main');
        for (const [what, most] of [
          [main.getByRole('button', { name: /^Listen, 30 seconds/ }), viewport.height],
          [main.getByText(formatSek(product.priceOre)).first(), viewport.height],
          [main.getByRole('button', { name: `Add to Cart: ${product.title}` }), viewport.height],
        ] as const) {
          expect(await lowerEdge(what, page)).toBeLessThanOrEqual(most);
        }
      });
    }
  });
}

for (const viewport of [...screens, sideways]) {
  test(`Home can be heard, and says a price, in the first screen of ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const main = page.getByRole('main');
    const listen = main.getByRole('button', { name: /^Listen, 30 seconds/ }).first();
    const enter = main.getByRole('link', { name: 'Enter The Fortress of Death, 250 SEK' });
    for (const way of [listen, enter]) {
      expect(await lowerEdge(way, page)).toBeLessThanOrEqual(viewport.height);
    }
  });
}

test('The header is one line from the width on at which its parts fit beside one another', async ({
  page,
}) => {
  await page.setViewportSize({ width: 832, height: 390 });
  await page.goto('/');
  const header = page.getByRole('banner');
  const logo = header.getByRole('link', { name: 'Black Ether' });
  const parts = [logo, ...(await header.getByRole('listitem').getByRole('link').all())];
  parts.push(
    header.getByRole('link', { name: 'Back to main site' }),
    header.getByRole('link', { name: /^Cart/ }),
  );
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const middles = boxes.map((box) => (box ? Math.round((box.y + box.height / 2) / 8) : null));
  expect(new Set(middles).size, 'one line').toBe(1);
  boxes.reduce((before, box) => {
    expect(box?.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0));
    return box;
  });
});

test('On a phone the price and the button stay, and what takes the focus is not behind them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.product('fod'));
  await hydrated(page);
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name: /^Add to Cart/ });
  await main.getByRole('heading', { name: 'What happens next' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
  expect(await lowerEdge(button, page)).toBeLessThan(150);
  const barEnd = await lowerEdge(button, page);
  // With Shift+Tab, so that focused elements scroll in from above.
  await main.getByRole('link').last().focus();
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
    const isInBar = await page.evaluate(() => document.activeElement?.closest('[class*="bar"]') !== null);
    if (!isInBar) expect(top).toBeGreaterThanOrEqual(barEnd);
  }
});

test('From the first visit on a phone to paid, a guest presses six times at most', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  await page.goto('/');
  await press(page.getByRole('link', { name: 'Enter The Fortress of Death, 250 SEK' }));
  await press(page.getByRole('link', { name: 'Buy without an account' }));
  const address = page.getByLabel('Email address');
  await press(address);
  await address.fill(newEmail());
  await press(page.getByRole('button', { name: 'Continue to Checkout' }));
  await press(page.getByRole('button', { name: /^Pay\b/ }).first());
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await expect(page.getByText('It is yours.')).toBeVisible();
  expect(presses).toBeLessThanOrEqual(6);
});

test('A guest with one product in the cart is shown first how to buy it without an account', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillCart(page, 'fist');
  await page.goto(paths.cart());
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  const guest = page.getByRole('link', { name: "Go on as a guest: Steve Jackson's F.I.S.T." });
  expect(await lowerEdge(guest, page)).toBeLessThanOrEqual(844);
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Buy without an account', 'Sign In']);
  await guest.click();
  await expect(page).toHaveURL(/\/checkout\/fist$/);
});

test('On a phone of 360 pixels the price on the way into the shop keeps its unit on its line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const enter = page.getByRole('link', { name: 'Enter The Fortress of Death, 250 SEK' });
  const lines = await enter.evaluate((link) => {
    const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
    if (!(text instanceof Text)) throw new Error('There is no text on it.');
    return ['250', 'SEK'].map((word) => {
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(word));
      range.setEnd(text, text.data.indexOf(word) + word.length);
      return range.getBoundingClientRect().top;
    });
  });
  expect(lines[0]).toBe(lines[1]);
});
