import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { patternOf, reportWebVitals } from '#shared/endpoints.ts';
import { operatorSections } from '#shared/operator-sections.ts';
import { bearer, buy, control, unlockedIds } from '../support/orders.ts';
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

async function signInAs(page: Page, shop: Shop, groups: string[], path = '/operator'): Promise<string> {
  const { username } = await newPerson(shop, undefined, webClientId);
  shop.sandbox.identity.setGroups(username, groups);
  await page.goto(path);
  await page.getByLabel('Username or email').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  return username;
}

/** A shop in which something of everything has happened. */
async function fill(shop: Shop, page: Page) {
  const anna = 'anna.andersson.of.the.long.address@example.com';
  const { sessionId } = await buy(shop, ['bundle-pre-order', 'fist'], anna);
  const bo = await newPerson(shop, 'bo.with.an.account@example.com');
  await buy(shop, ['fod'], bo.email);
  await buy(shop, ['fod'], bo.email);
  const disputed = await buy(shop, ['fist'], bo.email);
  await control(shop, 'dispute', { checkout_session: disputed.sessionId });
  await unlockedIds(shop, bo.idToken);
  for (const device of ['phone', 'desktop']) {
    const pages = [40, 80, 90].map((ms) => ({
      route: 'shop',
      inp: { ms, part: 'processing' },
      lcp: { ms: 10 * ms, part: 'load' },
    }));
    await fetch(`${shop.url}${patternOf(reportWebVitals)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ device, pages }),
    });
  }
  await signInAs(page, shop, ['shopkeepers']);
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
  return { anna, bo, sessionId, disputed };
}

/** Nothing sticks out, nothing is wrong for who listens or uses the keyboard, and a picture to look at. */
async function expectGoodScreen(page: Page, width: number, name: string): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await page.screenshot({ path: `test-results/operator-${name}-${width}.png`, fullPage: true });
}

const goTo = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Behind the counter' }).getByRole('link', { name: section }).click();

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test(`every section of the operator's desk works for a member of the group, on ${device}`, async ({
    page,
    shop,
  }) => {
    test.slow();
    const { width } = viewport;
    await page.setViewportSize(viewport);
    const { anna, bo, sessionId } = await fill(shop, page);

    await expect(page.getByText('4 orders').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Today (2)' })).toHaveAttribute('aria-current', 'page');
    await expect(
      page.getByText(/^On phones the shop answers a press in \d+ ms \(3 visits, most/),
    ).toBeVisible();
    await expectGoodScreen(page, width, 'today');

    await goTo(page, 'Orders');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
    await expect(page).toHaveURL(/\/operator\/orders$/);
    await page.getByLabel('Find orders').fill('ANNA');
    await page.keyboard.press('Enter');
    await expect(page.getByText('One order with “ANNA”.')).toBeVisible();
    // What was looked for may be an address, and stands in no address of a page or a call.
    await expect(page).toHaveURL(/\/operator\/orders$/);
    await page.getByRole('button', { name: /^Show details/ }).click();
    await expect(page.getByText(/fod-expansions granted \(purchase, webhook\)/)).toBeVisible();
    await expect(page.getByText(sessionId).first()).toBeVisible();
    await page.getByRole('button', { name: /^Evidence for a dispute/ }).click();
    await expect(page.getByText('customer_email_address')).toBeVisible();
    await expectGoodScreen(page, width, 'orders');

    await page.getByRole('button', { name: `Show the customer ${anna}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
    await expect(page.getByText(`${anna}: one order.`)).toBeVisible();
    await expect(page).toHaveURL(/\/operator\/customers$/);
    await page.getByLabel('Find a customer').fill(bo.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${bo.email}: 3 orders.`)).toBeVisible();
    await expectGoodScreen(page, width, 'customers');

    await goTo(page, 'Activation codes');
    await page.getByLabel('Campaign', { exact: true }).fill('Podcast <3');
    await page.getByRole('checkbox', { name: 'coc_aatt' }).check();
    await page.getByLabel('How many').fill('12');
    await page.getByRole('button', { name: 'Make the codes' }).click();
    await expect(page.getByText('Batch 1: 12 new codes')).toBeVisible();
    const code = (await page.locator('li code').first().textContent()) ?? '';
    await page.getByLabel('Look a code up').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 of 1 uses left')).toBeVisible();
    await expectGoodScreen(page, width, 'codes');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV, batch 1' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('codes-1-podcast-3.csv');
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(13);

    await goTo(page, 'Imports');
    await page.getByLabel('The file').setInputFiles({
      name: 'backers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email;reward\ncecilia@example.com;fist\nnobody;fist\n'),
    });
    await page.getByRole('button', { name: 'Try the file' }).click();
    await expect(page.getByText('1 line to bring in, 0 already in')).toBeVisible();
    await expect(page.getByText('Line 3: "nobody" is no e-mail address')).toBeVisible();
    await expectGoodScreen(page, width, 'imports-tried');
    await page.getByRole('button', { name: 'Bring 1 line in' }).click();
    await expect(page.getByText('1 line brought in as import 1')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'backers.csv (import 1)' })).toBeVisible();
    await expectGoodScreen(page, width, 'imports');

    await goTo(page, 'Letters');
    await expect(page.getByText('The shop writes no mail')).toBeVisible();
    await expectGoodScreen(page, width, 'letters');

    await goTo(page, 'Books');
    await expect(page.getByText('5 sold for 1500 SEK')).toBeVisible();
    await expectGoodScreen(page, width, 'books');

    await goTo(page, 'Record');
    await expect(page.getByText(/customers\.show, b•••@example\.com/).first()).toBeVisible();
    await expectGoodScreen(page, width, 'record');
  });
}

