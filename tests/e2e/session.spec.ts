import { addCodes, confirmedReader, expectSignedIn, press, signInAs } from './account-steps.ts';
import { expect } from './fixtures.ts';
import { measuringScript } from './measuring-script.ts';
import { loginForm, sessionCalls, test } from './session-steps.ts';

test('Nothing that a script can read holds a refresh token or any other token', async ({
  page,
  context,
  shop,
}) => {
  const secrets: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().startsWith(shop.sandboxUrl) || response.request().method() !== 'POST') return;
    const body = (await response.json()) as { AuthenticationResult?: Record<string, string> };
    const { RefreshToken, IdToken, AccessToken } = body.AuthenticationResult ?? {};
    for (const token of [RefreshToken, IdToken, AccessToken]) if (token) secrets.push(token);
  });
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  // The page may go on before this test has read the answer.
  await expect.poll(() => secrets).toHaveLength(3);
  const readable = await page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(
        ({ name = '' }) =>
          new Promise<unknown>((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => resolve([name, [...opening.result.objectStoreNames]]);
          }),
      ),
    );
    const cached = await caches.keys();
    const history = JSON.stringify(globalThis.history.state);
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
      databases,
      cached,
      history,
      name: window.name,
      markup: document.documentElement.outerHTML,
    });
  });
  expect(JSON.parse(readable)).toMatchObject({ cookie: '', session: {}, databases: [], cached: [] });
  for (const secret of secrets) expect(readable).not.toContain(secret);
  // No other token either: every JSON Web Token begins like this.
  expect(readable).not.toContain('eyJ');
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(['session', 'session.sig']);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
});

test('A reload, a second tab and a restarted server all keep the person signed in', async ({
  page,
  context,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  await page.reload();
  await expectSignedIn(page, username);
  const second = await context.newPage();
  await second.goto('/account');
  await expectSignedIn(second, username);
  // It is fetched after everything else, and must not coincide with the server's restart.
  await page.waitForFunction(
    (script) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(script)),
    measuringScript(),
  );
  await shop.restart();
  await page.reload();
  await expectSignedIn(page, username);
});

test('An expired id token is renewed without a word: the call that met it is made again', {
  tag: '@thorough',
}, async ({ page, shop, clock }) => {
  const { username } = confirmedReader(shop);
  await addCodes(shop, { torch: ['fist'] });
  await signInAs(page, username);
  const calls = sessionCalls(page);
  clock.advance(2 * 3600);
  await press(page, 'Unlock Content');
  await page.getByLabel('Activation code').fill('torch');
  const [refused] = await Promise.all([
    page.waitForResponse('**/api/use-code'),
    page.getByLabel('Activation code').press('Enter'),
  ]);
  expect(refused.status()).toBe(401);
  await expect(page.getByText('Success!')).toBeVisible();
  expect(calls).toEqual(['GET']);
});

test('Signing in or out in one tab shows in the others', async ({ page, context, shop }) => {
  const { username } = confirmedReader(shop);
  const second = await context.newPage();
  await second.goto('/account');
  await expect(second.getByRole('heading', loginForm)).toBeVisible();
  await signInAs(page, username);
  await expectSignedIn(second, username);
  await press(second, 'Sign Out');
  await expect(page.getByRole('heading', loginForm)).toBeVisible();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', loginForm)).toBeVisible();
  await expect(page.getByText('You are signed out.')).toHaveCount(0);
});

test('An outage of the identity service signs nobody out', { tag: '@thorough' }, async ({ page, shop }) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  shop.sandbox.identity.injectFault({ operation: 'GetTokensFromRefreshToken', drop: true });
  await page.reload();
  await expect(page.getByText('We could not look up your account')).toBeVisible();
  await expect(page.getByText(/If you were signed in, you still are/)).toBeVisible();
  await press(page, 'Try Again');
  await expectSignedIn(page, username);
});
