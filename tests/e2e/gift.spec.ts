import { newEmail, newPerson } from '../support/people.ts';
import { holdRequests } from './account-forms.ts';
import { conclude } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { giftLetterTo, giveAsGuest, linkIn, signInHere } from './gift-steps.ts';
import { hydrated } from './public-pages.ts';

test.use({ shopOptions: { mail: true } });

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
  await expect(page.getByText('It is a gift, and waits for whoever opens its link.')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout\/fist$/);
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeEnabled();
  await expect(choice).not.toBeChecked();
  await expect(page.getByText('Then you write the card')).toHaveCount(0);
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
