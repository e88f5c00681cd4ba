import type { Locator } from '@playwright/test';
import { newEmail, password } from '../support/people.ts';
import { addCodes, confirmedReader, expectSignedIn, field, openLogin, press } from './account-steps.ts';
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

/** Fills a field in as password managers do that send no event. */
async function fillSilently(input: Locator, text: string, way: 'an extension' | 'a script of the page') {
  await input.evaluate(
    (element, [value, by]) => {
      // Extensions do not see React's own setter of the field's value.
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      if (by === 'a script of the page') (element as HTMLInputElement).value = value;
      else set?.call(element, value);
    },
    [text, way] as const,
  );
}

for (const way of ['an extension', 'a script of the page'] as const) {
  test(`What a password manager puts into fields without an event is what is sent: ${way}`, async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    await addCodes(shop, { backer: ['fod-kickstarter'] });
    await openLogin(page);
    await fillSilently(field(page, 'Username or email'), username, way);
    await fillSilently(field(page, 'Password'), password, way);
    await press(page, 'Sign In');
    await expectSignedIn(page, username);
    await press(page, 'Unlock Content');
    await fillSilently(field(page, 'Activation code'), 'backer', way);
    await press(page, 'Activate');
    await expect(page.getByText('Success!')).toBeVisible();
  });

  test(`What a guest's browser fills in without an event is the address that is paid for: ${way}`, async ({
    page,
  }) => {
    await page.goto('/checkout/fod');
    await hydrated(page);
    const address = page.getByLabel('Email address');
    await address.fill('wrong@example.com');
    // Left once: with a change that the browser has not told yet, it would tell it at Enter.
    await address.blur();
    await fillSilently(address, 'guest@example.com', way);
    await address.press('Enter');
    await expect(page).toHaveURL(/\/pay\/cs_test_/);
    await expect(page.getByText('guest@example.com')).toBeVisible();
  });
}
