import { totpAt } from '#sandbox/identity/totp.ts';
import { newEmail, password } from '../support/people.ts';
import { newPasswords } from './account-forms.ts';
import { confirmedReader, expectAlert, fill, press, refuseNext, signInAs } from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { giveAsGuest } from './gift-steps.ts';
import { listenTo } from './live-regions.ts';
import { addDevice } from './passkey-steps.ts';
import { hydrated } from './public-pages.ts';

/** What screen readers get, as far as axe does not check it. */

test('That another browser is signed out is said in a live region that was there before', async ({
  page,
  browser,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  const other = await browser.newContext({ baseURL: shop.url });
  await signInAs(await other.newPage(), username);
  await signInAs(page, username);
  await press(page, 'Show where you are signed in');
  const end = page.getByRole('button', { name: 'Sign it out' });
  await expect(end).toBeVisible();
  const before = await page.getByRole('main').getByRole('status').elementHandles();
  await end.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'is signed out.' })).toBeVisible();
  const texts = await Promise.all(before.map((region) => region.textContent()));
  expect(texts.filter((text) => text?.includes('is signed out.'))).toHaveLength(1);
  await other.close();
});

test('That the password is changed, and that the account is deleted, is said in live regions that were there before', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  const regions = () => page.getByRole('main').getByRole('status').elementHandles();
  const saidBy = async (before: Awaited<ReturnType<typeof regions>>, words: string) => {
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    const texts = await Promise.all(
      before.map((region) => region.evaluate(({ isConnected, textContent }) => isConnected && textContent)),
    );
    return texts.filter((text) => text !== false && text?.startsWith(words)).length;
  };
  await press(page, 'Change your password');
  await fill(page, { 'Current password': password, ...newPasswords });
  const beforeTheChange = await regions();
  await press(page, 'Change password');
  expect(await saidBy(beforeTheChange, 'Your password is changed.')).toBe(1);

  await press(page, 'Delete Account');
  const beforeTheDeletion = await regions();
  await press(page, 'Delete my account permanently');
  expect(await saidBy(beforeTheDeletion, 'Your account and all its data have been deleted.')).toBe(1);
});

test('That the link into the app, or that of a gift, does not come is read out each time', async ({
  page,
}) => {
  await page.route('**/claim-link', (route) => route.fulfill({ status: 503, body: '' }));
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  const failsOnceMore = async (words: string) => {
    await expect(again).toBeVisible();
    const said = await listenTo(page);
    const answered = page.waitForResponse('**/claim-link');
    await again.press('Enter');
    await answered;
    await expect(again).toBeVisible();
    expect((await said()).at(-1)).toBe(words);
  };
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'pay');
  await failsOnceMore(
    'The link into the app could not be made just now. What you bought waits all the same.',
  );

  await giveAsGuest(page, newEmail());
  await press(page, 'Only show me the link');
  await failsOnceMore('The link could not be fetched just now. Nothing is lost.');
});

test('On the page of a cancelled payment, the removal of what one was buying is said, and no empty cart is named a place', async ({
  page,
}) => {
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'cancel');
  const remove = page.getByRole('button', { name: "Remove Steve Jackson's F.I.S.T." });
  await expect(remove).toBeVisible();
  const place = page.getByRole('region', { name: 'Products in your cart' });
  await expect(place).toHaveCount(0);
  const said = await listenTo(page);
  await remove.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await said()).toEqual(["Steve Jackson's F.I.S.T. removed."]);
  await expect(page.getByRole('link', { name: 'Return to Shop' })).toBeVisible();
  await expect(place).toHaveCount(0);
});

