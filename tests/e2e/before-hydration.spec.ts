import type { Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { holdRequests } from './account-forms.ts';
import { expectAlert, texts } from './account-steps.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

test.describe('before the page has its code', () => {
  const holdCode = (page: Page) => holdRequests(page, '**/assets/site-*.js');

  test('a press on "Add to Cart" is kept, and done as soon as the code is there', async ({ page }) => {
    const release = await holdCode(page);
    const asked = page.waitForRequest('**/assets/site-*.js');
    await page.goto(paths.product('fod'), { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await asked;
    await expect(page.getByRole('button', { name: /^Add to Cart/ })).toBeVisible();
    release();
    await expect(page.getByRole('link', { name: /^Go to checkout/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  });

  test('a press is seen to be taken before it is done, and only until then', { tag: '@thorough' }, async ({
    page,
  }) => {
    const release = await holdCode(page);
    await page.goto(paths.product('fod'), { waitUntil: 'domcontentloaded' });
    const listen = page.getByRole('button', { name: /^Listen, 30 seconds/ }).first();
    await expect(listen).toHaveCSS('opacity', '1');
    await listen.click();
    await expect(listen).toHaveCSS('opacity', '0.6');
    release();
    await page.getByRole('dialog').press('Escape');
    await expect(listen).toHaveCSS('opacity', '1');
  });

  test('a press on "Add to Cart" counts even when the page is left at once, and only once', async ({
    page,
  }) => {
    await holdCode(page);
    await page.goto(paths.shop(), { waitUntil: 'domcontentloaded' });
    for (const title of ['Lone Wolf', "Steve Jackson's"]) {
      await page
        .getByRole('button', { name: new RegExp(`^Add to Cart: ${title}`) })
        .first()
        .click();
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/shop/checkout');
    const remove = page.getByRole('main').getByRole('button', { name: /^Remove/ });
    await expect(remove).toHaveCount(2);
    await remove.first().click();
    await expect(remove).toHaveCount(1);
    await page.reload();
    await expect(remove).toHaveCount(1);
  });

  test('Enter in a form is kept: the guest checkout and the login go on as soon as they can', async ({
    page,
    shop,
  }) => {
    const release = await holdCode(page);
    await page.goto('/checkout/fist', { waitUntil: 'domcontentloaded' });
    const email = page.getByRole('textbox', { name: 'Email address' });
    await email.fill('not-an-address');
    await email.press('Enter');
    // Text that is typed after the press is not submitted by it.
    await email.fill('guest@example.com');
    await email.press('Enter');
    await email.press('Enter');
    release();
    await page.waitForURL(`${shop.sandboxUrl}/pay/**`);
    await page.goto('/account', { waitUntil: 'domcontentloaded' });
    await page.getByRole('textbox', { name: 'Username or email' }).fill('nobody-at-all');
    await page.getByLabel('Password', { exact: true }).fill('Not-the-password');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expectAlert(page, texts.loginFailed);
  });

  test('a press on the button of a form is kept, until somebody types on', { tag: '@thorough' }, async ({
    page,
    shop,
  }) => {
    const release = await holdCode(page);
    await page.goto('/checkout/fist', { waitUntil: 'domcontentloaded' });
    const email = page.getByRole('textbox', { name: 'Email address' });
    const submit = page.getByRole('button', { name: 'Continue to Checkout' });
    await email.fill('not-an-address');
    await submit.click();
    await expect(submit).toHaveCSS('opacity', '0.6');
    await email.fill('guest@example.com');
    await expect(submit).toHaveCSS('opacity', '1');
    await submit.click();
    release();
    await page.waitForURL(`${shop.sandboxUrl}/pay/**`);
  });

  test('what was typed after a press is not sent by it', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/checkout/fist', { waitUntil: 'domcontentloaded' });
    const email = page.getByRole('textbox', { name: 'Email address' });
    await email.fill('guest@example.com');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await email.fill('guest@example.co');
    release();
    await hydrated(page);
    await expect(email).toHaveValue('guest@example.co');
    await expect(page).toHaveURL('/checkout/fist');
    await expect(page.getByRole('button', { name: 'Preparing the payment' })).toHaveCount(0);
  });

  for (const [path, words, answer] of [
    [paths.order('cs_test_unknown'), 'Asking how your payment stands', 'We cannot find this order'],
    [
      `${paths.success()}?session_id=cs_test_unknown`,
      'Asking how your payment stands',
      'We cannot find this order',
    ],
    [paths.open('A'.repeat(43)), 'Looking at what is in it', 'We do not know this link'],
  ] as const) {
    const tag = path === paths.order('cs_test_unknown') ? [] : '@thorough';
    test(`the page of an order or a link says that it asks: ${path}`, { tag }, async ({ page }) => {
      const release = await holdCode(page);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const asking = page.getByRole('status').filter({ hasText: words });
      await expect(asking).toBeInViewport({ ratio: 1 });
      release();
      await expect(page.getByText(answer)).toBeVisible();
      await expect(asking).toHaveCount(0);
    });
  }

  test('what is typed into the form of a withdrawal stays, and leads to its order', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto(paths.withdraw(), { waitUntil: 'domcontentloaded' });
    const id = `cs_test_${'a'.repeat(58)}`;
    const field = page.getByRole('textbox', { name: "The order's link or number" });
    await field.fill(id);
    release();
    const open = page.getByRole('button', { name: 'Open the order' });
    await expect(open).toBeEnabled();
    await expect(field).toHaveValue(id);
    await open.click();
    await expect(page).toHaveURL(new RegExp(`${id}$`));
  });

  test('going back loads the page there, and hydrates no other one under its address', async ({ page }) => {
    await page.goto('/faq');
    await hydrated(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Press & News');
    const release = await holdCode(page);
    const asked = page.waitForRequest('**/assets/site-*.js');
    await page.reload({ waitUntil: 'domcontentloaded' });
    const sendPage = await holdRequests(page, '**/faq');
    await asked;
    const askedPage = page.waitForRequest('**/faq');
    const told = page.waitForEvent('console', (message) => message.text().startsWith('React has'));
    // Told by the page itself: Playwright evaluates nothing in a page that is being left.
    await page.evaluate(() => {
      history.back();
      let tasks = 0;
      const timer = setInterval(() => {
        // The code listens once it runs; some tasks later a wrong page would be hydrated.
        if (window.onpopstate) tasks += 1;
        if (tasks < 100) return;
        clearInterval(timer);
        console.log(
          `React has ${Object.keys(document.querySelector('h1') ?? {}).length} marks on the heading`,
        );
      });
    });
    await askedPage;
    release();
    expect((await told).text()).toBe('React has 0 marks on the heading');
    sendPage();
    await expect(heading).toHaveText('Questions and answers');
    await hydrated(page);
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
  });

  test('going back to a place of the same page loads nothing', async ({ page }) => {
    const release = await holdCode(page);
    const asked = page.waitForRequest('**/assets/site-*.js');
    await page.goto('/faq', { waitUntil: 'domcontentloaded' });
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await expect(page).toHaveURL(/#main$/);
    await asked;
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/faq$/);
    release();
    await hydrated(page);
    expect(documents).toBe(0);
  });

  test('a link leads where it says', async ({ page }) => {
    await holdCode(page);
    await page.goto('/faq', { waitUntil: 'domcontentloaded' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click();
    await expect(page).toHaveURL(/\/news$/);
  });
});
