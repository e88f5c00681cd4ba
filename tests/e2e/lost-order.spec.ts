import { buy } from '../support/orders.ts';
import { newEmail } from '../support/people.ts';
import { droppedConnection } from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.use({ shopOptions: { mail: true }, expectedErrors: [droppedConnection] });

test('Who has lost the mail of an order gets its link by another, from the questions and answers on', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  const { sessionId } = await buy(shop, ['fist'], email);
  await page.goto('/faq');
  await page.getByText('I cannot find the mail about my order.').click();
  await page.getByRole('link', { name: 'have the links of your orders mailed to you' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible();
  await expectAccessible(page);

  const address = page.getByLabel('The address you bought with');
  await address.fill('not an address');
  await address.press('Enter');
  await expect(page.getByText('You must enter a valid email address.')).toBeVisible();
  await expect(address).toBeFocused();

  // The answer is lost and Enter pressed again: only one letter is sent.
  await page.route('**/api/order-links', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await address.fill(` ${email.toUpperCase()} `);
  await address.press('Enter');
  await expect(page.getByRole('alert').getByText('No answer from the shop.')).toBeVisible();
  await page.unroute('**/api/order-links');
  await page.keyboard.press('Enter');
  const told = page.getByText(`If something was bought with ${email}, the links are on their way there.`);
  await expect(told).toBeFocused();
  await expectAccessible(page);

  const letters = () =>
    shop.sandbox.inbox.list(email).filter(({ subject }) => subject === 'The links of your orders');
  await expect.poll(() => letters().length).toBe(1);
  const [, link = ''] = /(http\S+\/shop\/order\S+)/.exec(letters()[0]?.text ?? '') ?? [];
  expect(link).toContain(sessionId);
  await page.goto(link);
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
});

test.describe('without mail of the shop', { tag: '@thorough' }, () => {
  test.use({ shopOptions: {} });

  test('no links are offered by mail; an order is found by its number, or by writing', async ({
    page,
    shop,
  }) => {
    const { sessionId } = await buy(shop, ['fist'], newEmail());
    await page.goto('/shop/withdraw');
    await expect(page.getByRole('button', { name: 'Open the order' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Mail the links' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'support@example.com' })).toBeVisible();
    await page.goto('/shop/order');
    await page.getByLabel("The order's link or number").fill(sessionId);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mail the links' })).toHaveCount(0);
  });
});