test('The buttons of a message are not read out as its words: at an order, in the cart, and at an account that is not found', async ({
  page,
}) => {
  await page.route(/\/api\/(orders\/|session)/, (route) => route.fulfill({ status: 503, body: '' }));
  const main = page.getByRole('main');
  await page.goto(`/shop/order?id=cs_test_${'a'.repeat(58)}`);
  await expect(main.getByRole('button', { name: 'Ask again' })).toBeVisible();
  await expectAccessible(page);
  await fillCart(page, 'fod-expansions');
  await page.goto('/shop/checkout');
  await expect(main.getByRole('button', { name: /^Add / })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/account');
  await expect(main.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expectAccessible(page);
});

test('A withdrawal whose answer is lost is said each time, with the focus at the button that tries it again', async ({
  page,
}) => {
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'pay');
  await press(page, 'Withdraw from contract here');
  await page.getByLabel('Your name').fill('Anna');
  await page.getByLabel('Email address').fill('anna@example.com');
  await press(page, 'Continue');
  await page.route('**/api/withdrawals', (route) => route.fulfill({ status: 503, body: '' }));
  const confirm = page.getByRole('button', { name: 'Confirm withdrawal' });
  const lost = page
    .getByRole('alert')
    .filter({ hasText: 'We did not hear whether your withdrawal is recorded' });
  await confirm.press('Enter');
  await expect(lost).toBeVisible();
  await expect(confirm).toBeFocused();
  const first = await lost.elementHandle();
  await confirm.press('Enter');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(lost).toBeVisible();
  await expect(confirm).toBeFocused();
});

test('In forced colours, the page one is on is marked among the entries, and the stage’s distances can be read', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/fist');
  await hydrated(page);
  await page.getByRole('button', { name: 'Play: Stand under the castle' }).click();
  const distance = page.locator('svg text', { hasText: '3 m' }).last();
  await expect(page.getByRole('slider', { name: 'You' })).toBeVisible();
  const text = await page.evaluate(() => getComputedStyle(document.body).color);
  await expect(distance).toHaveCSS('fill', text);

  await page.goto('/shop');
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link');
  // Lines must be visible whatever their colour.
  const marked = await entries.evaluateAll((links) =>
    links
      .filter((link) => getComputedStyle(link).borderBottomWidth !== '0px')
      .map((link) => link.ariaCurrent),
  );
  expect(marked).toEqual(['page']);
});

test('That an authenticator app is set up is said in a live region that was there before; a refusal keeps the focus', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Show two-step sign-in');
  refuseNext(shop, 'AssociateSoftwareToken', 'InternalErrorException');
  const setUp = page.getByRole('button', { name: 'Set up an authenticator app' });
  await setUp.press('Enter');
  await expectAlert(
    page,
    'The sign-in service is not answering properly. Nothing is lost: try again in a few minutes.',
  );
  await expect(setUp).toBeFocused();
  await setUp.press('Enter');
  const key = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  const said = await listenTo(page);
  await page
    .getByLabel('Code from your authenticator app')
    .fill(totpAt((key ?? '').replaceAll(' ', ''), new Date()));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();
  expect(await said()).toEqual(['It is set up: from now on signing in asks for a code from your app.']);
});

test('That a deletion is noted is said in a live region that was there before', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Delete Account');
  const regions = await page.getByRole('main').getByRole('status').elementHandles();
  refuseNext(shop, 'DeleteUser', 'TooManyRequestsException');
  await press(page, 'Delete my account permanently');
  const words = 'Your account will be deleted';
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const texts = await Promise.all(
    regions.map((region) =>
      region.evaluate(({ isConnected, textContent }) => (isConnected ? textContent : null)),
    ),
  );
  expect(texts.filter((text) => text?.startsWith(words))).toHaveLength(1);
});

test.describe('where accounts may have passkeys', () => {
  test.use({ shopOptions: { environment: { COGNITO_FIRST_FACTORS: 'passkeys' } } });

  test('whoever does not prove who they are is back at the passkeys, with the focus', async ({
    page,
    shop,
  }) => {
    const { username } = confirmedReader(shop);
    await addDevice(page);
    await page.clock.install();
    await signInAs(page, username);
    await page.clock.fastForward('20:00');
    await press(page, 'Show your passkeys');
    await press(page, 'Add a passkey on this device');
    await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeFocused();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  });
});
