import type { Page } from '@playwright/test';
import type { Order } from '#shared/api/orders.ts';
import { bearer, buy, control } from '../support/orders.ts';
import { newEmail, newPerson, password } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import { holdRequests } from './account-forms.ts';
import { cartTitles, conclude, fillCart, sessionOf } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test.use({ shopOptions: { mail: true } });

/** A guest gives two adventures away, from a product's page to the page after paying. */
async function giveAsGuest(page: Page, email: string): Promise<string> {
  await fillCart(page, 'fist');
  await page.goto('/shop/product/fod');
  await page.getByRole('link', { name: 'Give it as a gift: Lone Wolf The Fortress of Death' }).click();
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await expect(page.getByLabel('This is a gift')).toBeChecked();
  expect(await cartTitles(page)).toHaveLength(2);
  await expect(page.getByText('Everything in the cart is one gift')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByLabel('Your email address').fill(email);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'pay');
  await expect(page.getByText('It is a gift, and waits for whoever opens its link.')).toBeVisible();
  return sessionOf(page);
}

async function signInHere(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The letter of a gift to an address, once it has come. */
async function giftLetterTo(shop: Shop, address: string) {
  const letter = () =>
    shop.sandbox.inbox
      .list(address)
      .find(({ from, subject }) => from === 'shop' && /given you/.test(subject));
  await expect.poll(() => letter()?.subject ?? null).not.toBeNull();
  const found = letter();
  if (!found) throw new Error(`There is no letter to ${address}`);
  return found;
}

const linkIn = (text: string) => /https?:\/\/\S+\/open\/[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? 'no link';

test('A tick in "This is a gift" counts before the page has its code too', async ({ page }) => {
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
  await expect(page.getByText('It is a gift, and waits for whoever opens its link.')).toBeVisible();
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
  await expect(page.getByText('Write it without links and addresses')).toBeVisible();
  await page.getByLabel('Your words').fill('Many happy returns.\nKeep the light on.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
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
  await expect(theirs.getByText('Keep the light on.')).toBeVisible();
  await expect(theirs.getByText("Steve Jackson's F.I.S.T.", { exact: true })).toBeVisible();
  await expectAccessible(theirs);
  await signInHere(theirs, person.username);
  await theirs.getByRole('button', { name: 'Put it on my account' }).click();
  await expect(theirs.getByRole('heading', { name: 'It is yours' })).toBeFocused();
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
  // What is bought next is for the buyer again.
  await page.goto('/checkout/fist');
  await hydrated(page);
  await expect(page.getByLabel('This is a gift')).not.toBeChecked();
});

test('A letter whose answer is lost goes out once, although the page is told to send it again', async ({
  page,
  shop,
}) => {
  const recipient = newEmail();
  await giveAsGuest(page, newEmail());
  await page.getByLabel('Their email address').fill(recipient);
  await page.route('**/gift', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, json: {} });
  });
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText(/a letter goes out once/)).toBeVisible();
  await giftLetterTo(shop, recipient);
  await page.unroute('**/gift');
  const again = page.waitForResponse('**/gift');
  await page.getByRole('button', { name: 'Send it now' }).click();
  const { gift } = (await (await again).json()) as Order;
  // One of ten was written.
  expect(gift?.card?.lettersLeft).toBe(9);
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
  expect(shop.sandbox.inbox.list(recipient)).toHaveLength(1);
});

test('What another tab says about the gift counts on a page that says nothing of it just then', async ({
  page,
  context,
}) => {
  await fillCart(page, 'fist');
  await page.goto('/shop/checkout');
  await page.getByLabel('This is a gift').check();
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  await expect(page).toHaveURL('/faq');
  const other = await context.newPage();
  await other.goto('/shop/checkout');
  await hydrated(other);
  await other.getByLabel('This is a gift').uncheck();
  await page.getByRole('link', { name: 'Cart, 1 product' }).click();
  await expect(page.getByLabel('This is a gift')).not.toBeChecked();
});

