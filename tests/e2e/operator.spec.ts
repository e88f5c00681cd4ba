import { buy, buyUnheard, checkout, control } from '../support/orders.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { listenTo } from './live-regions.ts';
import { goTo, signInAs, test } from './operator-steps.ts';

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
  // When the pressed button is removed, the focus moves on.
  await page.getByRole('button', { name: 'Show the last 500' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show the last 500' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Record' })).toBeFocused();
});

test('a question to revoke codes stays that question, and so does its opposite, when somebody else has answered it meanwhile', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/codes');
  const make = async (campaign: string) => {
    await page.getByLabel('Campaign', { exact: true }).fill(campaign);
    await page.getByRole('checkbox', { name: 'fod', exact: true }).check();
    await page.getByLabel('How many').fill('1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: campaign })).toBeVisible();
  };
  const lookUp = () => page.getByLabel('Look a code up').press('Enter');
  const begin = async (action: string, about: string) => {
    await page.getByRole('button', { name: new RegExp(`^${action}, ${about}`) }).click();
    await page.keyboard.type('leaked');
  };
  await make('Podcast');
  const code = (await page.locator('li code').textContent()) ?? '';
  await begin('Revoke all', 'codes of batch 1');
  await page.getByLabel('Look a code up').fill(code);
  await lookUp();
  await begin('Revoke it', 'code ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is revoked.')).toBeFocused();
  // The list is fetched again, in which the batch is revoked.
  await make('Fair');
  await expect(page.getByText('1 code, 0 redeemed, 1 revoked')).toBeVisible();
  await page
    .getByRole('form', { name: /^Revoke all/ })
    .getByLabel('Why, for the record')
    .press('Enter');
  await expect(page.getByText('All were revoked already.')).toBeFocused();

  await begin('Let it work again', 'code ');
  await begin('Unrevoke all', 'codes of batch 1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 code works again.')).toBeFocused();
  await expect(page.getByText('All were revoked already.')).toHaveCount(0);
  await lookUp();
  await expect(page.locator('div:has(> h2 code)')).toContainText('1 of 1 uses left');
  await page
    .getByRole('form', { name: /^Let it work/ })
    .getByLabel('Why, for the record')
    .press('Enter');
  await expect(page.getByText('It works again.')).toBeFocused();
});

test('a mistake in a new batch is said once, at its field; and of new codes their number is said, not the codes', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/codes');
  const make = page.getByRole('button', { name: 'Make the codes' });
  await make.press('Enter');
  const mistake = page.getByText('Give the campaign a name of at most 100 characters.');
  await expect(mistake).toBeVisible();
  await expect(page.getByRole('alert').filter({ has: mistake })).toHaveCount(1);
  await expect(page.getByLabel('Campaign', { exact: true })).toBeFocused();
  await page.keyboard.type('By ear');
  await page.getByRole('checkbox', { name: 'fist', exact: true }).check();
  const region = await page.locator('form + div > [role=status]').elementHandle({ timeout: 5000 });
  await make.press('Enter');
  await expect(page.locator('li code')).toHaveCount(10);
  expect(await region?.evaluate(({ isConnected, textContent }) => isConnected && textContent)).toBe(
    'Batch 1: 10 new codes',
  );
});

test('what was paid twice waits for the operator with its refund, which is given only after the question', async ({
  page,
  shop,
}) => {
  const first = await buy(shop, ['fist'], 'anna@example.com');
  const second = await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers']);
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting.getByText(`Paid twice: ${first.sessionId}`)).toBeVisible();
  const refund = `Give the payment back, order ${second.sessionId}`;
  await waiting.getByRole('button', { name: refund, exact: true }).focus();
  // The key is held until after the confirmation is shown, and pressed again.
  await page.keyboard.down('Enter');
  const form = waiting.getByRole('form', { name: refund });
  await expect(form).toHaveAccessibleDescription(/^All that is left of the payment goes back/);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: /^Yes, give it back/ })).toBeEnabled();
  await expect(form.getByText(/^All that is left/).locator('..')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: /^Yes, give it back/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(waiting.getByText('250 SEK given back: re_')).toBeFocused();
  await page.reload();
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
  await goTo(page, 'Record');
  await expect(page.getByText(`orders.refund, ${second.sessionId}: paid twice`)).toBeVisible();
  await page.goto(`/operator/orders?order=${second.sessionId}`);
  const done = page.getByRole('definition').filter({ hasText: /orders\.refund: paid twice$/ });
  await expect(done).toBeVisible();
});

