import { buy } from '../support/orders.ts';
import { holdRequests } from './account-forms.ts';
import { confirmedReader, press, signInAs, submitLogin } from './account-steps.ts';
import { expect, test } from './fixtures.ts';

/** One browser that several people use. */

test('What somebody owns is not said on the shelf to the next person, nor after a sign-out in another tab', async ({
  page,
  context,
  shop,
}) => {
  const [owner, other] = [confirmedReader(shop), confirmedReader(shop)];
  await buy(shop, ['fod'], owner.email);
  const account = await context.newPage();
  await signInAs(account, owner.username);
  const owned = page.getByRole('main').getByRole('link', { name: /^In your library/ });
  await page.goto('/shop');
  await expect(owned).toHaveCount(1);

  // A sign-in first signs out, which the other tab hears of; this is what it hears when it hears of both at once.
  const letGo = await holdRequests(page, '**/api/unlocked-content');
  await press(account, 'Sign Out');
  await expect(account.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(owned).toHaveCount(0);
  await submitLogin(account, other.username);
  letGo();
  await expect(account.getByText(other.username)).toBeVisible();
  await expect(owned).toHaveCount(0);
});