test('Who types into the form of a guest while the account is looked for goes on typing when it is not there, and is at the heading when it is', async ({
  page,
  shop,
}) => {
  await fillCart(page, 'fist', 'fod');
  await page.goto('/shop/checkout');
  await page.getByLabel('This is a gift').check();
  const answer = await holdRequests(page, '**/api/session');
  await page.goto('/shop/login');
  const field = page.getByLabel('Your email address');
  await field.pressSequentially('anna');
  answer();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type('@example.com');
  await expect(field).toHaveValue('anna@example.com');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Buy without an account', 'Sign In']);

  const { username } = await newPerson(shop);
  await page.goto('/account');
  await signInHere(page, username);
  await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();
  const answerAgain = await holdRequests(page, '**/api/session');
  await page.goto('/shop/login');
  await field.pressSequentially('anna');
  answerAgain();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('The card to print holds the words and the code of the link, alone on its sheet; given back, the link says so', async ({
  page,
  shop,
}) => {
  const sessionId = await giveAsGuest(page, newEmail());
  await page.getByLabel('I print the card, or pass the link on').check();
  await page.getByLabel('Your words').fill('For the long train.');
  await page.getByRole('button', { name: 'Make the card' }).click();
  const card = page.getByRole('region', { name: 'The card' });
  await expect(card.getByText('For the long train.')).toBeVisible();
  await expect(
    card.getByRole('img', { name: 'QR code that opens this gift' }).locator('path'),
  ).toBeAttached();
  const link = linkIn(await page.getByRole('main').innerText());
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(card).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print the card' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  // The page of the order shows the same card again.
  await page.goto(`/shop/order?id=${sessionId}`);
  await page.getByRole('button', { name: 'Show the card to print' }).click();
  await expect(page.getByText(link)).toBeVisible();
  await control(shop, 'refund', { checkout_session: sessionId });
  await page.goto(link);
  await expect(page.getByText('This order was given back')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Or put it on your account here' })).toHaveCount(0);
});

test('A gift of what one has already says so, and is not used up', async ({ page, shop }) => {
  await giveAsGuest(page, newEmail());
  await page.getByRole('button', { name: 'Only show me the link' }).click();
  await expect(page.getByRole('button', { name: 'Print the card' })).toBeVisible();
  const link = linkIn(await page.getByRole('main').innerText());
  const person = await newPerson(shop);
  await buy(shop, ['fod', 'fist'], person.email, bearer(person.idToken));
  await page.goto(link);
  await signInHere(page, person.username);
  await page.getByRole('button', { name: 'Put it on my account' }).click();
  await expect(page.getByText('You have this already')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Put it on my account' })).toBeVisible();
});

test('Who signs in to take a gift is at the place where it is taken, and hears why when they are signed out before it', async ({
  page,
  shop,
}) => {
  await giveAsGuest(page, newEmail());
  await page.getByRole('button', { name: 'Only show me the link' }).click();
  await expect(page.getByRole('button', { name: 'Print the card' })).toBeVisible();
  const link = linkIn(await page.getByRole('main').innerText());
  const { username } = await newPerson(shop);
  await page.goto(link);
  await signInHere(page, username);
  const heading = page.getByRole('heading', { name: 'Or put it on your account here' });
  await expect(heading).toBeFocused();

  await page.route('**/api/claims', (route) => route.fulfill({ status: 401 }));
  await page.route('**/api/session', (route) => route.fulfill({ json: { session: null } }));
  await page.getByRole('button', { name: 'Put it on my account' }).press('Enter');
  const signIn = page.getByRole('heading', { name: 'Sign In' });
  await expect(signIn).toBeFocused();
  await expect(signIn).toHaveAccessibleDescription(/You have been signed out, and nothing is used up\./);
  await expectAccessible(page);
  await page.unrouteAll();
  await signInHere(page, username);
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Put it on my account' }).click();
  await expect(page.getByRole('heading', { name: 'It is yours' })).toBeFocused();
});
