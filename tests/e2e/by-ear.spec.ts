import type { Page } from '@playwright/test';
import { totpAt } from '#sandbox/identity/totp.ts';
import { newEmail } from '../support/people.ts';
import { holdRequests } from './account-forms.ts';
import {
  addCodes,
  confirmedReader,
  expectAlert,
  openLogin,
  press,
  refuseNext,
  signInAs,
  submitLogin,
  texts,
} from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { giveAsGuest } from './gift-steps.ts';
import { addDevice } from './passkey-steps.ts';
import { hydrated } from './public-pages.ts';

/** What a screen reader is given beyond what axe can see. */

/** Notes the texts that come into live regions, as screen readers notice them. @returns those since the last call */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(noteWhatIsSaid);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
}

/** Only what comes into a region that was there before: one that comes together with its words is often not read out. */
function noteWhatIsSaid(): void {
  const said: string[] = [];
  Object.assign(window, { said });
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const place = target instanceof Element ? target : target.parentElement;
      const texts = target instanceof Text ? [target] : [...addedNodes];
      if (!place?.closest('[role=alert], [role=status]')) continue;
      said.push(...texts.map(({ textContent }) => textContent ?? '').filter(Boolean));
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

test('A field that is refused again with the same words is read out again', async ({ page }) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  const field = page.getByLabel('Email address');
  const refusal = page.getByRole('alert').getByText('You must enter a valid email address.');
  await field.fill('nobody');
  await field.press('Enter');
  // Live regions read out what is added to them, so the words must stand in a new element each time.
  const first = await refusal.elementHandle();
  await field.fill('nobody@nowhere');
  await field.press('Enter');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(refusal).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/You must enter a valid email address\.$/);
  await expect(field).toBeFocused();
});

test('A field that was corrected does not say its old error again when the form is sent', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await page.goto('/checkout/fist');
  await hydrated(page);
  const field = page.getByLabel('Email address');
  await field.fill('nobody');
  await field.press('Enter');
  await expect(page.getByRole('alert').getByText('You must enter a valid email address.')).toBeVisible();
  await holdRequests(page, '**/api/create-checkout-session');
  const saidAtCheckout = await listenTo(page);
  await field.fill('anna@example.com');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Preparing the payment' })).toBeVisible();
  expect(await saidAtCheckout()).toEqual([]);

  await openLogin(page);
  await press(page, 'Sign In');
  await expect(page.getByText('Enter your password.')).toBeVisible();
  const saidAtLogin = await listenTo(page);
  await submitLogin(page, username, 'Not-the-password');
  await expectAlert(page, texts.loginFailed);
  expect(await saidAtLogin()).toEqual([texts.loginFailed]);
});

