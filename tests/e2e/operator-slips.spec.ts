import { writeFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { buy, control } from '../support/orders.ts';
import { droppedConnection } from './account-steps.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { listenTo } from './live-regions.ts';
import { findCustomer, goTo, signInAs, signInHere, test } from './operator-steps.ts';

/** What is sent to this address is done, and its answer lost. */
const loseAnswers = (page: Page, address: string) =>
  page.route(address, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
const noAnswer = (page: Page) => page.getByRole('alert').getByText(/^There was no answer\./);

test('a file that was mended on the disk is tried as it was chosen, and once more after it was chosen again', async ({
  page,
  shop,
}, testInfo) => {
  const file = testInfo.outputPath('backers.csv');
  const write = (line: string) => writeFile(file, `email;reward\n${line}\n`);
  await signInAs(page, shop, ['shopkeepers'], '/operator/imports');
  const field = page.getByLabel('The file');
  const attempt = page.getByRole('button', { name: 'Try the file' });
  await write('nobody;fist');
  await field.setInputFiles(file);
  await attempt.click();
  await expect(page.getByText('Line 2: "nobody" is no e-mail address')).toBeVisible();
  await write('cecilia@example.com;fist');
  await attempt.click();
  await expect(attempt).toBeEnabled();
  await expect(page.getByText('Line 2: "nobody" is no e-mail address')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await field.click();
  const chosen = await chooser;
  // Only for an empty field is the same file another choice.
  expect(await field.evaluate((input) => (input as HTMLInputElement).files?.length)).toBe(0);
  await chosen.setFiles(file);
  await attempt.click();
  await expect(page.getByText('1 line to bring in, 0 already in')).toBeVisible();
});

test('a repeated search shows an opened order as it is now', async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers'], '/operator/orders');
  await page.getByLabel('Find orders').fill('anna');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Show details/ }).click();
  await expect(page.getByRole('button', { name: /^Give the payment back/ })).toBeVisible();
  await control(shop, 'refund', { checkout_session: sessionId });
  await shop.sandbox.stripe.deliveriesSettled();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('strong').filter({ hasText: /^refunded$/ })).toBeVisible();
  await expect(page.getByText(/^250 SEK, succeeded/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Give the payment back/ })).toHaveCount(0);
});

test('the books are those of the days that their button names, and a slip in a day is said at its field', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/books');
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')];
  const show = page.getByRole('button', { name: 'Show', exact: true });
  const books = page.getByRole('button', { name: /^Save the books of/ });
  await expect(books).toBeVisible();
  await first.fill('2026-01-01');
  await last.fill('2026-01-31');
  await show.press('Enter');
  await expect(books).toHaveText('Save the books of 2026-01-01 to 2026-01-31');
  for (const [field, day, words] of [
    [first, '1926-01-01', 'Choose a day since 1970'],
    [first, '100120-10-01', 'with a year of four digits'],
    [first, '', 'Choose a day.'],
    [last, '', 'Choose a day.'],
    [last, '2025-12-31', 'The first day lies after the last.'],
  ] as const) {
    const before = await field.inputValue();
    await field.fill(day);
    await expect(page.locator('form [role=alert] p')).toHaveCount(0);
    await show.press('Enter');
    const wrong = page.locator('input[aria-invalid]');
    await expect(wrong).toHaveAccessibleDescription(new RegExp(words));
    await expect(wrong).toBeFocused();
    await expect(books).toHaveText('Save the books of 2026-01-01 to 2026-01-31');
    await field.fill(before);
  }
  await expectAccessible(page);
  await last.fill('2026-02-28');
  const [saved] = await Promise.all([page.waitForEvent('download'), books.click()]);
  expect(saved.suggestedFilename()).toBe('books-2026-01-01-2026-01-31.csv');
});

