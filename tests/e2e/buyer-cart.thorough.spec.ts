import { buy } from '../support/orders.ts';
import { confirmedReader, expectSignedIn, signInAs, submitLogin } from './account-steps.ts';
import { cartTitles, conclude, fillCart, titles } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

const { fod, bundle, expansions } = titles;

test('Whoever has the same content four times in the cart hears it at the cart and at the login, and mends it with one press', async ({
  page,
  shop,
}) => {
  await fillCart(page, 'fod', 'fod-podcast-discount', 'bundle-pre-order', 'fod-expansions');
  await page.goto('/shop/checkout');
  const main = page.getByRole('main');
  await expect(main).toContainText('1 057.50 SEK');
  await expect(main.getByText('Your cart holds some things twice')).toBeVisible();
  await expect(main).toContainText(
    `${bundle}, 500 SEK, holds these already:${fod}, 250 SEK${fod}, 187.50 SEK${expansions}, 120 SEK`,
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login or Create Account' })).toBeVisible();
  const mend = main.getByRole('button', { name: 'Take out what is double: 557.50 SEK less' });
  await mend.click();
  await expect(main.getByText(/^Your cart is now 500 SEK, without Lone Wolf/)).toBeVisible();
  await expect(mend).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText('Your cart is now');
  await page.goto('/shop/checkout');
  expect(await cartTitles(page)).toEqual([bundle]);
  await expect(main.getByText('Your cart holds some things twice')).toHaveCount(0);

  // Buyers who insist pay for everything: in the specification the total is the sum of the prices.
  await fillCart(page, 'fod');
  await signInAs(page, confirmedReader(shop).username);
  await page.goto('/shop/checkout');
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await expect(page.locator('body')).toContainText('750');
});

test('Of two offers of one adventure the cheaper one stays', async ({ page }) => {
  await fillCart(page, 'fod', 'fod-podcast-discount');
  await page.goto('/shop/checkout');
  await expect(page.getByRole('main')).toContainText(
    `${fod} is in your cart for 187.50 SEK, and once more:${fod}, 250 SEK`,
  );
  await page.getByRole('button', { name: /^Take out what is double/ }).click();
  await expect(page.getByRole('main')).toContainText('Your cart is now 187.50 SEK, without');
});

test('Who owns an adventure sees it on the shelf, on its page, in the cart, at the login, on the cancel page and at its checkout', async ({
  page,
  shop,
}) => {
  // It visits six screens.
  test.slow();
  const { username, email } = confirmedReader(shop);
  await buy(shop, ['fod'], email);
  await signInAs(page, username);
  const main = page.getByRole('main');
  const owned = main.getByText(`You own ${fod} already`);

  await page.goto('/shop');
  await expect(main.getByRole('link', { name: `In your library: ${fod}` })).toHaveAttribute(
    'href',
    '/account',
  );
  await expect(main.getByRole('link', { name: /^In your library/ })).toHaveCount(1);
  await expectAccessible(page);
  await page.goto('/shop/product/fod-podcast-discount');
  await expect(main.getByRole('link', { name: `In your library: ${fod}` })).toBeVisible();
  await expectAccessible(page);
  // The button stays, because a second copy may be a present.
  await fillCart(page, 'fod-podcast-discount', 'bundle-pre-order');
  for (const path of ['/shop/checkout', '/shop/login', '/shop/cancel']) {
    await page.goto(path);
    await expect(owned).toBeVisible();
    await expect(main.getByText(`You own a part of ${bundle} already`)).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/checkout/fod');
  await expect(owned).toBeVisible();
  await expect(main.getByRole('link', { name: 'See your products' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/shop/checkout');
  await main.getByRole('button', { name: `Take it out: ${fod}` }).click();
  await expect(owned).toHaveCount(0);
  expect(await cartTitles(page)).toEqual([bundle]);
});

test('A double click on Add to Cart puts one in and stays where it is; a later press leads to the cart', async ({
  page,
}) => {
  await page.goto('/shop/product/fod');
  await hydrated(page);
  const button = page.getByRole('button', { name: /^Add to Cart/ });
  await button.dblclick();
  await expect(page).toHaveURL('/shop/product/fod');
  const inCart = page.getByRole('link', { name: `Go to checkout: ${fod} is in your cart` });
  await expect(inCart).toBeFocused();
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  // A separate press, after the first one is complete.
  await expect(async () => {
    const inTheCart = () => new URL(page.url()).pathname === '/shop/checkout';
    if (!inTheCart()) await inCart.click({ timeout: 1000 });
    expect(inTheCart()).toBe(true);
  }).toPass({ timeout: 10_000 });
});

test.describe('Without a connection', () => {
  test.use({ expectedErrors: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('a product goes into the cart all the same', async ({ page, context }) => {
    await page.goto('/shop/product/fod');
    await hydrated(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await expect(page.getByRole('link', { name: /^Go to checkout/ })).toBeFocused();
    await context.setOffline(false);
    await page.goto('/shop/checkout');
    expect(await cartTitles(page)).toEqual([fod]);
  });
});

test('Prices say that VAT is included: on the shelf, on the product page and in the cart', async ({
  page,
}) => {
  await page.goto('/shop');
  const cards = page.getByRole('article');
  expect(await cards.count()).toBeGreaterThan(3);
  for (const card of await cards.all()) await expect(card).toContainText(/SEK\s*VAT included/);
  await fillCart(page, 'fist');
  await expect(page.getByRole('main')).toContainText(/SEK\s*VAT included/);
  await page.goto('/shop/checkout');
  await expect(page.getByRole('main')).toContainText(/Total price\s*VAT included/);
});

test('The address under a slug sells as the one under an id does, also when the server is asked', async ({
  page,
}) => {
  const answer = await page.goto('/checkout/alone-against-the-tide');
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL('/checkout/alone-against-the-tide');
  await expect(page.getByRole('main')).toContainText('Call of Cthulhu: Alone Against the Tide');
});

/** Runs in each page before anything else, and makes `localStorage` behave as in a browser that stores nothing. */
const keepNothing = {
  'forbids it': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  },
  // Like Firefox, which throws an error that is no DOMException.
  'finds its files damaged': () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      Storage.prototype[name] = () => {
        throw Object.assign(new Error('No such file'), { name: 'NS_ERROR_FILE_CORRUPTED' });
      };
  },
};

for (const [why, prepare] of Object.entries(keepNothing)) {
  test(`A browser that keeps nothing because it ${why} says how long the cart lasts, and buys all the same`, async ({
    page,
  }) => {
    await page.addInitScript(prepare);
    await page.goto('/shop/product/fod');
    await page.getByRole('button', { name: /Add .*to Cart/ }).click();
    await page
      .getByRole('link', { name: /^Cart, 1/ })
      .first()
      .click();
    await expect(page.getByText('It lasts as long as this page stays open')).toBeVisible();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.getByRole('link', { name: 'Go on as a guest' }).click();
    await page.getByLabel('Email address').fill('keeps-nothing@example.com');
    await page.getByLabel('Email address').press('Enter');
    await conclude(page, 'pay');
    await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  });
}

test('A ring goes from the pressed button to the bag, but not for whoever asked for less motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/shop/product/fist');
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
      const going = animate.apply(this, given);
      document.body.dataset['ring'] = 'goes';
      going.finished.then(() =>
        requestAnimationFrame(() => {
          document.body.dataset['ring'] = this.isConnected ? 'stays' : 'is gone';
        }),
      );
      return going;
    };
  });
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.locator('body')).toHaveAttribute('data-ring', 'is gone');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => delete document.body.dataset['ring']);
  await page.goto('/shop/product/fod');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'Cart, 2 products' })).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-ring');
});

test('Who only looked at the login with a full cart is at the account when they sign in there later', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await fillCart(page, 'fist');
  await page.goto('/shop/login');
  await hydrated(page);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'News', exact: true }).click();
  await expect(page).toHaveURL(/\/news$/);
  await page.getByRole('link', { name: 'Account', exact: true }).first().click();
  await submitLogin(page, username);
  await expectSignedIn(page, username);
  await expect(page).toHaveURL(/\/account$/);
});
