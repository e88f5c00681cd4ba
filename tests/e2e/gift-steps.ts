import type { Page } from '@playwright/test';
import { newEmail, password } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import { cartTitles, conclude, fillCart, sessionOf } from './buyer-steps.ts';
import { expect, expectAccessible } from './fixtures.ts';

/** A guest buys two adventures as a gift, from a product page to the page after paying. */
export async function giveAsGuest(page: Page, email: string): Promise<string> {
  await fillCart(page, 'fist');
  await page.goto('/shop/product/fod');
  await page.getByRole('link', { name: 'Give it as a gift: Lone Wolf The Fortress of Death' }).click();
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await expect(page.getByLabel('This is a gift')).toBeChecked();
  expect(await cartTitles(page)).toHaveLength(2);
  await expect(page.getByText('Everything in the cart is one gift')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByLabel('Your email address').fill(email);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'pay');
  await expect(
    page.getByText('It is a gift, and waits for whoever first puts it on an account with its link.'),
  ).toBeVisible();
  return sessionOf(page);
}

/** A guest buys two adventures as a gift, and takes the link instead of having it mailed. */
export async function linkOfGift(page: Page): Promise<string> {
  await giveAsGuest(page, newEmail());
  await page.getByRole('button', { name: 'Only show me the link' }).click();
  await expect(page.getByRole('button', { name: 'Print the card' })).toBeVisible();
  return shownLink(page);
}

/** The link of a gift on the page of its order, beside the card. */
export const shownLink = (page: Page) => page.getByLabel('The link of the gift').inputValue();

/** Signs in with the form on the page. */
export async function signInHere(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Waits for the letter of a gift to an address. */
export async function giftLetterTo(shop: Shop, address: string) {
  const letter = () =>
    shop.sandbox.inbox
      .list(address)
      .find(({ from, subject }) => from === 'shop' && /given you/.test(subject));
  await expect.poll(() => letter()?.subject ?? null).not.toBeNull();
  const found = letter();
  if (!found) throw new Error(`There is no letter to ${address}`);
  return found;
}

/** The claim link in a letter. */
export const linkIn = (text: string) =>
  /https?:\/\/\S+\/open\/[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? 'no link';