test('what was paid twice is not given back from a page on which that was still asked, when the other order went back since', async ({
  page,
  shop,
}) => {
  const first = await buy(shop, ['fist'], 'anna@example.com');
  const second = await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers']);
  await page.getByRole('button', { name: `Give the payment back, order ${second.sessionId}` }).click();
  await control(shop, 'refund', { checkout_session: first.sessionId });
  await shop.sandbox.stripe.deliveriesSettled();
  await page.getByRole('button', { name: /^Yes, give it back/ }).click();
  await expect(page.getByText('No such question about this order is open')).toBeVisible();
  await page.goto(`/operator/orders?order=${second.sessionId}`);
  await expect(page.getByRole('button', { name: /^Give the payment back/ })).toBeVisible();
});

test('what a button of an order came to is said at every press, in the same words too', async ({
  page,
  shop,
}) => {
  const { sessionId } = await buy(shop, ['fist'], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
  for (const [action, words] of [
    ['Send the receipt again', 'The payment provider was asked to send the receipt to anna@example.com.'],
    ['Compare with the payment provider', /^The payment provider says nothing new/],
  ] as const) {
    const button = page.getByRole('button', { name: `${action}, order ${sessionId}` });
    await expect(button).toBeEnabled();
    const said = await listenTo(page);
    for (const _press of [1, 2]) {
      await button.press('Enter');
      await expect.poll(said).toEqual([expect.stringMatching(words)]);
      await expect(button).toBeFocused();
    }
  }
});

test('two orders of one address are told apart by the names of their buttons and links alone', async ({
  page,
  shop,
}) => {
  for (const id of ['fist', 'fod']) await buy(shop, [id], 'anna@example.com');
  await signInAs(page, shop, ['shopkeepers'], '/operator/orders');
  await page.getByLabel('Find orders').press('Enter');
  const moment = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
  for (const id of ['fist', 'fod']) {
    const name = `details of the order of anna@example.com, paid ${moment}: .* \\(${id}\\)$`;
    await page.getByRole('button', { name: new RegExp(`^Show ${name}`) }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Hide ${name}`) })).toBeVisible();
  }
  const heading = page.getByRole('heading', { name: new RegExp(`^anna@example.com, paid ${moment}$`) });
  await expect(heading).toHaveCount(2);
  await goTo(page, 'Customers');
  await page.getByLabel('Find a customer').fill('anna@example.com');
  await page.keyboard.press('Enter');
  for (const id of ['fist', 'fod']) {
    const name = new RegExp(`^Open the order of ${moment}: .* \\(${id}\\)$`);
    await expect(page.getByRole('link', { name })).toContainText(/^Open the order of/);
  }
});

test('a search for nothing says what to type, except where nothing means the newest', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/customers');
  for (const [section, label, button, words] of [
    ['Customers', 'Find a customer', 'Look up', 'Type an address or an account’s id.'],
    ['Activation codes', 'Look a code up', 'Look up', 'Type a code.'],
  ] as const) {
    await goTo(page, section);
    const field = page.getByLabel(label, { exact: true });
    // Until then it would be the button of the section before.
    await expect(field).toBeVisible();
    await page.getByRole('button', { name: button }).press('Enter');
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(`${words}$`));
    await field.fill('somebody');
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  await expectAccessible(page);
  await goTo(page, 'Orders');
  await page.getByRole('button', { name: 'Search' }).press('Enter');
  await expect(page.getByText('No order, the newest first.')).toBeVisible();
});

test('an order that is not recorded here is asked of the payment provider, by the id that its buyer names', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const unheard = await buyUnheard(shop, ['fist'], 'anna@example.com');
  const unpaid = await checkout(shop, ['fod'], 'bo@example.com');
  await signInAs(page, shop, ['shopkeepers'], '/operator/orders');
  const find = async (text: string, sought = text) => {
    await page.getByLabel('Find orders').fill(text);
    await page.keyboard.press('Enter');
    // The previous result stays, with its button, until the answer is there.
    await expect(page.getByText(`No order with “${sought}”.`)).toBeVisible();
  };
  const ask = page.getByRole('button', { name: 'Ask the payment provider about it' });
  await find('bo@example.com');
  await expect(page.getByText('Ask the buyer for the address of their order’s page')).toBeVisible();
  await expect(ask).toHaveCount(0);
  await find('pi_of_nobody');
  await ask.click();
  await expect(page.getByText('no checkout session with the payment pi_of_nobody')).toBeVisible();
  await find(unpaid.sessionId);
  await ask.click();
  await expect(page.getByText('its payment page is still open')).toBeVisible();
  await find(`${shop.url}/shop/order?id=${unheard.sessionId}`, unheard.sessionId);
  await ask.click();
  await expect(page.getByRole('heading', { name: 'anna@example.com' })).toBeVisible();
  await expect(ask).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeFocused();
  await expectAccessible(page);
});

test("the operator's desk shows nothing to an account outside the group", {
  tag: '@thorough',
}, async ({ page, shop }) => {
  await signInAs(page, shop, ['readers'], '/operator/orders');
  await expect(page.getByText("Your account is not in the operators' group.")).toBeVisible();
  await expect(page.getByLabel('Find orders')).toHaveCount(0);
  await expectAccessible(page);
});

test('what a buyer withdrew from is paid back with two presses, where it waits for the operator', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fod', 'fist'], 'anna@example.com');
  await page.goto(`/shop/order?id=${sessionId}`);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Anna');
  await page.getByLabel('Email address').fill('mallory@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText('We have received your withdrawal')).toBeVisible();

  await signInAs(page, shop, ['shopkeepers']);
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const refund = `Give back what was withdrawn from, order ${sessionId}`;
  await waiting.getByRole('button', { name: refund, exact: true }).click();
  const form = waiting.getByRole('form', { name: refund });
  await expect(form).toHaveAccessibleDescription(/wait some days for an objection first/);
  await expectAccessible(page);
  await form.getByRole('button', { name: /^Yes, give it back/ }).click();
  await expect(waiting.getByText('500 SEK given back: re_')).toBeFocused();
  await page.reload();
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
  await page.goto(`/operator/orders?order=${sessionId}`);
  await expect(
    page.getByText(
      'fist, fod for 500 SEK, by Anna <mallory@example.com>, which is not the order’s address, ',
    ),
  ).toBeVisible();
});

test('one product of an order is given back from its page, and what a refund made at Stripe was for is said there', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const { sessionId } = await buy(shop, ['fod', 'fist', 'coc_aatt'], 'anna@example.com');
  const part = await control<{ id: string }>(shop, 'refund', { checkout_session: sessionId, amount: 18_750 });
  await signInAs(page, shop, ['shopkeepers'], `/operator/orders?order=${sessionId}`);
  const naming = `Say what it was for, refund ${part.id}`;
  await page.getByRole('button', { name: naming }).press('Enter');
  const names = page.getByRole('form', { name: naming });
  await expect(names.getByRole('checkbox').first()).toBeFocused();
  await names.getByLabel('Why, for the record').fill('as they wrote');
  await names.getByRole('button', { name: /^It was for these/ }).click();
  await expect(names.getByText('Choose at least one.')).toBeVisible();
  await names.getByRole('checkbox', { name: /\(fist\)$/ }).check();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText("It was for Steve Jackson's F.I.S.T. (fist).")).toBeFocused();
  await expect(page.getByText('fist (not now: product refunded)')).toBeVisible();
  await expect(page.getByRole('button', { name: naming })).toHaveCount(0);

  const giving = `Give the payment back, order ${sessionId}`;
  await page.getByRole('button', { name: giving, exact: true }).click();
  const form = page.getByRole('form', { name: giving });
  await expect(form.getByRole('checkbox')).toHaveCount(2);
  await form.getByRole('checkbox', { name: /\(fod\)$/ }).uncheck();
  await form.getByLabel('Why, for the record').fill('bought by mistake');
  await form.getByRole('button', { name: /^Yes, give it back/ }).click();
  await expect(page.getByText('250 SEK given back: re_')).toBeFocused();
  await expect(
    page.getByText('fod, fist (not now: product refunded), coc_aatt (not now: product refunded)'),
  ).toBeVisible();

  await control(shop, 'balance', { covers_refunds: 'no' });
  await page.getByRole('button', { name: giving, exact: true }).click();
  await form.getByLabel('Why, for the record').fill('all of it');
  await form.getByRole('button', { name: /^Yes, give it back/ }).click();
  await expect(page.getByText('312.50 SEK not given back yet: re_')).toBeFocused();
  await expect(page.getByText('A refund waits for money')).toBeVisible();
  await control(shop, 'balance', { covers_refunds: 'yes' });
  await page.getByRole('button', { name: /^Compare with the payment provider/ }).click();
  await expect(page.getByRole('button', { name: giving, exact: true })).toHaveCount(0);
  await expect(page.getByText('312.50 SEK not given back yet: re_')).toBeVisible();
});
