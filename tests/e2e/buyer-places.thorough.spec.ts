import type { Page } from '@playwright/test';
import { newEmail } from '../support/people.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** A buyer on a phone. */
const phone = { width: 390, height: 844 };
test.use({ viewport: phone });

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls by touch, and waits for the page's scroll event. */
async function scrollDown(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, pixels);
  await expect.poll(() => scrolledTo(page)).toBe(pixels);
}

test('Paid on a phone, from a form far down its page: the next page opens at its top, with the sum on the screen', async ({
  page,
}) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  await page.getByLabel('Email address').fill(newEmail());
  await scrollDown(page, 600);
  await page.getByLabel('Email address').press('Enter');
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  await expect(page.getByText('Paid: 250 SEK')).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Completed' })).toBeInViewport();
  expect(await scrolledTo(page)).toBe(0);
});

test('A typed address opens at the top, a reload stays where it was, and Back over documents finds the place again', async ({
  page,
  shop,
}) => {
  await page.goto('/shop');
  await hydrated(page);
  await scrollDown(page, 900);
  await page.goto('/faq');
  await hydrated(page);
  expect(await scrolledTo(page)).toBe(0);
  await scrollDown(page, 500);
  await page.reload();
  await hydrated(page);
  await expect.poll(() => scrolledTo(page)).toBe(500);
  // A document of another site between two of ours, like the payment page.
  await page.goto(`${shop.sandboxUrl}/inbox`);
  await page.goto('/shop/cancel');
  await hydrated(page);
  expect(await scrolledTo(page)).toBe(0);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/faq');
  await hydrated(page);
  await expect.poll(() => scrolledTo(page)).toBe(500);
  await page.goBack();
  await expect(page).toHaveURL('/shop');
  await expect.poll(() => scrolledTo(page)).toBe(900);
});

test('A page whose content comes late is scrolled to its place once the content is there', async ({
  page,
}) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByLabel('Email address').press('Enter');
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await scrollDown(page, end);
  await page.reload();
  await expect(page.getByText('Paid: 250 SEK')).toBeAttached();
  await expect.poll(() => scrolledTo(page)).toBe(end);
});

test('A link to the press kit from another page puts the focus there, not on the heading above the news', async ({
  page,
}) => {
  await page.goto('/learn-more');
  await hydrated(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/news#press-kit', textContent: 'Kit' });
    document.querySelector('main')?.append(link);
    link.click();
  });
  await expect(page.getByRole('heading', { name: 'Press kit', exact: true })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Press kit', exact: true })).toBeInViewport();
});
