import { buy, order } from '../support/orders.ts';
import { droppedConnection } from './account-steps.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { signInAs, test } from './operator-steps.ts';

test.use({ shopOptions: { mail: true } });

test('letters that are sent again leave those that did not arrive, and what came of it stays', async ({
  page,
  shop,
}) => {
  for (const each of ['first', 'second', 'third']) {
    const { sessionId } = await buy(shop, ['fist'], `bounce.${each}@example.com`);
    await expect.poll(async () => (await order(shop, sessionId)).body.confirmation).toBe('undelivered');
  }
  // What is sent again now waits.
  shop.sandbox.mail.setFaults({ noRelay: true });
  await signInAs(page, shop, ['shopkeepers'], '/operator/letters');
  const trouble = page.getByRole('region', { name: 'Did not arrive' });
  const refused = trouble.getByText(/^refused: the address takes no mail/);
  await expect(refused).toHaveCount(3);
  await trouble.getByRole('button', { name: 'Send it again, letter 2' }).click();
  await page.keyboard.type('the mailbox is there now');
  await page.keyboard.press('Enter');
  const again = trouble.getByText('It is in the outbox again.');
  await expect(again).toBeFocused();
  await expect(page.getByText('1 letter waits to be sent')).toBeVisible();
  await expect(refused).toHaveCount(2);
  await expect(again).toBeFocused();
  await expect(trouble.getByRole('button', { name: 'Send it again, letter 2' })).toHaveCount(0);
  await trouble.getByRole('button', { name: /^Send all again/ }).click();
  await trouble.getByLabel('Why, for the record').fill('the service was put right');
  await page.keyboard.press('Enter');
  const all = trouble.getByText('2 letters in the outbox again.');
  await expect(all).toBeFocused();
  await expect(refused).toHaveCount(0);
  await expect(all).toBeFocused();
  await expect(trouble.getByRole('button', { name: /^Send/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(trouble.getByText('No letter of the last 30 days was refused or given up.')).toBeVisible();
});

test.describe('while the desk cannot be asked', () => {
  test.use({ expectedErrors: [/503/] });

  test('what came of a letter that was sent again stays, and the page says that the rest is not known', async ({
    page,
    shop,
  }) => {
    const { sessionId } = await buy(shop, ['fist'], 'bounce.first@example.com');
    await expect.poll(async () => (await order(shop, sessionId)).body.confirmation).toBe('undelivered');
    shop.sandbox.mail.setFaults({ noRelay: true });
    await signInAs(page, shop, ['shopkeepers'], '/operator/letters');
    await page.getByRole('button', { name: 'Send it again, letter 1' }).click();
    await page.route('**/api/operator/mail', (route) => route.fulfill({ status: 503, json: {} }));
    await page.keyboard.type('the mailbox is there now');
    await page.keyboard.press('Enter');
    const again = page.getByText('It is in the outbox again.');
    await expect(again).toBeFocused();
    await expect(page.getByText('How the mail stands could not be fetched')).toBeVisible();
    await expect(again).toBeFocused();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('1 letter waits to be sent')).toBeVisible();
    await expect(page.getByText('How the mail stands could not be fetched')).toHaveCount(0);
    await expect(again).toBeVisible();
  });
});

test.describe('When an answer is lost', () => {
  test.use({ expectedErrors: [droppedConnection] });

  test('a letter that is sent again all the same is said not to be known, and leaves those that did not arrive', async ({
    page,
    shop,
  }) => {
    const { sessionId } = await buy(shop, ['fist'], 'bounce.first@example.com');
    await expect.poll(async () => (await order(shop, sessionId)).body.confirmation).toBe('undelivered');
    shop.sandbox.mail.setFaults({ noRelay: true });
    await signInAs(page, shop, ['shopkeepers'], '/operator/letters');
    await page.getByRole('button', { name: 'Send it again, letter 1' }).click();
    await page.route('**/api/operator/letters/1/retry', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.keyboard.type('the mailbox is there now');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 letter waits to be sent')).toBeVisible();
    await expect(page.getByText(/^refused:/)).toHaveCount(0);
    await expect(page.getByRole('alert').getByText(/^There was no answer\./)).toBeVisible();
    await expect(page.getByLabel('Why, for the record')).toHaveValue('the mailbox is there now');
  });
});

test('a letter that was refused once more is sent again as one letter', async ({ page, shop }) => {
  const [first] = [
    await buy(shop, ['fist'], 'bounce.first@example.com'),
    await buy(shop, ['fist'], 'bounce.second@example.com'),
  ];
  const { sessionId } = first;
  const isRefused = () =>
    expect.poll(async () => (await order(shop, sessionId)).body.confirmation).toBe('undelivered');
  await isRefused();
  await signInAs(page, shop, ['shopkeepers'], '/operator/letters');
  const sendAgain = async (id: number) => {
    await page.getByRole('button', { name: `Send it again, letter ${id}` }).click();
    await page.keyboard.type('the mailbox is there now');
    await page.keyboard.press('Enter');
    await expect(page.getByText('It is in the outbox again.').last()).toBeVisible();
  };
  await sendAgain(1);
  await isRefused();
  shop.sandbox.mail.setFaults({ noRelay: true });
  // Fetches the letters again.
  await sendAgain(2);
  await sendAgain(1);
  await expect(page.getByText('2 letters wait to be sent')).toBeVisible();
  await expect(page.getByText(/^Letter 1,/)).toHaveCount(1);
});
