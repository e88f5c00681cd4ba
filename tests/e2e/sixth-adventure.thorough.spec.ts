import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { newEmail, password } from '../support/people.ts';
import { expectAccessible } from './fixtures.ts';
import { copyWith } from './sixth-adventure/copy.ts';

const home = join(import.meta.dirname, 'sixth-adventure/lighthouse');
const title = 'Skerrin: The Last Lamp';

/** The shop of a copy of the project with one more adventure, and with one that is not sold any more. */
interface Site {
  url: string;
  sandboxUrl: string;
  /** Files that have changed since the folder was added and everything was built. */
  touched: string[];
}

/** A build takes a minute on two cores, and longer beside others. */
const building = 600_000;

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what is needed
    async ({}, use) => {
      const copy = copyWith(home);
      discontinue(join(copy.root, 'adventures/fod-expansions/adventure.ts'));
      const before = copy.files();
      copy.run('scripts/check-homes.ts');
      copy.run('scripts/build.ts');
      const after = copy.files();
      const paths = new Set([...before.keys(), ...after.keys()]);
      const touched = [...paths].filter((path) => before.get(path) !== after.get(path));
      const shop = await copy.serve();
      await use({ ...shop, touched });
      await shop.close();
      copy.remove();
    },
    { scope: 'worker', timeout: building },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

function discontinue(file: string): void {
  const facts = readFileSync(file, 'utf8');
  writeFileSync(file, facts.replace('preOrder: false,', 'preOrder: false,\n      discontinued: true,'));
}

test.describe.configure({ mode: 'serial', timeout: building });

async function structuredData(page: Page): Promise<{ '@type': string; [key: string]: unknown }[]> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks.map((block) => JSON.parse(block));
}

test('An adventure is added by a folder alone: no other file is touched', async ({ site }) => {
  expect(site.touched).toEqual([]);
});

test('It has a page of its own, a place on the home page and in the shop, and what is known of it is shown', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Six ways into the dark' })).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/the-last-lamp$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('img', { name: /A lighthouse stands on a bare rock/ })).toBeVisible();
  const main = page.getByRole('main');
  for (const text of [
    'It has done so for forty years',
    '1 May 2099, for Android and iOS',
    '5 to 7 hours',
    'English, Swedish',
    'From 13 years',
    'A. Reader, B. Listener',
    'I have not slept near water since.',
  ]) {
    await expect(main).toContainText(text);
  }
  // It has no scene yet, and no button for one.
  await expect(main.getByRole('button', { name: /^Play/ })).toHaveCount(0);
  await expectAccessible(page);
  const pictures = page.locator('main img');
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await page.getByRole('link', { name: 'Order Now' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('199 SEK');
});

test('Its launch is announced until its day, and not from then on, also by a page that was built before', async ({
  page,
}) => {
  await page.clock.setFixedTime('2099-04-30T21:59:59Z');
  await page.goto('/the-last-lamp');
  await expect(page.getByRole('heading', { name: 'Coming on 1 May 2099' })).toBeVisible();
  // Midnight in Stockholm.
  await page.clock.setFixedTime('2099-04-30T22:00:01Z');
  await page.reload();
  await page.getByRole('heading', { name: /1 May 2099/ }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Out since 1 May 2099' })).toBeVisible();
});

test('It is bought as a pre-order and unlocked on the account of its buyer', async ({ page, site }) => {
  const email = newEmail();
  await page.goto('/shop/product/the-last-lamp');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} (Pre-Order)`);
  await expect(page.getByRole('main')).toContainText('somebody knocks');
  await page.getByRole('button', { name: /Add .*to Cart/ }).click();
  await page.goto('/shop/checkout');
  await expect(page.getByRole('main')).toContainText(title);
  await expect(page.getByRole('main')).toContainText('199 SEK');
  await page.goto('/checkout/lighthouse');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  await expect(page.getByText('Paid: 199 SEK')).toBeVisible();
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Username', { exact: true }).fill('keeper');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  const code = async () => {
    const answer = await fetch(`${site.sandboxUrl}/inbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { code?: string }[];
    return mails.find((mail) => mail.code)?.code ?? '';
  };
  await expect.poll(code).not.toBe('');
  await page.getByLabel('Confirmation code').fill(await code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/shop\/checkout$/);
  await page.goto('/account');
  await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible();
});

test('Search engines, link previews and the press find it', async ({ page, site }) => {
  const get = (path: string) => fetch(`${site.url}${path}`, { redirect: 'manual' });
  const sitemap = await (await get('/sitemap.xml')).text();
  for (const path of ['/the-last-lamp', '/shop/product/the-last-lamp', '/press/the-last-lamp']) {
    expect(sitemap).toContain(`<loc>${site.url}${path}</loc>`);
    const card = await get(
      `/social${path === '/the-last-lamp' ? path : `/${path.slice(1).replaceAll('/', '-')}`}.jpg`,
    );
    expect([path, card.status, card.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
  }
  expect((await get('/social/square-lighthouse.jpg')).status).toBe(200);
  expect((await get('/art/lighthouse.jpg')).status).toBe(200);
  const moved = await get('/skerrin');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/the-last-lamp']);

  await page.goto('/shop/product/the-last-lamp');
  const product = (await structuredData(page)).find((node) => node['@type'] === 'Product');
  expect(product).toMatchObject({
    name: title,
    sku: 'lighthouse',
    offers: {
      ...{ price: '199.00', availability: 'https://schema.org/PreOrder' },
      availabilityStarts: '2099-05-01',
    },
  });
  await page.goto('/news');
  await expect(page.getByRole('link', { name: 'The Last Lamp is lit' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Launching 1 May 2099');
  await page.goto('/press/the-last-lamp');
  await expect(page.getByRole('link', { name: 'Its page' })).toHaveAttribute('href', '/the-last-lamp');

  const kit = Buffer.from(await (await get('/press-kit.zip')).arrayBuffer());
  for (const name of ['covers/print', 'covers/web', 'banners']) {
    expect(kit.includes(`${name}/the-last-lamp.jpg`)).toBe(true);
  }
});

test('What is discontinued is in no list and cannot be bought, and its page says so to those who have its address', async ({
  page,
  site,
}) => {
  const gone = 'Expansions (12 months)';
  const path = '/shop/product/fod-expansions';
  for (const list of ['/shop', '/sitemap.xml', '/api/products']) {
    expect(await (await fetch(`${site.url}${list}`)).text()).not.toContain(path);
  }
  await page.goto('/checkout/fod-expansions');
  await expect(page).toHaveURL(path);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: gone })).toBeVisible();
  await expect(main).toContainText('This is no longer sold. If you own it, you keep it');
  await expect(main).not.toContainText(/SEK|You pay|needs Lone Wolf/);
  for (const name of [/Cart/, /Buy/, /gift/]) {
    await expect(main.getByRole('button', { name }).or(main.getByRole('link', { name }))).toHaveCount(0);
  }
  await expectAccessible(page);
  const product = (await structuredData(page)).find((node) => node['@type'] === 'Product');
  expect(product).toMatchObject({ offers: { availability: 'https://schema.org/Discontinued' } });

  const line = { id: 'fod-expansions', title: gone, priceOre: 12_000 };
  await page.evaluate((lines) => localStorage.setItem('cart', lines), JSON.stringify([line]));
  await page.goto('/shop/checkout');
  await expect(main).toContainText(`${gone} is not sold any more and was taken out.`);
  await expect(main).toContainText('No products in shopping cart');
});
