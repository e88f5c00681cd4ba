import type { Page } from '@playwright/test';
import { totpAt } from '#sandbox/identity/totp.ts';
import { holdRequests } from './account-forms.ts';
import { confirmedReader, signInAs } from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';

/** Wraps all text in elements, also text that is added later, as browsers do that translate a page; not what says `translate="no"`. */
function translate(): void {
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || parent.closest('font, script, style, textarea, [translate=no]') || !text.data.trim())
        continue;
      const outer = document.createElement('font');
      outer.append(Object.assign(document.createElement('font'), { textContent: `«${text.data}»` }));
      text.replaceWith(outer);
    }
  };
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node);
  }).observe(document.body, { childList: true, subtree: true });
}

/** The page as translated by a browser once it is complete. */
async function translated(page: Page): Promise<void> {
  await page.evaluate(translate);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^«/);
}

test('On a page that the browser translates a guest fills the cart, empties it and pays', async ({
  page,
}) => {
  await fillCart(page, 'fod', 'fist');
  await page.goto('/shop/checkout');
  await expect(page.getByRole('region', { name: 'Products in your cart' })).toBeVisible();
  await translated(page);
  await page.getByRole('button', { name: "Remove Steve Jackson's F.I.S.T. from the cart" }).click();
  await expect(page.getByRole('region', { name: 'Products in your cart' })).toContainText(
    /Total price.*«250 SEK»/,
  );
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('link', { name: /Go on as a guest/ }).click();
  await page.locator('main input[type=email]').fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You must enter a valid email address.')).toBeVisible();
  await page.locator('main input[type=email]').fill('anna@example.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
});

test('What changes in another tab changes on a page that the browser translates', async ({
  page,
  context,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await fillCart(page, 'fod', 'fist');
  await page.goto('/shop/login');
  await expect(page.getByText(/^In your cart: Lone Wolf .*, Steve/)).toBeVisible();
  await translated(page);
  const other = await context.newPage();
  await other.goto('/shop/checkout');
  await other.getByLabel('This is a gift').check();
  await other.getByRole('button', { name: /^Remove Lone Wolf/ }).click();
  await expect(page.getByText(/^«?In your cart: Steve Jackson's F\.I\.S\.T\.»?$/)).toBeVisible();
  await expect(page.getByText('VAT included, to be given away')).toBeVisible();
});

test('The page after paying follows the withdrawal where the browser translates it', async ({ page }) => {
  await goToPay(page, 'fist', 'anna@example.com');
  await conclude(page, 'pay');
  await expect(
    page.getByText(/how the order stands, and whether you can still withdraw from it\.$/),
  ).toBeVisible();
  await translated(page);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Anna Reader');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'We have received your withdrawal' })).toBeFocused();
  await expect(page.getByText('You withdrew from this purchase')).toBeVisible();
  await expect(page.getByText(/how the order stands\.»?$/)).toBeVisible();
  // The proof stays what it is.
  await expect(page.locator('pre')).toHaveText(/^[^«]*anna@example\.com[^»]*$/);
});

test('An authenticator app is set up, with its key as it is, and removed on a page that the browser translates', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await translated(page);
  await expect(page.getByText(username, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show two-step sign-in' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from your authenticator app').fill(totpAt(secret, new Date()));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signing in asks for your password and for a code')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
  await expect(page.getByText('With an authenticator app on your phone')).toBeVisible();
  await expect(page.getByText('Signing in asks for your password and for a code')).toBeHidden();
});

test.describe('translated before its code is there', () => {
  // React finds other elements than it expects, and draws the page anew.
  test.use({ expectedErrors: [/Minified React error #418/] });

  /** Opens a page, translates it, and lets its code come after what is done meanwhile. */
  async function openTranslated(page: Page, path: string, meanwhile: () => Promise<void>): Promise<void> {
    const release = await holdRequests(page, '**/assets/site-*.js');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await translated(page);
    await meanwhile();
    release();
  }

  test('a page keeps a press on "Add to Cart", and does it once', async ({ page }) => {
    await openTranslated(page, '/shop', () =>
      page
        .getByRole('button', { name: /^Add to Cart: Steve Jackson/ })
        .first()
        .click(),
    );
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
    await page.unrouteAll();
    await page.goto('/shop/checkout');
    await page.getByRole('button', { name: /^Remove Steve Jackson/ }).click();
    await page.reload();
    await expect(page.getByText('No products in shopping cart')).toBeVisible();
  });

  test('a form keeps what is typed, the tick and Enter', async ({ page }) => {
    await openTranslated(page, '/checkout/fist', async () => {
      await page.locator('main input[type=checkbox]').check();
      await page.locator('main input[type=email]').fill('anna@example.com');
      await page.keyboard.press('Enter');
    });
    await expect(page).toHaveURL(/\/pay\/cs_test_/);
    await expect(page.getByText('anna@example.com')).toBeVisible();
    await conclude(page, 'pay');
    await expect(page.getByText(/^It is a gift, and waits for/)).toBeVisible();
  });
});
