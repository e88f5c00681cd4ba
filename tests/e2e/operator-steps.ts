import type { Page } from '@playwright/test';
import { newPerson, password } from '../support/people.ts';
import { openShop, type Shop, webClientId } from '../support/shop.ts';
import { test as base } from './fixtures.ts';

/** A shop with an operators' group. */
export const test = base.extend<{ shop: Shop }>({
  shop: async ({ shopOptions }, use) => {
    const shop = await openShop({ environment: { OPERATOR_GROUP: 'shopkeepers' }, ...shopOptions });
    await use(shop);
    await shop.close();
  },
});

/** A new account in these groups signs in on a page of the desk. @returns its username */
export async function signInAs(
  page: Page,
  shop: Shop,
  groups: string[],
  path = '/operator',
): Promise<string> {
  await page.goto(path);
  return signInHere(page, shop, groups);
}

/** The same on the page that is open. */
export async function signInHere(page: Page, shop: Shop, groups: string[]): Promise<string> {
  const { username } = await newPerson(shop, undefined, webClientId);
  shop.sandbox.identity.setGroups(username, groups);
  await page.getByLabel('Username or email').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  return username;
}

/** Follows the link to a section of the operator's page. */
export const goTo = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Behind the counter' }).getByRole('link', { name: section }).click();

/** Looks somebody up on the page of customers. */
export async function findCustomer(page: Page, who: string): Promise<void> {
  await page.getByLabel('Find a customer').fill(who);
  await page.keyboard.press('Enter');
}
