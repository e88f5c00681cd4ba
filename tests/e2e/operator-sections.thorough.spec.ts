import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { patternOf, reportWebVitals } from '#shared/endpoints.ts';
import { operatorSections } from '#shared/operator-sections.ts';
import { buy, control, unlockedIds } from '../support/orders.ts';
import { newPerson } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { goTo, signInAs, test } from './operator-steps.ts';

/** A shop with at least one entry in every list. */
async function fill(shop: Shop, page: Page) {
  const anna = 'anna.andersson.of.the.long.address@example.com';
  const { sessionId } = await buy(shop, ['bundle-pre-order', 'fist'], anna);
  const bo = await newPerson(shop, 'bo.with.an.account@example.com');
  await buy(shop, ['fod'], bo.email);
  await buy(shop, ['fod'], bo.email);
  const disputed = await buy(shop, ['fist'], bo.email);
  await control(shop, 'dispute', { checkout_session: disputed.sessionId });
  await unlockedIds(shop, bo.idToken);
  for (const device of ['phone', 'desktop']) {
    const pages = [40, 80, 90].map((ms) => ({
      route: 'shop',
      inp: { ms, part: 'processing' },
      lcp: { ms: 10 * ms, part: 'load' },
    }));
    await fetch(`${shop.url}${patternOf(reportWebVitals)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ device, pages }),
    });
  }
  await signInAs(page, shop, ['shopkeepers']);
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
  return { anna, bo, sessionId, disputed };
}

/** Checks a section for overflow and accessibility, and takes a screenshot of it. */
async function expectGoodScreen(page: Page, width: number, name: string): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await page.screenshot({ path: `test-results/operator-${name}-${width}.png`, fullPage: true });
}

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test(`every section of the operator's desk works for a member of the group, on ${device}`, async ({
    page,
    shop,
  }) => {
    test.slow();
    const { width } = viewport;
    await page.setViewportSize(viewport);
    const { anna, bo, sessionId } = await fill(shop, page);

    await expect(page.getByText('4 orders').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Today (2)' })).toHaveAttribute('aria-current', 'page');
    await expect(
      page.getByText(/^On phones the shop answers a press in \d+ ms \(3 visits, most/),
    ).toBeVisible();
    await expectGoodScreen(page, width, 'today');

    await goTo(page, 'Orders');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
    await expect(page).toHaveURL(/\/operator\/orders$/);
    await page.getByLabel('Find orders').fill('ANNA');
    await page.keyboard.press('Enter');
    await expect(page.getByText('One order with “ANNA”.')).toBeVisible();
    // The search text may be an e-mail address, so it is in no URL of a page or a call.
    await expect(page).toHaveURL(/\/operator\/orders$/);
    await page.getByRole('button', { name: /^Show details/ }).click();
    await expect(page.getByText(/fod-expansions granted \(purchase, webhook\)/)).toBeVisible();
    await expect(page.getByText(sessionId).first()).toBeVisible();
    await page.getByRole('button', { name: /^Evidence for a dispute/ }).click();
    await expect(page.getByText('customer_email_address')).toBeVisible();
    await expectGoodScreen(page, width, 'orders');

    await page.getByRole('button', { name: `Show the customer ${anna}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
    await expect(page.getByText(`${anna}: one order.`)).toBeVisible();
    await expect(page).toHaveURL(/\/operator\/customers$/);
    await page.getByLabel('Find a customer').fill(bo.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${bo.email}: 3 orders.`)).toBeVisible();
    await expectGoodScreen(page, width, 'customers');

    await goTo(page, 'Activation codes');
    await page.getByLabel('Campaign', { exact: true }).fill('Podcast <3');
    await page.getByRole('checkbox', { name: 'coc_aatt' }).check();
    await page.getByLabel('How many').fill('12');
    await page.getByRole('button', { name: 'Make the codes' }).click();
    await expect(page.getByText('Batch 1: 12 new codes')).toBeVisible();
    const code = (await page.locator('li code').first().textContent()) ?? '';
    await page.getByLabel('Look a code up').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 of 1 uses left', { exact: true })).toBeVisible();
    await expectGoodScreen(page, width, 'codes');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV, batch 1' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('codes-1-podcast-3.csv');
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(13);

    await goTo(page, 'Imports');
    await page.getByLabel('The file').setInputFiles({
      name: 'backers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email;reward\ncecilia@example.com;fist\nnobody;fist\n'),
    });
    await page.getByRole('button', { name: 'Try the file' }).click();
    await expect(page.getByText('1 line to bring in, 0 already in')).toBeVisible();
    await expect(page.getByText('Line 3: "nobody" is no e-mail address')).toBeVisible();
    await expectGoodScreen(page, width, 'imports-tried');
    await page.getByRole('button', { name: 'Bring 1 line in' }).click();
    await expect(page.getByText('1 line brought in as import 1')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'backers.csv (import 1)' })).toBeVisible();
    await expectGoodScreen(page, width, 'imports');

    await goTo(page, 'Letters');
    await expect(page.getByText('The shop writes no mail')).toBeVisible();
    await expectGoodScreen(page, width, 'letters');

    await goTo(page, 'Books');
    await expect(page.getByText('5 sold for 1 500 SEK')).toBeVisible();
    await expectGoodScreen(page, width, 'books');

    await goTo(page, 'Record');
    await expect(page.getByText(/customers\.show, b•••@example\.com/).first()).toBeVisible();
    await expectGoodScreen(page, width, 'record');
  });
}

test('sections have addresses of their own, which a reload and the way back lead to', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, ['shopkeepers'], '/operator/imports');
  await expect(page.getByRole('heading', { name: 'A new file' })).toBeVisible();
  await expect(page).toHaveTitle(/^Imports: behind the counter/);
  await goTo(page, 'Record');
  await expect(page.getByRole('button', { name: 'Show the newest' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'A new file' })).toBeVisible();
  for (const section of operatorSections) {
    const response = await page.request.get(`/operator/${section}`);
    expect(response.status()).toBe(200);
  }
  await page.goto('/operator/nothing');
  await expect(page).toHaveURL(/\/operator$/);
});
