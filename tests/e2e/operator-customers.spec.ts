import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import { claimAs, linkOf } from '../support/claim-calls.ts';
import { buy, newBrowser, press, unlockedIds } from '../support/orders.ts';
import { newPerson } from '../support/people.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { findCustomer, signInAs, test } from './operator-steps.ts';

test('a gift says who opened it and leads to them, and the question before its move is that of a gift', async ({
  page,
  shop,
}) => {
  const [giver, reader] = [newBrowser(shop), await newPerson(shop)];
  const { payUrl, sessionId } = await giver.checkout(['fod', 'fist'], 'anna@example.com', {}, true);
  await press(payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  await claimAs(shop, reader.idToken, await linkOf(shop, sessionId, { cookie: giver.cookie }));
  await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
  await expect(page.getByText('none: it is a gift')).toBeVisible();
  await page.getByRole('button', { name: /^Move to another address/ }).click();
  await expect(page.getByRole('form', { name: /^Move to another address/ })).toHaveAccessibleDescription(
    /^This is a gift: only its giver’s order moves/,
  );
  await expectAccessible(page);
  const unlocks = page.getByText(/^f\w+, f\w+ on account /);
  await unlocks.getByRole('button', { name: /^Show the customer / }).press('Enter');
  await expect(page).toHaveURL(/\/operator\/customers$/);
  await expect(page.getByText(`bought with the order ${sessionId}`).first()).toBeVisible();
});

test('an address of which nothing is known is given something, and what came of it stays', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
  const find = (who: string) => findCustomer(page, who);
  const give = page.getByRole('button', { name: /^Give something/ });
  await find('nobody-by-this-name');
  await expect(page.getByText('Nothing is known of nobody-by-this-name.')).toBeVisible();
  await expect(give).toHaveCount(0);
  await find('Bo <bo@example.com>');
  await expect(page.getByText('Nothing is known of bo@example.com.')).toBeVisible();
  await expectAccessible(page);
  await give.click();
  await page.getByRole('radio', { name: 'fist', exact: true }).check();
  await page.getByLabel('Why, for the record').fill('a prize');
  await page.keyboard.press('Enter');
  const given = page.getByText(
    'fist is given to bo@example.com. Nothing else is known of this address: it waits until its owner logs in.',
  );
  await expect(given).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Who it is' })).toBeVisible();
  await expect(page.getByText(/^given by an operator, \d{4}-/)).toBeVisible();
  await expect(given).toBeFocused();
});

test('of an address that an account has used, what is on no account is copied and erased alone', async ({
  page,
  shop,
}) => {
  const person = await newPerson(shop);
  await buy(shop, ['fod'], person.email);
  await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
  const find = async () => {
    await findCustomer(page, person.email);
    await expect(page.getByRole('button', { name: /^Erase this person/ })).toBeVisible();
  };
  await find();
  const copied = page.getByRole('button', { name: 'Save a copy of what is on no account' });
  await expect(copied).toHaveCount(0);
  await unlockedIds(shop, person.idToken);
  await buy(shop, ['fist'], person.email);
  await page.reload();
  await find();
  const [copy] = await Promise.all([page.waitForEvent('download'), copied.click()]);
  const { grants } = JSON.parse(await readFile(await copy.path(), 'utf8'));
  expect(grants).toMatchObject([{ adventureId: 'fist', accountId: null }]);
  await page.getByRole('button', { name: `Erase what is on no account, ${person.email}` }).click();
  await page.keyboard.type('letter of 3 May');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 unlock erased, 1 payment record kept.')).toBeFocused();
  expect(await unlockedIds(shop, person.idToken)).toEqual(['fod']);
});

test.describe('while an answer is lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('an erasure that is tried again says which user is left to delete', async ({ page, shop }) => {
    const person = await newPerson(shop);
    await buy(shop, ['fod'], person.email);
    await unlockedIds(shop, person.idToken);
    const { sub } = JSON.parse(Buffer.from(person.idToken.split('.')[1] ?? '', 'base64url').toString());
    await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
    await findCustomer(page, sub);
    const lose = (route: Route) => route.fetch().then(() => route.abort());
    await page.route('**/api/operator/customers/erasure', lose, { times: 1 });
    await page.getByRole('button', { name: `Erase this person, ${sub}` }).click();
    await page.keyboard.type('letter of 3 May');
    await page.keyboard.press('Enter');
    await expect(page.getByText('There was no answer.')).toBeVisible();
    await page.getByLabel('Why, for the record').press('Enter');
    await expect(
      page.getByText(`a try before may have erased them. Now delete the user ${sub} in the user pool.`),
    ).toBeFocused();
  });
});

test('what is given while the page still fetches what was given before is shown as well', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
  await findCustomer(page, 'bo@example.com');
  const form = page.getByRole('form', { name: /^Give something/ });
  const give = async (id: string) => {
    await page.getByRole('button', { name: /^Give something/ }).click();
    await form.getByRole('radio', { name: id, exact: true }).check();
    await form.getByLabel('Why, for the record').fill('a prize');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${id} is given to bo@example.com.`)).toBeFocused();
  };
  await expect(page.getByText('Nothing is known of bo@example.com.')).toBeVisible();
  // The answer is of the time before the second gift, and comes after it.
  const answered = Promise.withResolvers<void>();
  await page.route(
    '**/api/operator/customers',
    async (route) => {
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await give('fist');
  await give('fod');
  answered.resolve();
  for (const id of ['fist', 'fod'])
    await expect(
      page.getByRole('region', { name: 'What they own' }).getByRole('heading', { name: id }),
    ).toBeVisible();
});

test.describe('while the desk cannot be asked', () => {
  test.use({ expectedErrors: [/503/] });

  test('what was given stays said, and a search that fails does not leave another person there', async ({
    page,
    shop,
  }) => {
    await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
    const find = (who: string) => findCustomer(page, who);
    await find('bo@example.com');
    await page.getByRole('button', { name: /^Give something/ }).click();
    await page.getByRole('radio', { name: 'fist', exact: true }).check();
    await page.getByLabel('Why, for the record').fill('a prize');
    await page.route('**/api/operator/customers', (route) => route.fulfill({ status: 503, json: {} }));
    await page.keyboard.press('Enter');
    const given = page.getByText(/^fist is given to bo@example\.com\./);
    const unheard = page.getByRole('alert').filter({ hasText: 'server could not' });
    await expect(given).toBeFocused();
    await expect(unheard).toBeVisible();
    await expect(given).toBeFocused();
    await find('anna@example.com');
    await expect(given).toHaveCount(0);
    await expect(unheard).toBeVisible();
    await expect(page.getByRole('button', { name: /^Give something/ })).toHaveCount(0);
  });
});