test('What is removed from the cart is said with the total below the lines, and said again when it came back meanwhile', async ({
  page,
  context,
}) => {
  await fillCart(page, 'fod', 'fist', 'fod-expansions');
  await goToPay(page, 'fist', newEmail());
  await conclude(page, 'cancel');
  const lines = page.getByRole('region', { name: 'Products in your cart' });
  const removeExpansions = lines.getByRole('button', { name: /^Remove Expansions/ });
  const words = 'Expansions (12 months) removed from the cart. Total price: 250 SEK';
  const said = await listenTo(page);
  await removeExpansions.press('Enter');
  await expect(lines).toBeFocused();
  await expect(lines).toContainText(/Total price VAT included\s*250 SEK/);
  expect(await said()).toEqual([words]);
  const other = await context.newPage();
  await fillCart(other, 'fod-expansions');
  await removeExpansions.press('Enter');
  await expect(removeExpansions).toHaveCount(0);
  expect(await said()).toEqual([words]);
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

test('A link that lost a letter is the same page from the first word on, and says what to do', async ({
  page,
}) => {
  const answer = await page.goto(`/open/${'T'.repeat(42)}`);
  expect(answer?.status()).toBe(404);
  expect(await answer?.text()).toContain('Open it in the app</h1>');
  await hydrated(page);
  await expect(page.getByRole('alert').getByText('Is a letter missing at its end?')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open it in the app');
});

test('Going back, the focus is at the link by which the page was left, and Tab goes on from there', async ({
  page,
}) => {
  await page.goto('/shop');
  await hydrated(page);
  const main = page.getByRole('main');
  const product = main.getByRole('link', { name: /^Read More.*Expansions/ });
  await product.press('Enter');
  await expect(main.getByRole('heading', { level: 1, name: 'Expansions (12 months)' })).toBeFocused();
  await page.goBack();
  await expect(product).toBeFocused();
  await expect(product).toBeInViewport();
  await expect(page).toHaveTitle('Shop | Black Ether');
  await page.keyboard.press('Tab');
  await expect(main.getByRole('link', { name: 'the merchandise shop' })).toBeFocused();
  await page.goForward();
  await expect(main.getByRole('heading', { level: 1, name: 'Expansions (12 months)' })).toBeFocused();
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
  // Whatever colour a line has, it is drawn.
  const marked = await entries.evaluateAll((links) =>
    links
      .filter((link) => getComputedStyle(link).borderBottomWidth !== '0px')
      .map((link) => link.ariaCurrent),
  );
  expect(marked).toEqual(['page']);
});

test('That a buyer owns it already is said in a live region that was there before', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await addCodes(shop, { torch: ['fist'] });
  await signInAs(page, username);
  await press(page, 'Unlock Content');
  await page.getByLabel('Activation code').fill('torch');
  await press(page, 'Activate');
  await expect(page.getByText('Success!')).toBeVisible();
  const answer = await holdRequests(page, '**/api/unlocked-content');
  await page.goto('/checkout/fist');
  await hydrated(page);
  const before = await page.getByRole('main').getByRole('status').elementHandles();
  answer();
  const owned = "You own Steve Jackson's F.I.S.T. already";
  await expect(page.getByRole('status').filter({ hasText: owned })).toBeVisible();
  const texts = await Promise.all(before.map((region) => region.textContent()));
  expect(texts.filter((text) => text?.includes(owned))).toHaveLength(1);
});

test('What is wrong with a field is said once, and said again when the form is sent as it was', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await press(page, 'Unlock Content');
  const said = await listenTo(page);
  const words = 'Enter an activation code.';
  await page.keyboard.press('Enter');
  await expect(page.getByText(words)).toBeVisible();
  expect(await said()).toEqual([words]);
  await page.keyboard.press('Enter');
  await expect.poll(said).toEqual([words]);
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

test('What is to be known about a cart is said in live regions that were there before: on all pages that advise to', async ({
  page,
}) => {
  await page.addInitScript(noteWhatIsSaid);
  await page.goto('/shop');
  await page.evaluate(() => {
    const priced = (id: string, priceOre: number) => ({ id, title: id, priceOre });
    const lines = [priced('fod', 21_500), priced('bundle-pre-order', 50_000)];
    localStorage.setItem('cart', JSON.stringify(lines));
  });
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  for (const path of ['/shop/checkout', '/shop/cancel', '/shop/login']) {
    await page.goto(path);
    await expect.poll(said, path).toContain('Your cart holds some things twice');
    if (path !== '/shop/login') expect(await said(), path).toContain('Your cart has changed');
  }

  await page.evaluate(() => localStorage.clear());
  await fillCart(page, 'fod', 'fod-expansions');
  await page.goto('/shop/checkout');
  await page.getByRole('button', { name: /^Remove Lone Wolf/ }).press('Enter');
  await expect.poll(said).toContain('Expansions (12 months) needs Lone Wolf The Fortress of Death');
});

test('That a browser does not keep the cart is said in a live region that was there before', async ({
  page,
}) => {
  await page.addInitScript(noteWhatIsSaid);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  await page.goto('/shop/checkout');
  await expect(page.getByText('This browser does not let us keep your cart.')).toBeVisible();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.join()).toContain('This browser does not let us keep your cart.');
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
  await expect(page.getByRole('heading', { name: 'Delete Account' })).toBeFocused();
  const texts = await Promise.all(
    regions.map((region) =>
      region.evaluate(({ isConnected, textContent }) => (isConnected ? textContent : null)),
    ),
  );
  expect(texts.filter((text) => text?.startsWith(words))).toHaveLength(1);
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
