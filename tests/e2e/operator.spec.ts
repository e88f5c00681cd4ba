import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { buy } from '../support/orders.ts';
import { newPerson, password } from '../support/people.ts';
import { openShop, type Shop, webClientId } from '../support/shop.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';

/** A shop with an operators' group. */
const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from this pattern
  shop: async ({}, use) => {
    const shop = await openShop({ environment: { OPERATOR_GROUP: 'shopkeepers' } });
    await use(shop);
    await shop.close();
  },
});

async function signInAs(page: Page, shop: Shop, groups: string[]): Promise<string> {
  const { username } = await newPerson(shop, undefined, webClientId);
  shop.sandbox.identity.setGroups(username, groups);
  await page.goto('/operator');
  await page.getByLabel('Username or email').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  return username;
}

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test(`the operator's page works for a member of the group, on ${device}`, async ({ page, shop }) => {
    await page.setViewportSize(viewport);
    const { sessionId } = await buy(
      shop,
      ['bundle-pre-order', 'fist'],
      'anna.andersson.of.the.long.address@example.com',
    );
    await signInAs(page, shop, ['shopkeepers']);
    await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible();
    await expect(page.getByText('2 sold for 750 SEK')).toBeVisible();

    await page.getByLabel('Find orders').fill('ANNA');
    await page.keyboard.press('Enter');
    await expect(page.getByText('One order with “ANNA”.')).toBeVisible();
    await page.getByRole('button', { name: /^Show details/ }).click();
    await expect(page.getByText(/fod-expansions granted \(purchase, webhook\)/)).toBeVisible();
    await expect(page.getByText(sessionId, { exact: false })).toBeVisible();

    await page.getByLabel('Campaign', { exact: true }).fill('Podcast <3');
    await page.getByRole('checkbox', { name: 'coc_aatt' }).check();
    await page.getByLabel('How many').fill('12');
    await page.getByRole('button', { name: 'Make the codes' }).click();
    await expect(page.getByText('Batch 1: 12 new codes')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV, batch 1' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('codes-1-podcast-3.csv');
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(13);
  });
}

test("the operator's page is used by keyboard alone, and asks before it revokes", async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers']);
  await page.getByLabel('Campaign', { exact: true }).focus();
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Batch 1: 10 new codes')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'fod', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Revoke all codes of batch 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Why, for the record')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Say why, in a few words.')).toBeVisible();
  await page.keyboard.type('made by mistake');
  await page.keyboard.press('Enter');
  await expect(page.getByText('10 codes, 0 redeemed, 10 revoked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unrevoke all codes of batch 1' })).toBeFocused();
  await page.getByRole('button', { name: 'Show the newest' }).click();
  await expect(page.getByText('codes.revoke, batch 1: made by mistake')).toBeVisible();
});

test('what was paid twice waits for the operator with its refund, which a press and a second one make', async ({
  page,
  shop,
}) => {
  const first = await buy(shop, ['fist'], 'anna@example.com');
  const second = await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers']);
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting.getByText(`paid twice: ${first.sessionId}`)).toBeVisible();
  await waiting
    .getByRole('button', { name: `Give the payment back, order ${second.sessionId}`, exact: true })
    .click();
  await expect(waiting.getByRole('button', { name: /^Yes, give it back/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(waiting.getByText('250 SEK given back (succeeded).')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the newest' }).click();
  await expect(page.getByText(`orders.refund, ${second.sessionId}: paid twice`)).toBeVisible();
});

test('a batch that is not right is said beside the field', async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers']);
  await page.getByLabel('Campaign', { exact: true }).fill('Test');
  await page.getByRole('button', { name: 'Make the codes' }).click();
  await expect(page.getByText('Choose at least one.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'fist', exact: true }).check();
  await page.getByLabel('How many').fill('many');
  await page.getByRole('button', { name: 'Make the codes' }).click();
  await expect(page.getByText('A whole number from 1 to 100000.')).toBeVisible();
  await expectAccessible(page);
});

test("the operator's page shows nothing to an account outside the group", async ({ page, shop }) => {
  await signInAs(page, shop, ['readers']);
  await expect(page.getByText("Your account is not in the operators' group.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Orders' })).toHaveCount(0);
  await expectAccessible(page);
});

base("the operator's page is switched off while no group is configured", async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers']);
  await expect(page.getByText(/the operator's page is switched off/)).toBeVisible();
});
