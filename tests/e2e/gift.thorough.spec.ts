import type { Order } from '#shared/api/orders.ts';
import { dayAfter } from '#shared/day-after.ts';
import { shopDayInWords } from '#shared/day-in-words.ts';
import { shopDay } from '#shared/shop-day.ts';
import { control } from '../support/orders.ts';
import { newEmail, newPerson } from '../support/people.ts';
import { holdRequests, loseAnswer } from './account-forms.ts';
import { conclude, fillCart } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { giftLetterTo, giveAsGuest, shownLink, signInHere } from './gift-steps.ts';
import { hydrated } from './public-pages.ts';

test.use({ shopOptions: { mail: true } });

test('A letter whose answer is lost goes out once, although the page is told to send it again', async ({
  page,
  shop,
}) => {
  const recipient = newEmail();
  await giveAsGuest(page, newEmail());
  await page.getByLabel('Their email address').fill(recipient);
  await loseAnswer(page, '**/gift');
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText(/a letter goes out once/)).toBeVisible();
  // The page has asked what became of it: it does not offer the link as if nobody had it.
  await expect(page.getByRole('button', { name: 'Only show me the link' })).toHaveCount(0);
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
  await giftLetterTo(shop, recipient);
  const again = page.waitForResponse('**/gift');
  await page.getByRole('button', { name: 'Send it now' }).click();
  const { gift } = (await (await again).json()) as Order;
  // One of ten letters is used up.
  expect(gift?.card?.lettersLeft).toBe(9);
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
  expect(shop.sandbox.inbox.list(recipient)).toHaveLength(1);
});

test('On a device whose clock is a day behind, the letter is offered for the day that it is in the shop', async ({
  page,
}) => {
  await page.clock.setFixedTime(Date.now() - 24 * 60 * 60 * 1000);
  const recipient = newEmail();
  await giveAsGuest(page, newEmail());
  await page.getByLabel('Their email address').fill(recipient);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
});

