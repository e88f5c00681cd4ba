import { newEmail, password } from '../support/people.ts';
import { confirmedReader, expectSignedIn, field, openLogin, press } from './account-steps.ts';
import { expect, test } from './fixtures.ts';
import { giveAsGuest } from './gift-steps.ts';
import { hydrated } from './public-pages.ts';

test('An address that was copied with characters nobody sees pays like any other', async ({ page }) => {
  await page.goto('/checkout/fod');
  await hydrated(page);
  await page.getByLabel('Email address').fill('\u202aGuest\u200b@example.com\u202c');
  await page.getByLabel('Email address').press('Enter');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await expect(page.getByText('guest@example.com')).toBeVisible();
});

test('Only a field of several lines can be drawn taller', async ({ page }) => {
  await giveAsGuest(page, newEmail());
  await expect(page.getByLabel('Your words')).toHaveCSS('resize', 'vertical');
  await expect(page.getByLabel('From')).toHaveCSS('resize', 'none');
});

for (const path of [
  '/account/create-account',
  '/account/forgot-password',
  '/checkout/fod',
  '/shop/withdraw',
]) {
  test(`No keyboard corrects a name, an address or a password: ${path}`, async ({ page }) => {
    await page.goto(path);
    // A form that the shop does not offer is removed by then.
    await hydrated(page);
    const fields = page.locator('main form input');
    await expect(fields.first()).toBeVisible();
    for (const field of await fields.all()) {
      if ((await field.getAttribute('type')) === 'checkbox') continue;
      for (const [name, value] of [
        ['autocorrect', 'off'],
        ['autocapitalize', 'none'],
        ['spellcheck', 'false'],
      ] as const)
        await expect(field).toHaveAttribute(name, value);
    }
  });
}

for (const way of ['an extension', 'a script of the page'] as const) {
  test(`What a password manager puts into fields without an event is what is sent: ${way}`, async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    await openLogin(page);
    for (const [label, value] of [
      ['Username or email', username],
      ['Password', password],
    ] as const) {
      await field(page, label).evaluate(
        (input, [text, way]) => {
          // Extensions do not see React's own setter of the field's value.
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
          if (way === 'a script of the page') (input as HTMLInputElement).value = text;
          else set?.call(input, text);
        },
        [value, way] as const,
      );
    }
    await press(page, 'Sign In');
    await expectSignedIn(page, username);
  });
}