test('sections have addresses of their own, which a reload and the way back lead to', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/imports');
  await expect(page.getByRole('heading', { name: 'A new file' })).toBeVisible();
  await expect(page).toHaveTitle(/^Imports: behind the counter/);
  await goTo(page, 'Record');
  await expect(page.getByRole('button', { name: 'Show the newest' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'A new file' })).toBeVisible();
  for (const section of operatorSections) {
    const response = await page.request.get(`/operator/${section}`);
    expect(response.status()).toBe(200);
  }
  expect((await page.request.get('/operator/nothing')).status()).toBe(404);
});

test("the operator's desk is used by keyboard alone, and asks before it revokes", async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/codes');
  await page.getByLabel('Campaign', { exact: true }).focus();
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Batch 1: 10 new codes')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'fod', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Revoke all, codes of batch 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Why, for the record')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Say why, in a few words.')).toBeVisible();
  await page.keyboard.type('made by mistake');
  await page.keyboard.press('Enter');
  await expect(page.getByText('10 codes revoked.')).toBeFocused();
  await expect(page.getByText('10 codes, 0 redeemed, 10 revoked')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Unrevoke all, codes of batch 1' })).toBeFocused();
  await goTo(page, 'Record');
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
  await expect(waiting.getByText(`Paid twice: ${first.sessionId}`)).toBeVisible();
  await waiting
    .getByRole('button', { name: `Give the payment back, order ${second.sessionId}`, exact: true })
    .click();
  await expect(waiting.getByRole('button', { name: /^Yes, give it back/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(waiting.getByText('250 SEK given back (succeeded).')).toBeFocused();
  await page.reload();
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
  await goTo(page, 'Record');
  await expect(page.getByText(`orders.refund, ${second.sessionId}: paid twice`)).toBeVisible();
});

test('an order goes to the right address, and what was meant otherwise is closed with the reason', async ({
  page,
  shop,
}) => {
  const person = await newPerson(shop);
  const first = await buy(shop, ['fist'], 'typed@example.con');
  const second = await buy(shop, ['fist'], 'typed@example.con');
  await signInAs(page, shop, ['shopkeepers']);
  await page.getByRole('link', { name: `Open the order, ${second.sessionId}` }).click();
  const order = page.getByRole('region', { name: 'The order' });
  await order.getByRole('button', { name: /^Close it/ }).click();
  await page.keyboard.type('a present for a friend');
  await page.keyboard.press('Enter');
  await expect(order.getByText('Closed.')).toBeFocused();
  await order.getByRole('button', { name: /^Move to another address/ }).click();
  await expect(order.getByLabel('The right address')).toBeFocused();
  await page.keyboard.type('typed@example.con');
  await page.keyboard.press('Enter');
  await expect(order.getByText('This is no address, or the order has it already.')).toBeVisible();
  await order.getByLabel('The right address').fill(person.email);
  await order.getByLabel('Why, for the record').fill('typed .con');
  await page.keyboard.press('Enter');
  await expect(order.getByText(`Moved from typed@example.con to ${person.email}.`)).toBeFocused();
  await expect(order.getByRole('heading', { name: person.email })).toBeVisible();
  expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
  await order.getByRole('button', { name: /^Compare with the payment provider/ }).click();
  await expect(order.getByText('The payment provider says nothing new')).toBeVisible();
  await page.goto(`/operator/orders?order=${first.sessionId}`);
  await expect(page.getByRole('heading', { name: 'typed@example.con' })).toBeVisible();
  await goTo(page, 'Today');
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
});

test('a customer is given something, loses it, has a copy of their data and is erased', async ({
  page,
  shop,
}) => {
  const person = await newPerson(shop);
  await buy(shop, ['fod'], person.email);
  await unlockedIds(shop, person.idToken);
  await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
  await page.getByLabel('Find a customer').fill(person.email);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Give something, to ${person.email}` }).click();
  await page.getByRole('radio', { name: 'fist', exact: true }).check();
  await page.getByLabel('Why, for the record').fill('they waited long');
  await page.keyboard.press('Enter');
  await expect(page.getByText('fist is theirs.')).toBeVisible();
  const given = page.getByRole('listitem').filter({ hasText: 'given by an operator' });
  await given.getByRole('button', { name: /^Take it away/ }).click();
  await page.keyboard.type('the wrong one');
  await page.keyboard.press('Enter');
  await expect(given.getByText('Taken away.')).toBeVisible();
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a copy of their data' }).click(),
  ]);
  expect(JSON.parse(await readFile(await copy.path(), 'utf8'))).toMatchObject({ key: person.email });
  await page.getByRole('button', { name: `Erase this person, ${person.email}` }).click();
  await page.keyboard.type('letter of 3 May');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(/1 payment record kept\. Now delete the user [\w-]+ in the user pool\./),
  ).toBeFocused();
  const asked = await fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(person.idToken) });
  expect(asked.status).toBe(401);
});

test('a batch that is not right is said beside the field', async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/codes');
  await page.getByLabel('Campaign', { exact: true }).fill('Test');
  await page.getByRole('button', { name: 'Make the codes' }).click();
  await expect(page.getByText('Choose at least one.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'fist', exact: true }).check();
  await page.getByLabel('How many').fill('many');
  await page.getByRole('button', { name: 'Make the codes' }).click();
  await expect(page.getByText('A whole number from 1 to 100000.')).toBeVisible();
  await expectAccessible(page);
});

test("the operator's desk shows nothing to an account outside the group", async ({ page, shop }) => {
  await signInAs(page, shop, ['readers'], '/operator/orders');
  await expect(page.getByText("Your account is not in the operators' group.")).toBeVisible();
  await expect(page.getByLabel('Find orders')).toHaveCount(0);
  await expectAccessible(page);
});

base("the operator's desk is switched off while no group is configured", async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers']);
  await expect(page.getByText(/the operator's page is switched off/)).toBeVisible();
});
