import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { holdRequests } from './account-forms.ts';
import { expect, test } from './fixtures.ts';
import {
  expectBothStores,
  expectFits,
  expectPublicPage,
  hydrated,
  newsletterStrip,
  templates,
} from './public-pages.ts';

/** Missing in TypeScript's DOM types. */
declare const trustedTypes: { defaultPolicy: unknown };

test('A page of each template shows its title, heading and texts on a phone, axe finds nothing on it, and nothing is wider than the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const target of templates) {
    await test.step(target.path, async () => {
      await expectFits(page, target.path);
      await expectPublicPage(page, target);
    });
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Pictures further down are shown', { tag: '@thorough' }, async ({ page }) => {
    await page.goto('/shop');
    const last = page.getByRole('main').locator('picture img').last();
    await last.scrollIntoViewIfNeeded();
    await expect
      .poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test('No button stands there that would do nothing, and a product can be bought by links', async ({
    page,
  }) => {
    for (const path of ['/', paths.shop(), paths.product('fod'), '/dracula']) {
      await page.goto(path);
      await expect(page.getByRole('button')).toHaveCount(0);
      // And no text about a sound that cannot be played.
      await expect(page.getByText('you can move them').filter({ visible: true })).toHaveCount(0);
    }
    await page.goto(paths.product('fod'));
    await page.getByRole('link', { name: 'Buy without an account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Guest checkout' })).toBeVisible();
  });

  test('Both stores, the newsletter by mail and the address of a video can be reached', {
    tag: '@thorough',
  }, async ({ page }) => {
    await page.goto('/download');
    await expectBothStores(page);
    await page.goto('/newsletter');
    await expect(
      page.getByRole('main').getByRole('link', { name: exampleFacts.email.support }),
    ).toBeVisible();
    await page.goto('/dracula');
    const video = page.getByRole('main').getByRole('link', { name: 'Open it there' });
    await expect(video).toHaveAttribute('href', `${site.videoHost}/embed/dracula-001`);
  });
});

test('On the narrowest phone the logo and the way to the main site share a line, so that no font that comes moves the page', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const main = page.getByRole('main');
  const strip = page.getByRole('banner').locator('div').first();
  await page.goto('/shop');
  await page.evaluate(() => document.fonts.ready);
  const withFonts = await main.boundingBox();
  expect((await strip.boundingBox())?.height).toBeLessThan(60);
  await page.route('**/*.woff2', (route) => route.fulfill({ status: 204 }));
  await page.goto('/shop');
  await page.evaluate(() => document.fonts.ready);
  expect((await main.boundingBox())?.y).toBe(withFonts?.y);
});

test('On every navigation the title is set, the page scrolls to the top, and the heading has the focus', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  const follow = async (name: string, heading: string) => {
    await page.getByRole('link', { name, exact: true }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(`${heading} | ${site.name}`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  };
  await follow('Privacy policy', 'Privacy policy');
  await follow('News', 'Press & News');
  await follow('The Fortress of Death is funded', 'The Fortress of Death is funded');
  await follow('Press & News', 'Press & News');
  await follow('FAQ', 'Questions and answers');
  await follow('Investors', 'Investors');
});

test('Each chapter of a long text is one press away, and has the focus then', async ({ page }) => {
  await page.goto('/terms');
  await hydrated(page);
  for (const chapter of await page.getByRole('navigation', { name: 'Chapters' }).getByRole('link').all()) {
    const title = (await chapter.textContent()) ?? '';
    await chapter.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeFocused();
  }
  await expect(page).toHaveURL('/terms#when-these-terms-change');
});

test('A page that is opened anew in the same tab begins at its top, and going back finds the one before where it was left', {
  tag: '@thorough',
}, async ({ page }) => {
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.goto('/faq');
  await hydrated(page);
  // As if the user scrolled and left within one frame: there is no scroll event.
  await page.evaluate(() => {
    window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true });
    window.scrollTo({ top: 400, behavior: 'instant' });
  });
  await page.goto('/privacy-policy');
  await hydrated(page);
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await hydrated(page);
  await expect.poll(scrolled).toBe(400);
});

