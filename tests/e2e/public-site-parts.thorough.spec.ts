import type { Browser, Page } from '@playwright/test';
import { site } from '#shared/site.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { openShop } from '../support/shop.ts';
import { expect, test } from './fixtures.ts';
import { expectBothStores, hydrated } from './public-pages.ts';
import { followTraffic } from './traffic.ts';

test('The codes and badges of both stores are shown, and the codes are pictures that load', async ({
  page,
}) => {
  for (const path of ['/', '/download']) {
    await page.goto(path);
    await expectBothStores(page);
    for (const code of await page.getByRole('img', { name: /^QR code/ }).all()) {
      await code.scrollIntoViewIfNeeded();
      await expect
        .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
  }
});

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`;

/** Opens the download page as on a phone; the stores' URLs are answered locally. */
async function openDownload(
  browser: Browser,
  url: string,
  userAgent: string,
  touchPoints: number,
): Promise<Page> {
  const page = await browser.newPage({ userAgent });
  for (const store of Object.values(exampleFacts.stores)) {
    await page.route(store ?? '', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Store</title>' }),
    );
  }
  await page.addInitScript((count) => {
    Object.defineProperty(navigator, 'maxTouchPoints', { value: count });
  }, touchPoints);
  await page.goto(`${url}/download`);
  return page;
}

test('Download sends Android to its store, iPhones and iPads to theirs, and shows both to everybody else', async ({
  browser,
  shop,
}) => {
  const android =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
  const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`;
  await expect(await openDownload(browser, shop.url, android, 5)).toHaveURL(
    exampleFacts.stores.android ?? '',
  );
  await expect(await openDownload(browser, shop.url, iPhone, 5)).toHaveURL(exampleFacts.stores.ios ?? '');
  await expect(await openDownload(browser, shop.url, mac, 5)).toHaveURL(exampleFacts.stores.ios ?? '');
  const desk = await openDownload(browser, shop.url, mac, 0);
  await hydrated(desk);
  await expectBothStores(desk);
  await expect(desk).toHaveURL(`${shop.url}/download`);
});

test('A video asks nothing of its host before the click; then it plays in a frame with a title and has the focus', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route(`${site.videoHost}/**`, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Video</title>' });
  });
  const traffic = followTraffic(page);
  for (const [path, id] of [
    ['/maceandmagic', 'mace-magic1'],
    ['/dracula', 'dracula-001'],
    ['/call-of-cthulhu', 'coc-aatt-01'],
  ] as const) {
    await page.goto(path);
    await traffic.settled();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: /^Play the video: / }).press('Enter');
    const frame = page.locator('main iframe');
    await expect(frame).toBeFocused();
    await expect(frame).toHaveAttribute('title', /\w/);
    await expect(frame).toHaveAttribute('allow', /autoplay/);
    await expect.poll(() => asked).toEqual([`${site.videoHost}/embed/${id}?autoplay=1`]);
    asked.length = 0;
  }
});

test.describe('where the host of the videos is blocked', () => {
  test.use({ expectedErrors: [/net::ERR_BLOCKED_BY_CLIENT/] });

  test('A video that stays empty can be opened at its host', async ({ page }) => {
    await page.route(`${site.videoHost}/**`, (route) => route.abort('blockedbyclient'));
    await page.goto('/dracula');
    await page.getByRole('button', { name: /^Play the video: / }).click();
    await expect(page.getByRole('link', { name: 'Open it there' })).toHaveAttribute(
      'href',
      `${site.videoHost}/embed/dracula-001`,
    );
  });
});

test('The newsletter form stands in one frame, in its desktop or its mobile version, and works there', async ({
  page,
  shop,
}) => {
  const frames = page.locator('main iframe');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/newsletter');
  await expect(frames).toHaveCount(1);
  await expect(frames).toHaveAttribute('src', `${shop.sandboxUrl}/newsletter-form?variant=desktop`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(frames).toHaveAttribute('src', `${shop.sandboxUrl}/newsletter-form?variant=mobile`);
  await expect(frames).toHaveCount(1);
  const form = page.frameLocator('iframe[title="Newsletter sign-up form"]');
  await form.getByLabel(/E-mail/).fill('listener@example.com');
  await form.getByRole('button', { name: 'Sign up' }).click();
  await expect(form.getByText(/Thank you/)).toBeVisible();
  expect(shop.sandbox.inbox.list('listener@example.com')).toHaveLength(1);
});

test('Where no newsletter form is configured, a mail does the same', async ({ page }) => {
  const shop = await openShop({ environment: { NEWSLETTER_FORM_URL: '' } });
  await page.goto(`${shop.url}/newsletter`);
  await expect(page.getByText('To sign up, send an empty mail')).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: exampleFacts.email.support }),
  ).toHaveAttribute('href', `mailto:${exampleFacts.email.support}?subject=Newsletter`);
  await expect(page.locator('main iframe')).toHaveCount(0);
  await shop.close();
});
