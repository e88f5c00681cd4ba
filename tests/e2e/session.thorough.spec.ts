import { askIdentity } from '../support/identity-calls.ts';
import { confirmedReader, expectSignedIn, press, signInAs } from './account-steps.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { loginForm, sessionCalls, test } from './session-steps.ts';

test('An open page renews its tokens before they expire', async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await page.clock.install();
  await signInAs(page, username);
  const renewal = page.waitForResponse('**/api/session');
  await page.clock.fastForward('59:30');
  expect((await renewal).status()).toBe(200);
  await expectSignedIn(page, username);
});

test('Many tabs with an expired token make one renewal, and all of them go on', async ({
  page,
  context,
  shop,
  clock,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/account');
    await expectSignedIn(tab, username);
    await press(tab, 'Unlock Content');
    await tab.getByLabel('Activation code').fill('no-such-code');
  }
  const calls = sessionCalls(context);
  clock.advance(2 * 3600);
  await Promise.all(tabs.map((tab) => press(tab, 'Activate')));
  for (const tab of tabs) {
    await expect(tab.getByText('Invalid activation code, please try again.')).toBeVisible();
  }
  expect(calls).toEqual(['GET']);
});

test('Who was signed out everywhere else is signed out here at the next renewal', async ({
  page,
  shop,
  clock,
}) => {
  const { username } = confirmedReader(shop);
  let accessToken = '';
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/session') || response.request().method() !== 'POST') return;
    accessToken = ((await response.json()) as { session: { accessToken: string } }).session.accessToken;
  });
  await signInAs(page, username);
  // The page may go on before this test has read the answer.
  await expect.poll(() => accessToken).not.toBe('');
  await askIdentity(shop.sandboxUrl, 'GlobalSignOut', { AccessToken: accessToken });
  clock.advance(2 * 3600);
  await press(page, 'Unlock Content');
  await page.getByLabel('Activation code').fill('torch');
  await page.getByLabel('Activation code').press('Enter');
  await expect(page.getByRole('heading', loginForm)).toBeVisible();
});

test('A browser that refuses cookies signs in for as long as the page stays open, and says so', async ({
  page,
  context,
  shop,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
  });
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
    await context.clearCookies();
  });
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await expect(page.getByText(/^This browser refuses our cookie/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', loginForm)).toBeVisible();
});