test('Who scrolls a page and leaves it while its code still comes finds it where it was left, too', {
  tag: '@thorough',
}, async ({ page }) => {
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.setViewportSize({ width: 390, height: 844 });
  await holdRequests(page, '**/assets/shelf-*.js');
  await page.goto(paths.product('fod'));
  // The site's main script runs, and waits for the script of the screen.
  await page.waitForFunction(() => 'trustedTypes' in window && trustedTypes.defaultPolicy !== null);
  await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  await page.goto('/privacy-policy');
  await hydrated(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goBack();
  await hydrated(page);
  await expect.poll(scrolled).toBe(400);
});

test('Home leads to the product of the banner and to the five games, and a game leads where the specification says', async ({
  page,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Enter The Fortress of Death' })).toHaveAttribute(
    'href',
    '/shop/product/fod',
  );
  for (const path of ['/fortressofdeath', '/fist', '/maceandmagic', '/call-of-cthulhu', '/dracula']) {
    await expect(main.locator(`a[href="${path}"]`)).toBeVisible();
  }
  await expect(main.getByRole('link', { name: newsletterStrip })).toHaveAttribute('href', '/newsletter');
  for (const [path, name, href] of [
    ['/fortressofdeath', 'Order Now', paths.shop()],
    ['/fist', 'Order Now', paths.shop()],
    [
      '/maceandmagic',
      'See the crowdfunding campaign',
      'https://www.kickstarter.com/projects/example/mace-and-magic-vemhirs-castle',
    ],
    [
      '/dracula',
      'Go to the backer platform',
      'https://gamefound.com/projects/example/dracula-curse-of-the-vampire',
    ],
  ] as const) {
    await page.goto(path);
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
    const games = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Games' });
    await expect(games).toHaveAttribute('href', paths.shop());
  }
});

test('On a small phone too, what can be done on home stands in the first screen', {
  tag: '@thorough',
}, async ({ page }) => {
  // 640 pixels, and the notice of test mode.
  await page.setViewportSize({ width: 360, height: 720 });
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: /^Listen, 30 seconds/ }).first()).toBeInViewport({
    ratio: 1,
  });
  await expect(main.getByRole('link', { name: /^Enter .*250 SEK$/ })).toBeInViewport({ ratio: 1 });
});

test('Whose blocker takes the newsletter form away reads how to sign up without it', {
  tag: '@thorough',
}, async ({ page, shop }) => {
  const isForm = (url: URL) => url.href.startsWith(`${shop.sandboxUrl}/newsletter-form`);
  await page.route(isForm, (route) => route.abort('blockedbyclient'));
  const blocked = page.waitForEvent('requestfailed', (request) => isForm(new URL(request.url())));
  await page.goto(paths.newsletter());
  await blocked;
  const words = page.getByRole('main').getByText('No form here? Something in your browser may block it.');
  await expect(words).toBeVisible();
  const mail = page.getByRole('main').getByRole('link', { name: exampleFacts.email.support });
  await expect(mail).toHaveAttribute('href', `mailto:${exampleFacts.email.support}?subject=Newsletter`);
});

test('An address that no press release has is a 404 with the Game Over page, also when a link leads there', async ({
  page,
}) => {
  const answer = await page.goto('/press/no-such-release');
  expect(answer?.status()).toBe(404);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game Over.');
  await page.goto('/news');
  await hydrated(page);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/press/another';
    document.body.append(link);
    link.click();
  });
  await expect(page.getByText('This page has been devoured by the Black Ether... Sorry!')).toBeVisible();
});

for (const part of ['AudioContext', 'Worker']) {
  test(`A browser without ${part} is told that it does not play a sound, and not that it is offline`, async ({
    page,
  }) => {
    await page.addInitScript((name) => Reflect.deleteProperty(globalThis, name), part);
    await page.goto('/shop/product/fist');
    await hydrated(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Listen, 30 seconds/ })
      .click();
    await expect(page.getByText(/^This browser does not play this kind of sound\./)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Load it again' })).toHaveCount(0);
  });
}

test.describe('where the line is lost', () => {
  test.use({ expectedErrors: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('A sound that could not be fetched says what helps: loading the page again, not another press', {
    tag: '@thorough',
  }, async ({ page, context }) => {
    await page.goto('/shop/product/fist');
    await hydrated(page);
    const listen = page.getByRole('main').getByRole('button', { name: /^Listen, 30 seconds/ });
    await context.setOffline(true);
    await listen.click();
    await expect(
      page.getByText('The sound did not come. The site may be newer than this page, or you are offline.'),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Load it again' }).click();
    await hydrated(page);
    await listen.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
