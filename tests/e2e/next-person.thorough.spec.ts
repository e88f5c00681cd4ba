import { buy } from '../support/orders.ts';
import { holdRequests } from './account-forms.ts';
import { confirmedReader, fill, press, signInAs, submitLogin } from './account-steps.ts';
import { expect, mailedCode, test } from './fixtures.ts';

/** A browser that several people share. */

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

  // A sign-in first signs out, and tells the other tab of both; here it gets both messages at once.
  const letGo = await holdRequests(page, '**/api/unlocked-content');
  await press(account, 'Sign Out');
  await expect(account.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(owned).toHaveCount(0);
  await submitLogin(account, other.username);
  letGo();
  await expect(account.getByText(other.username)).toBeVisible();
  await expect(owned).toHaveCount(0);
});

test('The account page does not tell the next person what it told the last one', async ({
  page,
  context,
  shop,
}) => {
  const [first, next] = [confirmedReader(shop, { emailVerified: false }), confirmedReader(shop)];
  const verified = page.getByText(/^The address .* is verified\.$/);
  await signInAs(page, first.username);
  await press(page, 'Verify the address');
  await fill(page, { 'Confirmation code': await mailedCode(shop, first.email) });
  await press(page, 'Confirm');
  await expect(verified).toBeVisible();
  await press(page, 'Sign Out');
  await submitLogin(page, next.username);
  await expect(page.getByText(next.email).first()).toBeVisible();
  await expect(verified).toHaveCount(0);

  const deleted = page.getByText('Your account and all its data have been deleted.');
  await press(page, 'Delete Account');
  await press(page, 'Delete my account permanently');
  await expect(deleted).toBeVisible();
  await signInAs(await context.newPage(), first.username);
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(deleted).toHaveCount(0);
});
