import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import { bearer, buy, unlockedIds } from '../support/orders.ts';
import { newEmail, newPerson } from '../support/people.ts';
import { droppedConnection } from './account-steps.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';
import { goTo, signInAs, test } from './operator-steps.ts';

test('an order goes to the right address, and what was meant otherwise is closed with the reason', async ({
  page,
  shop,
}) => {
  // An account may have an address that the shop's form would reject.
  const person = await newPerson(shop, `o'neil-${newEmail()}`);
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
  await page.keyboard.type('typed@');
  await page.keyboard.press('Enter');
  await expect(order.getByText('This is no address.')).toBeVisible();
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
  await expect(page.getByText(`fist is given to ${person.email}. It waits`)).toBeVisible();
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

test('a code that was looked up says how it stands after each press', async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/codes');
  await page.getByLabel('Campaign', { exact: true }).fill('Podcast');
  await page.getByRole('checkbox', { name: 'fod', exact: true }).check();
  await page.getByLabel('How many').fill('1');
  await page.keyboard.press('Enter');
  await page.getByLabel('Look a code up').fill((await page.locator('li code').textContent()) ?? '');
  await page.keyboard.press('Enter');
  const found = page.locator('div:has(> h2 code)');
  await expect(found).toContainText('1 of 1 uses left');
  // Announced beside the card, and announced again after another search: the region gets new text.
  const said = page.getByRole('status').filter({ hasText: /: 1 of 1 uses left\.$/ });
  const first = await said.evaluateHandle((region) => region.firstChild);
  await page.getByLabel('Look a code up').press('Enter');
  await expect.poll(() => first.evaluate((text) => text?.isConnected)).toBe(false);
  await expect(said).toHaveCount(1);
  for (const [action, outcome, standing] of [
    ['Revoke it', 'It is revoked.', /Revoked \d/],
    ['Let it work again', 'It works again.', /1 of 1 uses left/],
  ] as const) {
    await found.getByRole('button', { name: action }).click();
    await expect(found.getByLabel('Why, for the record')).toBeFocused();
    await page.keyboard.type('a test');
    await page.keyboard.press('Enter');
    await expect(found.getByText(outcome)).toBeFocused();
    await expect(found).toContainText(standing);
  }
});

test('a file is brought in only as it was tried', async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/imports');
  const file = (line: string) => ({
    ...{ name: 'backers.csv', mimeType: 'text/csv', buffer: Buffer.from(`email;reward\n${line}\n`) },
  });
  const tried = page.getByText('1 line to bring in, 0 already in');
  await page.getByLabel('The file').setInputFiles(file('cecilia@example.com;fist'));
  let answered = (): void => undefined;
  const other = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.route('**/api/operator/imports', async (route) => {
    // The list of imports is fetched once more at the end, and the test may be over before the answer.
    if (route.request().method() === 'GET') return route.fallback();
    const response = await route.fetch();
    await other;
    await route.fulfill({ response });
  });
  const asked = page.waitForRequest('**/api/operator/imports');
  await page.getByRole('button', { name: 'Try the file' }).click();
  await asked;
  await page.getByLabel('The file').setInputFiles(file('doris@example.com;fod'));
  answered();
  await expect(page.getByRole('button', { name: 'Try the file' })).toBeEnabled();
  await expect(tried).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Bring 1 line in' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try the file' }).click();
  await expect(tried).toBeVisible();
  await page.getByRole('button', { name: 'Bring 1 line in' }).click();
  await expect(page.getByText('1 line brought in as import 1')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A new file' })).toBeFocused();
});

test.describe('When an answer is lost', () => {
  test.use({ expectedErrors: [droppedConnection] });

  test('a person or an order that could not be looked up is not taken for the one before', async ({
    page,
    shop,
  }) => {
    const person = await newPerson(shop);
    await buy(shop, ['fod'], person.email);
    await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
    const look = async (label: string, text: string) => {
      await page.getByLabel(label).fill(text);
      await page.keyboard.press('Enter');
    };
    await look('Find a customer', person.email);
    await expect(page.getByRole('button', { name: /^Erase this person/ })).toBeVisible();
    await page.route('**/api/operator/customers', (route) => route.abort('connectionreset'));
    await look('Find a customer', 'somebody.else@example.com');
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Erase this person/ })).toHaveCount(0);
    await goTo(page, 'Orders');
    await look('Find orders', person.email);
    await expect(page.getByRole('button', { name: /^Show details/ })).toBeVisible();
    await page.route('**/api/operator/orders', (route) => route.abort('connectionreset'));
    await look('Find orders', 'somebody.else@example.com');
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Show details/ })).toHaveCount(0);
  });

  const lostAnswers: [how: string, end: (route: Route) => Promise<void>][] = [
    ['is lost', (route) => route.abort('connectionreset')],
    ['is a 502 of the proxy', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })],
  ];
  for (const [how, end] of lostAnswers)
    test(`a batch whose answer ${how} is looked for before it is made again`, async ({ page, shop }) => {
      await signInAs(page, shop, ['shopkeepers'], '/operator/codes');
      await expect(page.getByText('None yet.')).toBeVisible();
      await page.route('**/api/operator/code-batches', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        await end(route);
      });
      await page.getByLabel('Campaign', { exact: true }).fill('Podcast');
      await page.getByRole('checkbox', { name: 'fod', exact: true }).check();
      await page.getByRole('button', { name: 'Make the codes' }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: 'may have been made all the same' }),
      ).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Podcast (batch 1)' })).toBeVisible();
      // The typed text stays, in case the action was not carried out.
      await expect(page.getByLabel('Campaign', { exact: true })).toHaveValue('Podcast');
    });
});

test('In forced colours, only the section one is in is marked', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAs(page, shop, ['shopkeepers'], '/operator/codes');
  const sections = page.getByRole('navigation', { name: 'Behind the counter' }).getByRole('link');
  await expect(sections.first()).toBeVisible();
  const marked = await sections.evaluateAll((links) =>
    links
      .filter((link) => getComputedStyle(link).borderBottomWidth !== '0px')
      .map((link) => link.textContent),
  );
  expect(marked).toEqual(['Activation codes']);
});

base("the operator's desk is switched off while no group is configured", async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers']);
  await expect(page.getByText(/the operator's page is switched off/)).toBeVisible();
});
