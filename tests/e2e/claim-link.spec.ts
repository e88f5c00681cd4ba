import type { Page } from '@playwright/test';
import { encode } from 'uqr';
import { claimAs, linkOf } from '../support/claim-calls.ts';
import { bearer, buy, unlockedIds } from '../support/orders.ts';
import { newEmail, newPerson } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import { holdRequests } from './account-forms.ts';
import { conclude, goToPay } from './buyer-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

const fingerprint = Array(32).fill('AB').join(':');
const apps = {
  IOS_APP_IDS: 'ABCDE12345.com.example.ether',
  IOS_APP_SCHEME: 'ether',
  ANDROID_APPS: `com.example.ether=${fingerprint}`,
};
test.use({ shopOptions: { environment: apps } });

const phones = {
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
};
const phone = (userAgent: string) => ({ userAgent, viewport: { width: 390, height: 844 }, hasTouch: true });

/** The token that the app gets from the operating system when the button is pressed. */
async function tokenOfButton(page: Page): Promise<string> {
  const button = page.getByRole('main').getByRole('link', { name: 'Open in the app' });
  const href = (await button.getAttribute('href')) ?? '';
  return /\/open\/([A-Za-z0-9_-]{43})/.exec(href)?.[1] ?? `no token in ${href}`;
}

/** A paid order of a signed-in account holder, with its claim link. */
async function paidLink(shop: Shop): Promise<string> {
  const owner = await newPerson(shop);
  const { sessionId } = await buy(shop, ['fist'], owner.email, bearer(owner.idToken));
  return linkOf(shop, sessionId, bearer(owner.idToken));
}

