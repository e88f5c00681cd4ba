import { bearer, buy } from '../support/orders.ts';
import { newEmail, newPerson } from '../support/people.ts';
import { details, submitCode, submitDetails } from './account-forms.ts';
import { expect, expectAccessible, mailedCode, test } from './fixtures.ts';
import { linkOfGift, signInHere } from './gift-steps.ts';

test.use({ shopOptions: { mail: true } });

test('A gift of what one has already says so, and is not used up', async ({ page, shop }) => {
  const link = await linkOfGift(page);
  const person = await newPerson(shop);
  await buy(shop, ['fod', 'fist'], person.email, bearer(person.idToken));
  await page.goto(link);
  await signInHere(page, person.username);
  await page.getByRole('button', { name: 'Put it on my account' }).click();
  await expect(page.getByText('You have this already')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Put it on my account' })).toBeVisible();
});

test('Who creates an account for a gift is led back to it from the empty cart and the empty account, until it is taken', async ({
  page,
  shop,
}) => {
  const link = await linkOfGift(page);
  await page.goto(link);
  await page.getByRole('link', { name: 'Create Account' }).click();
  const email = newEmail();
  await submitDetails(page, details(email));
  await submitCode(page, await mailedCode(shop, email));
  await expect(page.getByText('No products in shopping cart')).toBeVisible();
  const back = page.getByRole('link', { name: 'Back to what you were opening' });
  await expect(back).toBeVisible();
  await page.getByRole('link', { name: 'See your products' }).click();
  await expect(page.getByText('You have no products yet.')).toBeVisible();
  await expectAccessible(page);
  await back.click();
  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: 'Put it on my account' }).click();
  await expect(page.getByText('It is yours', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Cart/ }).first().click();
  await expect(page.getByText('No products in shopping cart')).toBeVisible();
  await expect(back).toBeHidden();
});

test('Who signs in to take a gift is at the place where it is taken, and hears why when they are signed out before it', async ({
  page,
  shop,
}) => {
  const link = await linkOfGift(page);
  const { username } = await newPerson(shop);
  await page.goto(link);
  await signInHere(page, username);
  const heading = page.getByRole('heading', { name: 'Or put it on your account here' });
  await expect(heading).toBeFocused();

  await page.route('**/api/claims', (route) => route.fulfill({ status: 401 }));
  await page.route('**/api/session', (route) => route.fulfill({ json: { session: null } }));
  await page.getByRole('button', { name: 'Put it on my account' }).press('Enter');
  const signIn = page.getByRole('heading', { name: 'Sign In' });
  await expect(signIn).toBeFocused();
  await expect(signIn).toHaveAccessibleDescription(/You have been signed out, and nothing is used up\./);
  await expectAccessible(page);
  await page.unrouteAll();
  await signInHere(page, username);
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Put it on my account' }).click();
  await expect(page.getByRole('heading', { name: 'It is yours' })).toBeFocused();
});
