import type { Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { expect, expectAccessibleNow, test } from './fixtures.ts';
import { expectBothStores, hydrated, newsletterStrip, type PublicPage, publicPages } from './public-pages.ts';

const shell = ['BACK TO MAIN SITE', 'RETURN HOME', `${site.foundedYear} – ${new Date().getFullYear()}`];

/** What the specification says of a page, on the page as it is. */
async function expectPage(page: Page, { path, title, heading = title, texts }: PublicPage): Promise<void> {
  await expect(page).toHaveTitle(`${title} | ${site.name}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    new RegExp(`^http://[^/]+${path}$`),
  );
  for (const text of texts) await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  for (const text of shell) await expect(page.getByText(text).first()).toBeVisible();
}

async function eachPage(check: (target: PublicPage, path: string) => Promise<void>): Promise<void> {
  for (const target of publicPages) {
    for (const path of [target.path, ...(target.aliases ?? [])]) {
      await test.step(path, () => check(target, path));
    }
  }
}

test('Every public path of the specification shows its title, heading and texts in a browser, without a console error', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await eachPage(async (target, path) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await hydrated(page);
    await expectPage(page, target);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('The same pages show the same titles, headings and texts', async ({ page }) => {
    test.setTimeout(120_000);
    await eachPage(async (target, path) => {
      await page.goto(path);
      await expectPage(page, target);
    });
  });

  test('Pictures further down are shown', async ({ page }) => {
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
    for (const path of ['/', paths.shop(), paths.product('fod')]) {
      await page.goto(path);
      await expect(page.getByRole('button')).toHaveCount(0);
    }
    await page.goto(paths.product('fod'));
    await page.getByRole('link', { name: 'Buy without an account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Guest checkout' })).toBeVisible();
  });

  test('Both stores, the newsletter by mail and the address of a video can be reached', async ({ page }) => {
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

test('A page that is opened anew in the same tab begins at its top, and going back finds the one before where it was left', async ({
  page,
}) => {
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.goto('/faq');
  await hydrated(page);
  await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  await expect.poll(scrolled).toBe(400);
  await page.goto('/privacy-policy');
  await hydrated(page);
  expect(await scrolled()).toBe(0);
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

/**
 * One page of each template: further press releases differ in their words alone, and further games in an accent colour that
 * the first mode below looks at. The game has a button and a video.
 */
const templates = publicPages.filter(
  ({ path }) =>
    !/^\/(press\/(?!fod-funded)|fortressofdeath|fist|dracula|call-of-cthulhu|investors)/.test(path),
);

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
for (const { name, pages, viewport, media } of [
  { name: 'any public page on a phone', pages: publicPages, viewport: phone, media: {} },
  { name: 'a page of each template at a desk', pages: templates, viewport: desk, media: {} },
  {
    name: 'a page of each template with more contrast and less motion',
    pages: templates,
    viewport: phone,
    media: { contrast: 'more', reducedMotion: 'reduce' },
  },
] as const) {
  test(`axe finds nothing on ${name}, and nothing is wider than the screen`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    for (const { path } of pages) {
      await test.step(path, async () => {
        await page.goto(path);
        await hydrated(page);
        await expectAccessibleNow(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    }
  });
}