test.describe('while the figures cannot be fetched', () => {
  test.use({ expectedErrors: [/503/] });

  test('the days can still be changed', async ({ page, shop }) => {
    await page.route('**/api/operator/figures*', (route) => route.fulfill({ status: 503, json: {} }));
    await signInAs(page, shop, ['shopkeepers'], '/operator/books');
    await expect(page.getByText('The figures could not be fetched')).toBeVisible();
    await page.getByLabel('First day').fill('2026-01-01');
    await page.getByLabel('Last day').fill('2026-01-31');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await expect(page.getByText('2026-01-01 to 2026-01-31, test payments:')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeFocused();
  });
});

test('a reload and the way back find the customer and the orders that were looked for last', async ({
  page,
  shop,
}) => {
  for (const who of ['anna', 'bo']) await buy(shop, ['fist'], `${who}@example.com`);
  await signInAs(page, shop, ['shopkeepers'], '/operator/orders');
  await page.getByLabel('Find orders').fill('anna');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Show details/ }).click();
  await page.getByRole('button', { name: 'Show the customer anna@example.com' }).click();
  await expect(page.getByText('anna@example.com: one order.')).toBeVisible();
  await findCustomer(page, 'bo@example.com');
  await expect(page.getByText('bo@example.com: one order.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('bo@example.com: one order.')).toBeVisible();
  await expect(page.getByLabel('Find a customer')).toHaveValue('bo@example.com');
  await page.goBack();
  await expect(page.getByText('One order with “anna”.')).toBeVisible();
  await expect(page.getByLabel('Find orders')).toHaveValue('anna');
});

test('the way back within a section shows what its field names, and who signs in next in this tab sees nobody', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fist'], 'anna@example.com');
  await buy(shop, ['fist'], 'bo@example.com');
  await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
  const find = async (text: string) => {
    await page.getByLabel('Find orders').fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`One order with “${text}”.`)).toBeVisible();
  };
  await find('bo@example.com');
  await goTo(page, 'Orders');
  // Only then the section is another page.
  await expect(page.getByText(sessionId)).toHaveCount(0);
  await find('anna@example.com');
  await page.goBack();
  await expect(page.getByText('One order with “bo@example.com”.')).toBeVisible();
  await expect(page.getByLabel('Find orders')).toHaveValue('bo@example.com');

  await goTo(page, 'Customers');
  await findCustomer(page, 'bo@example.com');
  await expect(page.getByText('bo@example.com: one order.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('bo@example.com: one order.')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Behind the counter' })
    .getByRole('link', { name: 'Today' })
    .click();
  await page.goBack();
  await expect(page.getByText('bo@example.com: one order.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signInHere(page, shop, ['shopkeepers']);
  await expect(page.getByLabel('Find a customer')).toHaveValue('');
  await expect(page.getByText('bo@example.com')).toHaveCount(0);
});

test('what is left of a payment is given back when all that was bought has gone back', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fod', 'fist'], 'anna@example.com');
  const part = await control<{ id: string }>(shop, 'refund', { checkout_session: sessionId, amount: 5_000 });
  await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
  const naming = `Say what it was for, refund ${part.id}`;
  await page.getByRole('button', { name: naming }).click();
  const names = page.getByRole('form', { name: naming });
  for (const box of await names.getByRole('checkbox').all()) await box.check();
  await names.getByLabel('Why, for the record').fill('as they wrote');
  await names.getByRole('button', { name: /^It was for these/ }).click();
  await expect(page.getByText(/^It was for .+\(fist\)/)).toBeFocused();
  const giving = `Give the payment back, order ${sessionId}`;
  await page.getByRole('button', { name: giving, exact: true }).click();
  const form = page.getByRole('form', { name: giving });
  await expect(form.getByRole('checkbox')).toHaveCount(0);
  await form.getByLabel('Why, for the record').fill('the rest');
  await form.getByRole('button', { name: /^Yes, give it back/ }).click();
  await expect(page.getByText('450 SEK given back: re_')).toBeFocused();
});

test('what is written or saved is said, at every press', async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
  const expectSaid = async (button: string | RegExp, words: string | RegExp) => {
    const pressed = page.getByRole('button', { name: button });
    await expect(pressed).toBeVisible();
    const said = await listenTo(page);
    for (const _press of [1, 2]) {
      await pressed.press('Enter');
      await expect.poll(said).toEqual([expect.stringMatching(words)]);
    }
  };
  await expectSaid(/^Evidence for a dispute/, 'It is written down below.');
  await expectSaid(/^Save the evidence/, `Saved as evidence-${sessionId}.txt.`);
  await goTo(page, 'Books');
  await expect(page.getByText(/test payments:/)).toBeVisible();
  const figuresSaid = await listenTo(page);
  for (const _press of [1, 2]) {
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await expect.poll(async () => (await figuresSaid()).join('')).toContain('250 SEK');
  }
  await expectSaid(/^Save the books of/, /^Saved as books-.+\.csv\. Saved as vat-.+\.csv\.$/);
  await goTo(page, 'Record');
  // What is said when the page opens is no answer to a press.
  await expect(page.getByText(/^\d+ actions, the newest first\.$/)).toBeVisible();
  await expectSaid('Show the newest', /^\d+ actions, the newest first\.$/);
  await goTo(page, 'Activation codes');
  await page.getByLabel('Campaign', { exact: true }).fill('By ear');
  await page.getByRole('checkbox', { name: 'fist', exact: true }).check();
  await page.getByRole('button', { name: 'Make the codes' }).click();
  await expectSaid('Save them as a text file', 'Saved as codes-1.txt.');
  await expectSaid('Save as CSV, batch 1', 'Saved as codes-1-by-ear.csv.');
});

