import { newEmail } from '../support/people.ts';
import { details, expectStep, submitCode, submitDetails } from './account-forms.ts';
import { expectSignedIn, openCreateAccount, submitLogin } from './account-steps.ts';
import { expect, mailedCode, test } from './fixtures.ts';

test('An account that was confirmed at the login is not asked for its code again where it was created', async ({
  page,
  shop,
}) => {
  const typed = details(newEmail());
  await openCreateAccount(page);
  await submitDetails(page, typed);
  await expectStep(page, 'Confirm Account');
  await page.getByRole('link', { name: 'I have an account' }).click();
  await submitLogin(page, 'newcomer');
  await expectStep(page, 'Confirm Account');
  await submitCode(page, await mailedCode(shop, typed.Email));
  await expectSignedIn(page, 'newcomer');
  await page.goto('/account/create-account');
  await expect(page.getByText('You are logged in as newcomer')).toBeVisible();
});