test.describe('on a phone whose line is lost', () => {
  test.use({ ...phone(phones.android), expectedErrors: [/net::ERR_FAILED/] });

  test('A line that is lost while the page after paying asks for the link keeps nobody from opening it in the app', {
    tag: '@thorough',
  }, async ({ page }) => {
    await goToPay(page, 'fist', newEmail());
    const answer = await holdRequests(page, '**/api/orders/*');
    await conclude(page, 'pay');
    await hydrated(page);
    for (const lost of ['**/assets/**', '**/claim-link']) await page.route(lost, (route) => route.abort());
    answer();
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    // Chromium never retries a module whose import has failed.
    for (const lost of ['**/assets/**', '**/claim-link']) await page.unroute(lost);
    await again.click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Open in the app' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use(phone(phones.android));

  test('What a link carries is seen above the words about it', { tag: '@thorough' }, async ({
    page,
    shop,
  }) => {
    await page.goto(`/open/${await paidLink(shop)}`);
    await expect(page.getByRole('main').locator('[data-art="fist"] img')).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1, name: 'Open it in the app' })).toBeInViewport();
  });

  test('Once its link was opened, the page of a guest’s order sends nobody to the address or to a new account: neither has it', {
    tag: '@thorough',
  }, async ({ page, shop }) => {
    const email = newEmail();
    await goToPay(page, 'fist', email);
    await conclude(page, 'pay');
    const main = page.getByRole('main');
    await expect(main.getByText('It works once, for whoever first puts it on an account')).toBeVisible();
    await claimAs(shop, (await newPerson(shop)).idToken, await tokenOfButton(page));
    await page.reload();
    await expect(main).toContainText(
      `Recorded for ${email}, and unlocked on an account: it stays on that one`,
    );
    await expect(main).toContainText('Log in there with the account that your order is on.');
    // The button still opens the app, but does not promise to unlock anything.
    await expect(main.getByRole('link', { name: 'Open in the app' })).toBeVisible();
    for (const untrue of [
      'It works once',
      'goes to the account that the app is signed in to',
      'Create one with',
    ])
      await expect(main).not.toContainText(untrue);
    await expect(main.getByRole('link', { name: 'Create account' })).toBeHidden();
  });

  test('A guest pays with a mistyped address, opens the link in the app, and owns the adventure within ten seconds and without typing an address', async ({
    page,
    shop,
  }) => {
    const reader = await newPerson(shop);
    await goToPay(page, 'fist', newEmail());
    const paidAt = Date.now();
    await conclude(page, 'pay');
    const main = page.getByRole('main');
    await expect(main.getByText('Paid: 250 SEK')).toBeVisible();
    const button = main.getByRole('link', { name: 'Open in the app' });
    await expect(button).toBeVisible();
    // It is the first button, and the link to the app's store is beside it.
    const first = main.locator('a[href]:not([href^="mailto:"]), button').first();
    await expect(first).toHaveText('Open in the app');
    await expect(main.getByRole('link', { name: 'Get it from Google Play' })).toBeVisible();
    expect(await button.getAttribute('href')).toMatch(
      /^intent:\/\/localhost:\d+\/open\/.*;package=com\.example\.ether;S\.browser_fallback_url=http/,
    );

    const claimed = await claimAs(shop, reader.idToken, await tokenOfButton(page));
    expect(claimed).toEqual({ valid: true, error: null, unlocks: ['fist'] });
    expect(await unlockedIds(shop, reader.idToken)).toEqual(['fist']);
    expect(Date.now() - paidAt).toBeLessThan(10_000);

    // For another account it is too late, with a new link too.
    await page.reload();
    await expect(button).toBeVisible();
    const other = await newPerson(shop);
    expect(await claimAs(shop, other.idToken, await tokenOfButton(page))).toMatchObject({
      error: 'belongs_to_other_account',
    });
    expect(await unlockedIds(shop, reader.idToken)).toEqual(['fist']);
    await expectAccessible(page);
  });

  test('A link whose address was corrected is made anew', { tag: '@thorough' }, async ({ page, shop }) => {
    await goToPay(page, 'fist', newEmail());
    await conclude(page, 'pay');
    const button = page.getByRole('main').getByRole('link', { name: 'Open in the app' });
    await expect(button).toBeVisible();
    const before = await tokenOfButton(page);
    await page.getByRole('button', { name: 'Correct the address' }).click();
    await page.getByLabel('Email address', { exact: true }).fill(newEmail());
    await page.keyboard.press('Enter');
    await expect.poll(() => tokenOfButton(page)).not.toBe(before);
    const reader = await newPerson(shop);
    expect(await claimAs(shop, reader.idToken, before)).toMatchObject({ error: 'link_expired' });
    expect(await claimAs(shop, reader.idToken, await tokenOfButton(page))).toMatchObject({ valid: true });
  });

  test('The page of a link says what was bought, and no request that it makes tells where it is', async ({
    page,
    shop,
  }) => {
    const token = await paidLink(shop);
    const referrers: Promise<string | null>[] = [];
    page.on('request', (request) => {
      referrers.push(request.headerValue('referer'));
    });
    await page.goto(`/open/${token}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Open it in the app' })).toBeVisible();
    await expect(page.getByText("Steve Jackson's F.I.S.T.", { exact: true })).toBeVisible();
    await expect(page.getByText('This is on an account already')).toBeVisible();
    expect(await tokenOfButton(page)).toBe(token);
    await expectAccessible(page);
    // Hovering a link prefetches the code of its screen. The referrer of such requests may be the site's origin, but no page.
    await Promise.all([
      page.waitForRequest('**/assets/*.js'),
      page.getByRole('link', { name: 'About us' }).hover(),
    ]);
    const told = (await Promise.all(referrers)).filter((referrer) => referrer !== null);
    expect(told).not.toEqual([]);
    expect(told.filter((referrer) => new URL(referrer).pathname !== '/')).toEqual([]);
    expect(shop.logText()).not.toContain(token);
  });

  test('A link that nobody made says so, and how to get another one', async ({ page }) => {
    await page.goto(`/open/${'A'.repeat(43)}`);
    await expect(page.getByText('We do not know this link')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open in the app' })).toHaveCount(0);
    await expectAccessible(page);
  });
});

test.describe('on an iPhone', () => {
  test.use(phone(phones.iPhone));

  test("The button leads to the app's own scheme, and the badge to the App Store", {
    tag: '@thorough',
  }, async ({ page, shop }) => {
    const token = await paidLink(shop);
    await page.goto(`/open/${token}`);
    await expect(page.getByRole('link', { name: 'Open in the app' })).toHaveAttribute(
      'href',
      `ether://open/${token}`,
    );
    await expect(page.getByRole('link', { name: 'Get it from App Store' })).toBeVisible();
  });
});

test.describe('on a desk', () => {
  test('The page after paying shows a code that leads a phone’s camera to the link', {
    tag: '@thorough',
  }, async ({ page, shop }) => {
    await goToPay(page, 'fist', newEmail());
    const offered = page.waitForResponse(/\/claim-link$/);
    await conclude(page, 'pay');
    const { url } = (await (await offered).json()) as { url: string };
    const code = page.getByRole('img', { name: /^QR code that opens what you bought/ });
    await expect(code).toBeVisible();
    const { data } = encode(url, { ecc: 'M' });
    const dark = data.flatMap((row, y) => row.flatMap((bit, x) => (bit ? [`M${x} ${y}h1v1h-1z`] : [])));
    await expect(code.locator('path')).toHaveAttribute('d', dark.join(''));
    const reader = await newPerson(shop);
    expect(await claimAs(shop, reader.idToken, url.slice(-43))).toMatchObject({ valid: true });
    await expectAccessible(page);
    // People who cannot scan the code get a link; on the page of the link itself it is not needed.
    const here = page.getByRole('main').getByRole('link', { name: 'Open it here instead' });
    await expect(here).toHaveAttribute('href', url);
    await here.click();
    await expect(code).toBeVisible();
    await expect(page).toHaveURL(url);
    await expect(here).toHaveCount(0);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('The page of a link still says what to do', async ({ page, shop }) => {
    await page.goto(`/open/${await paidLink(shop)}`);
    await expect(page.getByText('Open this link again on that phone.')).toBeVisible();
    await expect(page.getByText('Looking at what is in it')).toBeHidden();
  });
});