test('On a device whose clock is a day ahead, a letter for tomorrow is not said to go now', async ({
  page,
}) => {
  const ahead = Date.now() + 24 * 60 * 60 * 1000;
  await page.clock.setFixedTime(ahead);
  await giveAsGuest(page, newEmail());
  await page.getByLabel('Their email address').fill(newEmail());
  await page.getByLabel('The day it arrives').fill(shopDay(new Date(ahead)));
  await page.getByRole('button', { name: 'Send it on that day' }).click();
  await expect(page.getByText(/^The letter goes to \S+ on \d+ \w+ \d+, from eight/)).toBeVisible();
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
  const words = `For the long train. ${'Many happy returns. '.repeat(18)}`.trim();
  await page.getByLabel('Your words').fill(words);
  await page.getByRole('button', { name: 'Make the card' }).click();
  const card = page.getByRole('region', { name: 'The card' });
  await expect(card.getByText(words)).toBeVisible();
  await expect(
    card.getByRole('img', { name: 'QR code that opens this gift' }).locator('path'),
  ).toBeAttached();
  const link = await shownLink(page);
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(card).toBeVisible();
  const inAYear = shopDayInWords(new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString());
  await expect(card.getByText(`It is good until ${inAYear}.`)).toBeVisible();
  // However long the words are, they and the code lie within its edge.
  expect(
    await card.evaluate((paper) => {
      const edge = paper.getBoundingClientRect();
      const parts = [...paper.querySelectorAll('p, li, svg')].map((part) => part.getBoundingClientRect());
      return parts.every(({ top, bottom }) => top > edge.top && bottom < edge.bottom);
    }),
  ).toBe(true);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print the card' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  // The page of the order shows the same card again.
  await page.goto(`/shop/order?id=${sessionId}`);
  await page.getByRole('button', { name: 'Show the card to print' }).click();
  await expect(page.getByLabel('The link of the gift')).toHaveValue(link);
  await control(shop, 'refund', { checkout_session: sessionId });
  await page.goto(link);
  await expect(page.getByText('This order was given back')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Or put it on your account here' })).toHaveCount(0);
});

test('Words that run from right to left do so in the field, on the card and on the page of the link', async ({
  page,
}) => {
  const words = 'عيد ميلاد سعيد!';
  await giveAsGuest(page, newEmail());
  await page.getByLabel('I print the card, or pass the link on').check();
  await page.getByLabel('Your words').fill(words);
  await expect(page.getByLabel('Your words')).toHaveCSS('direction', 'rtl');
  await page.getByRole('button', { name: 'Make the card' }).click();
  await expect(page.getByRole('region', { name: 'The card' }).getByText(words)).toHaveCSS('direction', 'rtl');
  await page.goto(await shownLink(page));
  await expect(page.getByText(words)).toHaveCSS('direction', 'rtl');
});

test('What was typed for the card is there again after a look at the link and after a reload, until the card is sent', async ({
  page,
}) => {
  await giveAsGuest(page, newEmail());
  const [words, recipient] = ['Many happy returns.\nKeep the light on.', newEmail()];
  await page.getByLabel('From').fill('Anna');
  await page.getByLabel('Your words').fill(words);
  await page.getByLabel('Their email address').fill(recipient);
  await page.getByRole('button', { name: 'Only show me the link' }).click();
  await page.getByRole('button', { name: 'Write the card' }).click();
  await expect(page.getByLabel('Your words')).toHaveValue(words);
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('Anna');
  await expect(page.getByLabel('Your words')).toHaveValue(words);
  await expect(page.getByLabel('Their email address')).toHaveValue(recipient);

  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
  await page.getByRole('button', { name: 'Change it or send it again' }).click();
  await page.getByLabel('Your words').fill('Something else');
  await page.getByRole('button', { name: 'Leave it as it is' }).click();
  await page.getByRole('button', { name: 'Change it or send it again' }).click();
  await expect(page.getByLabel('Your words')).toHaveValue(words);
});

test('The rings on the card lie around the QR code, and cross none of it', async ({ page }) => {
  await giveAsGuest(page, newEmail());
  await page.getByRole('button', { name: 'Only show me the link' }).click();
  const drawing = page.getByRole('img', { name: 'QR code that opens this gift' }).locator('..');
  await expect(drawing.locator('path')).toBeAttached();
  const roomsByWidth = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    roomsByWidth.push(
      await drawing.evaluate((element) => {
        const [ring, code] = ['circle', 'path'].map((name) =>
          element.querySelector(name)?.getBoundingClientRect(),
        );
        if (!ring || !code) throw new Error('The drawing is not complete.');
        const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
        const farthest = Math.max(
          ...[code.left, code.right].flatMap((left) =>
            [code.top, code.bottom].map((top) => Math.hypot(left - x, top - y)),
          ),
        );
        return ring.width / 2 - farthest;
      }),
    );
  }
  for (const room of roomsByWidth) expect(room).toBeGreaterThan(0);
});

test.describe('over a line that is lost', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('A card whose QR code could not be fetched says so, and is not printed with an empty square unnoticed', async ({
    page,
  }) => {
    await giveAsGuest(page, newEmail());
    const onlyLink = page.getByRole('button', { name: 'Only show me the link' });
    await expect(onlyLink).toBeVisible();
    await page.route(/\.js$/, (route) => route.abort());
    await onlyLink.click();
    await expect(page.getByText('The QR code did not come.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code that opens this gift' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'The card' }).locator('svg')).toBeHidden();
  });
});

test('Words that are too many for the card are not cut: the form says so, and keeps them', async ({
  page,
}) => {
  await giveAsGuest(page, newEmail());
  const words = 'Many happy returns. '.repeat(30);
  await page.getByLabel('Their email address').fill(newEmail());
  await page.getByLabel('Your words').focus();
  await page.keyboard.insertText(words);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText('These are 599 characters, and 400 fit on the card.')).toBeVisible();
  await expect(page.getByLabel('Your words')).toBeFocused();
  await expect(page.getByLabel('Your words')).toHaveValue(words);
});

test('After two faults of the card each field can be mended in turn: what is typed stays in the field it was typed into', async ({
  page,
}) => {
  await giveAsGuest(page, newEmail());
  const words = page.getByLabel('Your words');
  const address = page.getByLabel('Their email address');
  await words.fill('Look at www.example.com');
  await address.fill('no address');
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText('Write it without links')).toBeVisible();
  await expect(words).toBeFocused();
  await words.fill('Listen well.');
  await address.fill('');
  const recipient = newEmail();
  await address.pressSequentially(recipient);
  await expect(address).toHaveValue(recipient);
  await expect(words).toHaveValue('Listen well.');
});

