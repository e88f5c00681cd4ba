import type { Page } from '@playwright/test';
import { buy } from '../support/orders.ts';
import { addCodes, confirmedReader, openLogin, submitLogin } from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** Removes the interfaces that Safari 16 lacks, the last version for iPhones up to the X. Other differences are not tested. */
async function asOnAnOldIphone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
    const since = new Map<object, string[]>([
      [AbortSignal, ['any']],
      [URL, ['canParse', 'parse']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Array, ['fromAsync']],
      [
        iterator,
        ['map', 'filter', 'toArray', 'some', 'find', 'flatMap', 'take', 'drop', 'forEach', 'reduce'],
      ],
      [
        Set.prototype,
        ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      ],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
      [Document.prototype, ['startViewTransition']],
      [window, ['scheduler', 'requestIdleCallback', 'navigation', 'PerformanceLongTaskTiming']],
    ]);
    for (const [owner, names] of since) for (const name of names) Reflect.deleteProperty(owner, name);
  });
}

test('A guest buys on an old iPhone', async ({ page }) => {
  await asOnAnOldIphone(page);
  await goToPay(page, 'fist', 'old-iphone@example.com');
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
});

test('An account holder on an old iPhone is told what they own, redeems a code and pays for the cart', async ({
  page,
  shop,
}) => {
  await asOnAnOldIphone(page);
  await addCodes(shop, { 'old-iphone-1': ['fist'] });
  const { username, email } = confirmedReader(shop);
  await fillCart(page, 'fod', 'fod-expansions');
  await buy(shop, ['fod'], email);
  await openLogin(page);
  await submitLogin(page, username);
  const main = page.getByRole('main');
  await expect(
    main.getByRole('link', { name: 'Lone Wolf The Fortress of Death', exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Unlock Content' }).click();
  await page.getByLabel('Activation code').fill('old-iphone-1');
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
  await page.goto('/shop/checkout');
  await expect(main.getByText('You own Lone Wolf The Fortress of Death already')).toBeVisible();
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await conclude(page, 'pay');
  await expect(page.getByText('Paid: 370 SEK')).toBeVisible();
});

test('A scene is heard on an old iPhone', async ({ page }) => {
  await asOnAnOldIphone(page);
  await page.goto('/fist');
  await hydrated(page);
  await page.getByRole('button', { name: 'Play: Stand under the castle' }).click();
  await expect(page.getByRole('slider', { name: 'You' })).toBeVisible();
});
