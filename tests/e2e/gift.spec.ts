import { newEmail, newPerson } from '../support/people.ts';
import { holdRequests } from './account-forms.ts';
import { conclude } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { giftLetterTo, giveAsGuest, linkIn, linkOfGift, signInHere } from './gift-steps.ts';
import { listenTo } from './live-regions.ts';
import { hydrated } from './public-pages.ts';

test.use({ shopOptions: { mail: true } });

test('A tick in "This is a gift" counts before the page has its code too', { tag: '@thorough' }, async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/site-*.js');
  await page.goto('/checkout/fist', { waitUntil: 'domcontentloaded' });
  const choice = page.getByLabel('This is a gift');
  await choice.check();
  release();
  const button = page.getByRole('button', { name: 'Continue to Checkout' });
  await expect(button).toBeEnabled();
  await expect(page.getByText('Then you write the card')).toBeVisible();
  await page.getByLabel('Email address').fill(newEmail());
  await expect(choice).toBeChecked();
  await button.click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'pay');
  await expect(
    page.getByText('It is a gift, and waits for whoever first puts it on an account with its link.'),
  ).toBeVisible();
});

test('Whoever pays for a gift in a browser without cookies knows before it that the card needs an account', async ({
  page,
}) => {
  const warning = page.getByText(
    'to write the card you will need an account with the address of the receipt',
  );
  await page.goto('/checkout/fist');
  const choice = page.getByLabel('This is a gift');
  await choice.check();
  await expect(page.getByText('Then you write the card')).toBeVisible();
  await expect(warning).toHaveCount(0);
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
  await page.reload();
  await expect(choice).toBeChecked();
  await expect(warning).toBeVisible();
  await choice.uncheck();
  await expect(warning).toHaveCount(0);
});

test('A guest gives two adventures away; whoever gets the letter takes them with an account of their own, and never sees the price', async ({
  page,
  shop,
  browser,
}) => {
  const [buyer, recipient] = [newEmail(), newEmail()];
  const sessionId = await giveAsGuest(page, buyer);
  await page.getByLabel('From').fill('Anna');
  await page.getByLabel('Your words').fill('See evil.example');
  await page.getByLabel('Their email address').fill(recipient);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText('Write it without links, addresses')).toBeVisible();
  await page.getByLabel('Your words').fill('Many happy returns.\nKeep the light on.');
  await expectAccessible(page);
  const news = await page.getByRole('status').getByText('It waits, and belongs to').elementHandle();
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your gift' })).toBeFocused();
  // Announced in a live region that existed before: the heading has the focus, and the message follows it.
  expect(await news?.textContent()).toContain('The letter');
  await expectAccessible(page);

  const letter = await giftLetterTo(shop, recipient);
  expect(letter.subject).toBe('Anna has given you an adventure');
  expect(letter.text).not.toMatch(/\b[25]00\b/);
  expect(`${letter.text}${letter.html}`).not.toMatch(new RegExp(`SEK|${buyer}|${sessionId}`));
  const link = linkIn(letter.text);

  const person = await newPerson(shop);
  const context = await browser.newContext({ baseURL: shop.url });
  const theirs = await context.newPage();
  const told: Promise<string>[] = [];
  theirs.on('response', (response) => {
    if (response.url().includes('/api/')) told.push(response.text());
  });
  await theirs.goto(link);
  await expect(theirs.getByText('Anna has given you an adventure.')).toBeVisible();
  await expect(theirs.getByRole('heading', { level: 1, name: 'A gift for you' })).toBeVisible();
  await expect(theirs).toHaveTitle('A gift for you | Black Ether');
  await expect(theirs.getByText('Keep the light on.')).toBeVisible();
  await expect(theirs.getByText("Steve Jackson's F.I.S.T.", { exact: true })).toBeVisible();
  // The receiver bought nothing and typed no address.
  await expect(theirs.getByText('It goes to the account that the app is signed in to.')).toBeVisible();
  await expectAccessible(theirs);
  await signInHere(theirs, person.username);
  await theirs.getByRole('button', { name: 'Put it on my account' }).click();
  await expect(theirs.getByRole('heading', { name: 'It is yours' })).toBeFocused();
  await expect(
    theirs.getByText(/whoever first puts it on an account|It works once|Open this link again/),
  ).toHaveCount(0);
  await theirs.getByRole('link', { name: 'See your products' }).click();
  const products = theirs.getByRole('main');
  await expect(products.getByText('Lone Wolf The Fortress of Death').first()).toBeVisible();
  await expect(products.getByText('No orders are recorded for this account.')).toBeVisible();
  const answers = (await Promise.all(told)).join('\n');
  expect(answers).toContain('Keep the light on.');
  expect(answers).not.toMatch(new RegExp(`totalOre|25000|50000|${buyer}|${sessionId}`));
  await context.close();

  await page.goto(`/shop/order?id=${sessionId}`);
  await expect(page.getByText('It is a gift, and somebody opened it on')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your gift' })).toHaveCount(0);
  // The next purchase is no gift.
  await page.goto('/checkout/fist');
  await hydrated(page);
  await expect(page.getByLabel('This is a gift')).not.toBeChecked();
});

test('The link of a gift is passed on by keyboard: copied with a button, or from its field where the browser does not let us', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const link = await linkOfGift(page);
  const copy = page.getByRole('button', { name: 'Copy the link' });
  const said = await listenTo(page);
  for (const _press of [1, 2]) {
    await copy.press('Enter');
    await expect.poll(said).toEqual(['Copied.']);
    await expect(copy).toBeFocused();
  }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectAccessible(page);

  // As on a page without TLS.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.press('Enter');
  const field = page.getByLabel('The link of the gift');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/^Your browser did not let us copy it\./);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
  await expect(page.getByText('Copied.')).toHaveCount(0);
  await expectAccessible(page);
});
