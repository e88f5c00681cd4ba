import { buy, order } from '../support/orders.ts';
import { newPerson, password } from '../support/people.ts';
import { openShop, type Shop, webClientId } from '../support/shop.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';

/** A shop with a mail service. */
const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from this pattern
  shop: async ({}, use) => {
    const shop = await openShop({ mail: true, environment: { OPERATOR_GROUP: 'shopkeepers' } });
    await use(shop);
    await shop.close();
  },
});

const address = 'anna.andersson.of.the.long.address@example.com';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a letter reads well in the ${colorScheme}, on a phone and on a desk, and fetches nothing`, async ({
    page,
    shop,
  }) => {
    await page.emulateMedia({ colorScheme });
    await buy(shop, ['bundle-pre-order', 'fist'], address);
    const newest = () => shop.sandbox.inbox.list(address).find(({ from }) => from === 'shop');
    await expect.poll(() => newest()?.subject).toContain('Your order');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${shop.sandboxUrl}/inbox/${newest()?.id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Your order/);
      await expect(page.getByRole('heading', { name: 'Your right of withdrawal' })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.screenshot({ path: `test-results/letter-${colorScheme}-${width}.png`, fullPage: true });
    }
    expect(new Set(asked).size).toBe(1);
    await page.getByRole('link', { name: 'Your order', exact: true }).click();
    await expect(page.getByText('The confirmation has gone to that address by mail')).toBeVisible();
  });
}

test('the operator sees that the mail service takes no letters, and whose address takes none', async ({
  page,
  shop,
}) => {
  // Only after some failed attempts the mail service counts as down.
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const { sessionId } = await buy(shop, ['fist'], `bounce.${address}`);
  await expect.poll(async () => (await order(shop, sessionId)).body.confirmation).toBe('undelivered');
  const { username } = await newPerson(shop, undefined, webClientId);
  shop.sandbox.identity.setGroups(username, ['shopkeepers']);
  await page.goto('/operator');
  await page.getByLabel('Username or email').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 letter did not arrive')).toBeVisible();
  await page.getByRole('link', { name: 'Look there' }).click();
  const trouble = page.getByRole('region', { name: 'Did not arrive' });
  await expect(trouble.getByText('refused: the address takes no mail (550 5.1.1 (RCPT TO))')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/operator-mail.png', fullPage: true });
  await trouble.getByRole('button', { name: /^Send all again, since a day/ }).click();
  await expect(trouble.getByLabel('Since', { exact: true })).toBeFocused();
  await trouble.getByLabel('Why, for the record').fill('the service was put right');
  await page.keyboard.press('Enter');
  await expect(trouble.getByText('1 letter in the outbox again.')).toBeFocused();
  await expect.poll(async () => (await order(shop, sessionId)).body.confirmation).toBe('undelivered');
  await page.reload();
  await trouble.getByRole('button', { name: /^Send it again, letter/ }).click();
  await page.keyboard.type('they say that it works');
  await page.keyboard.press('Enter');
  await expect(trouble.getByText('It is in the outbox again.')).toBeFocused();
  // It is refused again, and stays listed with its order.
  await trouble.getByRole('link', { name: `Open the order, ${sessionId}` }).click();
  await expect(page.getByRole('heading', { name: `bounce.${address}` })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Mail to this address did not arrive.')).toBeVisible({ timeout: 5000 });
  }).toPass();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  shop.sandbox.mail.setFaults({ wrongPassword: true, drop: 1 });
  await buy(shop, ['fod'], address);
  await page.goto('/operator/letters');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('The mail service takes no letters')).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.screenshot({ path: 'test-results/operator-mail-away.png', fullPage: true });
});