test('a field takes no longer text than the desk does', async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
  const mail = 'I have paid for it and hear nothing. '.repeat(40);
  const paste = async (label: string) => {
    const field = page.getByLabel(label);
    await field.focus();
    await page.keyboard.insertText(mail);
    return (await field.inputValue()).length;
  };
  expect(await paste('Find a customer')).toBe(300);
  await findCustomer(page, 'bo@example.com');
  await page.getByRole('button', { name: /^Give something/ }).click();
  expect(await paste('Why, for the record')).toBe(1000);
  await goTo(page, 'Orders');
  expect(await paste('Find orders')).toBe(300);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^No order with “I have paid/)).toBeVisible();
});

test('what is taken away from a customer is gone from the page, with what came of it', async ({
  page,
  shop,
}) => {
  await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
  await findCustomer(page, 'anna@example.com');
  const take = page.getByRole('button', { name: /^Take it away/ });
  await take.click();
  await page.keyboard.type('bought by mistake');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Taken away.')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'fist (taken away: operator)' })).toBeVisible();
  await expect(take).toHaveCount(0);
  await expect(page.getByText('Taken away.')).toBeFocused();
});

test.describe('When an answer is lost', () => {
  test.use({ expectedErrors: [droppedConnection] });

  test('a part of a payment that went back all the same is not given back again, and the rest stays a choice', async ({
    page,
    shop,
  }) => {
    const { sessionId } = await buy(shop, ['fod', 'fist', 'coc_aatt'], 'anna@example.com');
    await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
    const giving = `Give the payment back, order ${sessionId}`;
    await page.getByRole('button', { name: giving, exact: true }).click();
    const form = page.getByRole('form', { name: giving });
    await form.getByRole('checkbox', { name: /\(fod\)$/ }).uncheck();
    await form.getByLabel('Why, for the record').fill('bought by mistake');
    await loseAnswers(page, '**/api/operator/orders/*/refund');
    const yes = form.getByRole('button', { name: /^Yes, give it back/ });
    await yes.click();
    await expect(noAnswer(page)).toBeVisible();
    await expect(page.getByText(/^500 SEK, succeeded/)).toBeVisible();
    await expect(form.getByRole('checkbox')).toHaveCount(1);
    await expect(form.getByRole('checkbox', { name: /\(fod\)$/ })).not.toBeChecked();
    await expect(form.getByLabel('Why, for the record')).toHaveValue('bought by mistake');
    await yes.click();
    await expect(form.getByText('Choose at least one.')).toBeVisible();
    await page.unrouteAll();
    await form.getByRole('checkbox', { name: /\(fod\)$/ }).check();
    await yes.click();
    await expect(page.getByText('250 SEK given back: re_')).toBeFocused();
  });

  test('an import that was taken back all the same says so beside the form, which stays with its words', async ({
    page,
    shop,
  }) => {
    await signInAs(page, shop, ['shopkeepers'], '/operator/imports');
    await page.getByLabel('The file').setInputFiles({
      ...{ name: 'backers.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('email;reward\ncecilia@example.com;fist\n'),
    });
    await page.getByRole('button', { name: 'Try the file' }).click();
    await loseAnswers(page, '**/api/operator/imports');
    await page.getByRole('button', { name: 'Bring 1 line in' }).click();
    await expect(noAnswer(page)).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: 'backers.csv (import 1)' });
    await expect(card).toContainText('1 line, 1 unlock');
    await card.getByRole('button', { name: /^Take it back/ }).click();
    await page.keyboard.type('the wrong file');
    await loseAnswers(page, '**/api/operator/imports/1/undo');
    await page.keyboard.press('Enter');
    await expect(card).toContainText(/taken back \d{4}-/);
    await expect(noAnswer(page).last()).toBeVisible();
    await expect(card.getByLabel('Why, for the record')).toHaveValue('the wrong file');
    await card.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(card.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'backers.csv (import 1)' })).toBeFocused();
    await expectAccessible(page);
  });

  test('a question of an order that was closed all the same stays with its words, and what was given shows', async ({
    page,
    shop,
  }) => {
    await buy(shop, ['fist'], 'anna@example.com');
    const { sessionId } = await buy(shop, ['fist'], 'anna@example.com');
    await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
    await page.getByRole('button', { name: /^Close it/ }).click();
    await page.keyboard.type('a present');
    await loseAnswers(page, '**/api/operator/**');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/orders\.resolve: a present/)).toBeVisible();
    await expect(noAnswer(page)).toBeVisible();
    await page.unrouteAll();
    await goTo(page, 'Customers');
    await findCustomer(page, 'bo@example.com');
    await page.getByRole('button', { name: /^Give something/ }).click();
    await page.getByRole('radio', { name: 'fist', exact: true }).check();
    await page.getByLabel('Why, for the record').fill('a prize');
    await loseAnswers(page, '**/api/operator/grants');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^given by an operator, \d{4}-/)).toBeVisible();
    await expect(page.getByLabel('Why, for the record')).toHaveValue('a prize');
  });
});
