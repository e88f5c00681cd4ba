import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCodes, confirmedReader, expectSignedIn, press, signInAs } from './account-steps.ts';
import { expect, test } from './fixtures.ts';

test('A forged cookie is nobody, and so is one that is replayed after signing out', async ({
  page,
  context,
  shop,
}) => {
  const { username } = confirmedReader(shop);
  await signInAs(page, username);
  const stolen = await context.cookies();
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await context.addCookies(stolen);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();

  await signInAs(page, username);
  const id = Buffer.from(JSON.stringify({ id: 'guessed' })).toString('base64');
  await context.addCookies([{ name: 'session', value: id, url: shop.url }]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

for (const [title, host, cookieSent] of [
  ['another site', '127.0.0.1', false],
  ['a sibling of the site', 'localhost', true],
] as const) {
  test(`The cookie cannot be used from ${title}`, async ({ page, context, shop }) => {
    const { username } = confirmedReader(shop);
    await addCodes(shop, { torch: ['fist'] });
    await signInAs(page, username);
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>A trap</title><link rel="icon" href="data:,">');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const trap = await context.newPage();
      const trapUrl = `http://${host}:${(server.address() as AddressInfo).port}/`;
      // What a page may send to any site without CORS preflight: a form, here with JSON-like content.
      for (const path of ['/api/session', '/api/use-code', '/api/create-checkout-session']) {
        await trap.goto(trapUrl);
        const [answer] = await Promise.all([
          trap.waitForResponse(shop.url + path),
          trap.evaluate((action) => {
            const form = Object.assign(document.createElement('form'), {
              action,
              method: 'post',
              enctype: 'text/plain',
            });
            const field = { type: 'hidden', name: '{"activationCode":"torch","x":"', value: '"}' };
            form.append(Object.assign(document.createElement('input'), field));
            document.body.append(form);
            form.submit();
          }, shop.url + path),
        ]);
        await trap.waitForURL(shop.url + path);
        expect(answer.status()).toBeGreaterThanOrEqual(400);
        expect('cookie' in (await answer.request().allHeaders())).toBe(cookieSent);
      }
      await trap.goto(trapUrl);
      // Requests that need a CORS preflight are blocked.
      const refused = await trap.evaluate(
        (site) =>
          fetch(`${site}/api/session`, { method: 'DELETE', credentials: 'include' }).then(
            () => false,
            () => true,
          ),
        shop.url,
      );
      expect(refused).toBe(true);
    } finally {
      server.close();
    }
    await page.reload();
    await expectSignedIn(page, username);
    await expect(page.getByText(/You have no products yet/)).toBeVisible();
  });
}
