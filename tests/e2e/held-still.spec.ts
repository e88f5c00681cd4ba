import { createCheckoutSession, patternOf } from '#shared/endpoints.ts';
import { details, holdRequests, submitDetails } from './account-forms.ts';
import { confirmedReader, openCreateAccount, signInAs } from './account-steps.ts';
import { fillCart } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

const checkoutUrl = `**${patternOf(createCheckoutSession)}`;

// "Loading: buttons are disabled during requests" (specification, section 4).
test('A guest who pressed Enter cannot change what is already being sent, and is not asked about it', async ({
  page,
}) => {
  await page.clock.install();
  const goOn = await holdRequests(page, checkoutUrl);
  await page.goto('/checkout/fist');
  await hydrated(page);
  const field = page.getByLabel('Email address');
  await field.fill('anna@gmial.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Preparing the payment' })).toBeDisabled();
  // The question comes when nobody has typed for a while, and by then stays away.
  await page.clock.runFor(1000);
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  await expect(field).toHaveAttribute('readonly');
  await expect(field).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'This is a gift' })).toBeDisabled();
  goOn();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
});

test('A new account is not asked about its address once it is being made', async ({ page }) => {
  const goOn = await holdRequests(
    page,
    (url) => url.pathname === '/' && url.port !== new URL(page.url()).port,
  );
  await openCreateAccount(page);
  await submitDetails(page, details('anna@gmial.com'));
  await expect(page.getByRole('button', { name: 'Creating your account' })).toBeDisabled();
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('readonly');
  goOn();
  await expect(page.getByRole('heading', { name: 'Confirm Account' })).toBeVisible();
});

test('The cart and the choice of a gift stay as they are paid for', async ({ page, shop }) => {
  await signInAs(page, confirmedReader(shop).username);
  await fillCart(page, 'fod', 'fod-expansions');
  const goOn = await holdRequests(page, checkoutUrl);
  await page.goto('/shop/checkout');
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Preparing the payment' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'This is a gift' })).toBeDisabled();
  for (const remove of await page.getByRole('button', { name: /^Remove / }).all())
    await expect(remove).toBeDisabled();
  goOn();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await page.goBack();
  // Back on the page, all of it answers again.
  await expect(page.getByRole('checkbox', { name: 'This is a gift' })).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeEnabled();
});
