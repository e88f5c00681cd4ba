import type { Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { holdRequests } from './account-forms.ts';
import { expectAlert, texts } from './account-steps.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';
import { followTraffic } from './traffic.ts';

/** A mid-range phone: the viewport of Lighthouse. */
const phone = { width: 412, height: 823 };

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

test('Fields are connected to their words and their hints as React believes, on every page that is sent with a form', async ({
  page,
}) => {
  for (const path of [
    '/checkout/fist',
    paths.account(),
    paths.createAccount(),
    paths.forgotPassword(),
    paths.withdraw(),
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await hydrated(page);
      await expect.poll(() => page.evaluate(connections)).not.toHaveLength(0);
      for (const { there, believed } of await page.evaluate(connections)) expect(there).toBe(believed);
    });
  }
});

/** The ids made by React, and the references to them, of all elements: as they are, and as React believes they are. */
function connections(): { there: string | null; believed: unknown }[] {
  const names = [
    ['id', 'id'],
    ['for', 'htmlFor'],
    ...['labelledby', 'describedby', 'controls'].map((name) => [`aria-${name}`, `aria-${name}`] as const),
  ] as const;
  return [...document.querySelectorAll('main *')].flatMap((element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps'));
    const props = key ? (element as unknown as Record<string, Record<string, unknown>>)[key] : undefined;
    return names
      .map(([attribute, prop]) => ({ there: element.getAttribute(attribute), believed: props?.[prop] }))
      .filter(
        ({ there, believed }) => props && (there ?? believed) !== undefined && (there ?? believed) !== null,
      );
  });
}

