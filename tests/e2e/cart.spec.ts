import { fillCart } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';

const addButton = /Add .*to Cart/;

test('The cart survives a reload, is the same in all tabs, and holds a product once', async ({
  page,
  context,
}) => {
  await page.goto('/shop/product/fod');
  await page.getByRole('button', { name: addButton }).click();
  await expect(page.getByRole('button', { name: addButton })).toHaveCount(0);
  const second = await context.newPage();
  await second.goto('/shop/checkout');
  await expect(second.getByRole('main')).toContainText('250 SEK');
  await page.goto('/shop/product/fist');
  await page.getByRole('button', { name: addButton }).click();
  await expect(second.getByRole('main')).toContainText('500 SEK');
  await second.getByRole('button', { name: /Remove.*Fortress/ }).click();
  await expect(
    second.getByText('Lone Wolf The Fortress of Death removed from the cart. Total price: 250 SEK'),
  ).toBeAttached();
  await page.goto('/shop/checkout');
  await expect(page.getByRole('main')).toContainText("Steve Jackson's F.I.S.T.");
  await expect(page.getByRole('main')).not.toContainText('Fortress');
  await page.getByRole('button', { name: /Remove/ }).click();
  await expect(page.getByText('No products in shopping cart')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Shop' })).toBeVisible();
});

test('A double tap on the cross of a line removes that line alone, and opens no other; the next tap removes the next one', async ({
  page,
}) => {
  await fillCart(page, 'fod', 'fist', 'fod-expansions');
  await page.goto('/shop/checkout');
  const remove = page.getByRole('main').getByRole('button', { name: /^Remove/ });
  await expect(remove).toHaveCount(3);
  const [removed, tapped] = await remove.first().evaluate(async (cross) => {
    // On an iPhone both taps count as the first (`detail`).
    const tap = (on: Element | null) =>
      on?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    tap(cross);
    await new Promise((shown) => setTimeout(shown));
    tap(document.querySelector('main li button'));
    tap(document.querySelector('main li:has(button) a'));
    return [!cross.isConnected, performance.now()] as const;
  });
  expect(removed).toBe(true);
  await expect(remove).toHaveCount(2);
  // As long as a second press counts as part of the first.
  await page.waitForFunction((at) => performance.now() > at + 700, tapped);
  await remove.first().click();
  await expect(remove).toHaveCount(1);
});

test('A product that is no longer sold, or whose price has changed, is said and not dropped silently', async ({
  page,
}) => {
  await page.goto('/shop');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  });
  await page.getByRole('button', { name: addButton }).first().click();
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  const [key, stored] = await page.evaluate(() => Object.entries(localStorage)[0] ?? ['', '']);
  expect(stored).toContain('"fod"');
  // As left by an older visit: one product with another price, and one that is no longer sold.
  await page.evaluate(
    ([name, text]) => localStorage.setItem(name as string, text as string),
    [
      key,
      stored
        .replace('25000', '19900')
        .replace('}]', '},{"id":"gone","title":"The Lost Game","priceOre":100}]'),
    ],
  );
  await page.goto('/shop/checkout');
  await expect(page.getByRole('main')).toContainText(/The Lost Game/);
  await expect(page.getByRole('main')).toContainText(/199 SEK/);
  await expect(page.getByRole('main')).toContainText(/250 SEK/);
});

test('The expansions say that they need the core game, and offer to add it', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto('/shop/product/fod-expansions');
  await page.getByRole('button', { name: addButton }).first().click();
  await page.goto('/shop/checkout');
  const offer = page.getByRole('main').getByRole('button', { name: /Add .*Fortress of Death/ });
  await offer.click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('370 SEK');
});

test('Hidden products are reachable by their slug and in no list', async ({ page }) => {
  await page.goto('/shop/product/alone-against-the-tide');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Alone Against the Tide');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(Pre-Order)');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await page.goto('/shop');
  await expect(page.getByRole('main')).not.toContainText('Alone Against the Tide');
});

test.describe('where something breaks the page', () => {
  test.use({ expectedErrors: [/NotFoundError/] });

  test('the page says that what was done may be done, and not that the site is newer or the line lost', async ({
    page,
  }) => {
    await fillCart(page, 'fod', 'fist');
    await page.goto('/shop/checkout');
    const remove = page.getByRole('button', { name: /^Remove Steve Jackson/ });
    // As an extension may that moves things: React does not find there what it removes.
    await remove.evaluate((button) =>
      document.getElementById('main')?.append(button.closest('li') ?? button),
    );
    await remove.click();
    await expect(page.getByRole('heading', { name: 'This page lost its voice' })).toBeVisible();
    await expect(page.getByText('What you did may be done: load the page again and look.')).toBeVisible();
    await expect(page.getByText('you are offline')).toHaveCount(0);
  });
});