test('Back to the form after a gift was paid for, the next purchase is no gift unless it is chosen again', async ({
  page,
}) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  const choice = page.getByLabel('This is a gift');
  await choice.check();
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await conclude(page, 'pay');
  await expect(
    page.getByText('It is a gift, and waits for whoever first puts it on an account with its link.'),
  ).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout\/fist$/);
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeEnabled();
  await expect(choice).not.toBeChecked();
  await expect(page.getByText('Then you write the card')).toHaveCount(0);
});

test('The page of an earlier gift, opened again, leaves the choice for the next purchase as it is', async ({
  page,
}) => {
  const sessionId = await giveAsGuest(page, newEmail());
  await page.goto('/shop/product/fist');
  await page.getByRole('link', { name: /^Give it as a gift/ }).click();
  await expect(page.getByLabel('This is a gift')).toBeChecked();
  await page.goto(`/shop/success?session_id=${sessionId}`);
  await expect(page.getByText('It is a gift, and waits')).toBeVisible();
  await page.goto('/shop/checkout');
  await hydrated(page);
  await expect(page.getByLabel('This is a gift')).toBeChecked();
});

test('A card that was written is there at once, from the answer to it: no other answer has to come', async ({
  page,
}) => {
  const recipient = newEmail();
  await giveAsGuest(page, newEmail());
  await page.getByLabel('From').fill('Grandma');
  await page.getByLabel('Your words').fill('Happy birthday.');
  await page.getByLabel('Their email address').fill(recipient);
  await holdRequests(page, /\/api\/orders\/[^/]+$/);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText(new RegExp(`The letter (goes|has gone) to ${recipient}`))).toBeVisible();
  await page.getByRole('button', { name: 'Change it or send it again' }).click();
  await expect(page.getByLabel('Your words')).toHaveValue('Happy birthday.');
  await expect(page.getByLabel('Their email address')).toHaveValue(recipient);
});

test('Whoever deletes the account is told of a gift of theirs that nobody has opened', async ({
  page,
  shop,
}) => {
  const { username, email } = await newPerson(shop);
  await giveAsGuest(page, email);
  await page.goto('/account');
  await signInHere(page, username);
  await expect(page.getByText('It is a gift that nobody has opened yet')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('A gift that you gave waits to be opened.')).toBeVisible();
});

test('A printed card leaves the letter that has gone as it is, and calls off one that waits: the form says so before', async ({
  page,
  shop,
}) => {
  const recipient = newEmail();
  await giveAsGuest(page, newEmail());
  await page.getByLabel('Their email address').fill(recipient);
  await page.getByLabel('The day it arrives').fill(dayAfter(shopDay(new Date()), 9));
  await page.getByRole('button', { name: 'Send it on that day' }).click();
  await page.getByRole('button', { name: 'Change it or send it again' }).click();
  await page.getByLabel('I print the card, or pass the link on').check();
  await expect(page.getByText('The letter that waits is then not sent.')).toBeVisible();
  await page.getByLabel('We send it by mail').check();
  await page.getByLabel('The day it arrives').fill(shopDay(new Date()));
  await page.getByRole('button', { name: 'Send it now' }).click();
  await giftLetterTo(shop, recipient);
  await page.reload();
  await expect(page.getByText(`The letter has gone to ${recipient}`)).toBeVisible();
  await page.getByRole('button', { name: 'Change it or send it again' }).click();
  await page.getByLabel('I print the card, or pass the link on').check();
  await expect(page.getByText('The letter that has gone opens the gift as well')).toBeVisible();
});

test('An old link to give what the shop does not know any more leads to the shop, and makes no gift of the cart', async ({
  page,
}) => {
  await page.goto('/shop/product/fod');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/shop/checkout?gift=left-long-ago');
  await expect(page).toHaveURL(/\/shop$/);
  await page.goto('/shop/checkout');
  await hydrated(page);
  await expect(page.getByLabel('This is a gift')).not.toBeChecked();
});