test.describe('a page whose code does not come', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED|Failed to fetch dynamically imported module/] });

  const lost = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'A part of this page did not arrive.' });

  for (const [what, code] of [
    ["the site's code", '**/assets/site-*.js'],
    ["its screen's code", '**/assets/shelf-*.js'],
  ] as const) {
    const tag = code.includes('site') ? [] : '@thorough';
    test(`says so, and loads again when it is told to, with what was put into the cart meanwhile: ${what}`, {
      tag,
    }, async ({ page }) => {
      await page.route(code, (route) => route.abort());
      await page.goto(paths.product('fod'), { waitUntil: 'domcontentloaded' });
      await page.getByRole('button', { name: /^Add to Cart/ }).click();
      await expect(lost(page)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('link', { name: 'Load it again' }).click();
      await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
      await expect(lost(page)).toHaveCount(0);
    });
  }

  for (const [path, words] of [
    [paths.product('fod'), 'What happens next'],
    [paths.terms(), 'Your right to withdraw'],
  ] as const) {
    const tag = path === paths.terms() ? '@thorough' : [];
    test(`says so, and keeps what the server sent: the parts that come last on ${path}`, { tag }, async ({
      page,
    }) => {
      const sent = await (await page.request.get(path)).text();
      await page.route('**/assets/*.js', (route) =>
        sent.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
      );
      await page.goto(path);
      await expect(lost(page)).toBeVisible();
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('link', { name: 'Load it again' }).click();
      await hydrated(page);
      await expect(lost(page)).toHaveCount(0);
    });
  }

  for (const path of [paths.terms(), paths.product('fod')]) {
    const tag = path === paths.terms() ? '@thorough' : [];
    test(`leads on to a page that is whole, and says nothing there: ${path}`, { tag }, async ({ page }) => {
      const sent = await (await page.request.get(path)).text();
      await page.route('**/assets/*.js', (route) =>
        sent.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
      );
      await page.goto(path);
      await expect(lost(page)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
      await expect(lost(page)).toHaveCount(0);
    });
  }

  test('loads whole with the next press: one whose link was touched while there was no connection', {
    tag: '@thorough',
  }, async ({ page }) => {
    const traffic = followTraffic(page);
    await page.goto('/shop');
    await traffic.settled();
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' });
    await page.route('**/assets/*.js', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await link.hover();
    await failed;
    await page.unrouteAll();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible();
  });

  for (const [what, isBack] of [
    ['loads whole with the press itself where the site is newer than the tab', true],
    ['is loaded once for a press, and then says so', false],
  ] as const) {
    test(what, async ({ page }) => {
      await page.goto('/shop');
      await hydrated(page);
      let documents = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      // After the press: before it, the link would become an ordinary one.
      const press = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        if (isBack && documents > 0) return route.continue();
        await press.promise;
        await route.abort();
      });
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
      await expect(page).toHaveURL(/\/faq$/);
      press.resolve();
      if (isBack) await hydrated(page);
      else await expect(lost(page)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible();
      expect(documents).toBe(1);
    });
  }

  test('keeps what is pressed later too, and says it where it can be seen and read', {
    tag: '@thorough',
  }, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.route('**/assets/site-*.js', (route) => route.abort());
    await page.goto(paths.product('fod'));
    await expect(lost(page)).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Load it again' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  });
});

test.describe('over a connection that stalls without failing', () => {
  const line = (page: Page) => page.getByText('A part of this page did not arrive.');

  test('a page says after 20 seconds that its code does not come, and no longer once it is there', async ({
    page,
  }) => {
    await page.clock.install();
    const asked = page.waitForRequest('**/assets/site-*.js');
    const release = await holdRequests(page, '**/assets/site-*.js');
    await page.goto(paths.product('fod'), { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await asked;
    await page.clock.fastForward(19_000);
    await expect(line(page)).toHaveCount(0);
    await page.clock.fastForward(1000);
    await expect(line(page)).toBeVisible();
    release();
    await page.clock.resume();
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
    await expect(line(page)).toHaveCount(0);
  });

  const login = ['/account', 'Sign In', 'A part of this page could not be loaded.'] as const;
  const sound = [paths.product('fod'), /^Listen, 30 seconds/, 'The sound did not come.'] as const;
  for (const [what, [path, button, words], end] of [
    ['the login, until it comes', login, 'press'],
    ['the login, until the page is left', login, 'leave'],
    ['a sound', sound, null],
  ] as const) {
    test(`what is loaded late is given up as if it had failed: ${what}`, async ({ page }) => {
      await page.clock.install();
      const release = Promise.withResolvers<void>();
      const sent = await (await page.request.get(path)).text();
      await page.route('**/assets/*.js', async (route) => {
        if (!sent.includes(new URL(route.request().url()).pathname)) await release.promise;
        await route.continue();
      });
      await page.goto(path);
      await hydrated(page);
      if (path === '/account') {
        await page.getByLabel('Username or email').fill('reader');
        await page.getByLabel('Password', { exact: true }).fill('Any-password-1');
      }
      const pressed = page.getByRole('main').getByRole('button', { name: button, exact: true }).first();
      await pressed.click();
      await expect(page.getByRole('main').locator('button[aria-busy]').first()).toBeVisible();
      await page.clock.fastForward(20_000);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Load it again' })).toBeVisible();
      await expect(page.getByRole('main').locator('button[aria-busy]')).toHaveCount(0);
      release.resolve();
      if (end === null) return;
      if (end === 'press') await pressed.click();
      else await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
      await expect(line(page)).toHaveCount(0);
    });
  }
});

test('Pictures further down come once the one on top is shown', { tag: '@thorough' }, async ({ page }) => {
  await page.setViewportSize(phone);
  const sendPicture = await holdRequests(page, '**/art/fod-*');
  const covers: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/art\/(\w+)-\d/.exec(request.url()) ?? [];
    if (name) covers.push(name);
  });
  await page.goto(paths.shop(), { waitUntil: 'domcontentloaded' });
  // Text is painted, so the layout is done, and the browser knows which lazy pictures are near.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  expect(covers).toEqual(['fod']);
  sendPicture();
  await expect.poll(() => covers).toContain('fist');
});

test('The code is asked for after the first picture, or with the first touch', async ({ page }) => {
  await page.setViewportSize(phone);
  const sendPicture = await holdRequests(page, '**/art/*-tall-*');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(asked.filter((path) => path.startsWith('/assets/site-'))).toEqual([]);
  const code = page.waitForRequest('**/assets/site-*.js');
  await page.mouse.click(5, 5);
  await code;
  sendPicture();
});

test('Going back to a public page can find it as it was: nothing forbids the browser to keep it', {
  tag: '@thorough',
}, async ({ page }) => {
  const traffic = followTraffic(page);
  for (const path of ['/', paths.shop(), '/faq']) {
    const answer = await page.goto(path);
    await traffic.settled();
    expect(answer?.headers()['cache-control']).toBe('public, no-cache');
    const session = await page.context().newCDPSession(page);
    for (const event of ['unload', 'beforeunload']) {
      const { result } = await session.send('Runtime.evaluate', {
        expression: `getEventListeners(window)['${event}']?.length ?? 0`,
        includeCommandLineAPI: true,
      });
      expect(result.value).toBe(0);
    }
    await session.detach();
  }
});

test('The main navigation stands in one line on every phone, from 320 pixels up', async ({ page }) => {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/');
    const tops = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('listitem')
      .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().top));
    expect(tops).toHaveLength(5);
    expect(new Set(tops).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('What only scripts show waits for its styles: a page that was readable before hydrates once they are there', async ({
  page,
}) => {
  const sendStyles = await holdRequests(page, '**/assets/deferred-*.css');
  const scripts = page.waitForResponse(/\/assets\/site-/);
  await page.goto('/faq');
  await (await scripts).finished();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const isHydrated = () =>
    heading.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')));
  // Two frames and an idle callback: long enough for a script that does not wait.
  await page.evaluate(
    () =>
      new Promise<void>((idle) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => idle()))),
      ),
  );
  expect(await isHydrated()).toBe(false);
  sendStyles();
  await expect.poll(isHydrated).toBe(true);
});
