import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** The titles of the products that these tests buy. */
export const titles = {
  fod: 'Lone Wolf The Fortress of Death',
  fist: "Steve Jackson's F.I.S.T.",
  bundle: 'The Fortress of Death + F.I.S.T. Bundle',
  expansions: 'Expansions (12 months)',
} as const;

/** Adds products to the cart, each on its product page. */
export async function fillCart(page: Page, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) {
    await page.goto(`/shop/product/${slug}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /^Go to checkout/ })
        .first(),
    ).toBeVisible();
  }
}

/** From `/checkout/{id}` to the payment page. */
export async function goToPay(page: Page, productId: string, email: string): Promise<void> {
  await page.goto(`/checkout/${productId}`);
  await hydrated(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
}

/** Pays on the payment page. */
export async function conclude(
  page: Page,
  outcome: 'pay' | 'pay_in_euro' | 'cancel' | 'pay_later_success' | 'pay_later_failure',
): Promise<void> {
  await page.locator(`button[value="${outcome}"]`).first().click();
}

/** The id of the checkout session, from the URL of the page after paying. */
export function sessionOf(page: Page): string {
  return new URL(page.url()).searchParams.get('session_id') ?? '';
}

/** The titles of the products in the cart. */
export async function cartTitles(page: Page): Promise<string[]> {
  // The cart is drawn once the page is hydrated.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove/ })
    .first()
    .waitFor();
  const names = await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return names.map((name) => name.replace(/^Remove | from the cart$/g, ''));
}
