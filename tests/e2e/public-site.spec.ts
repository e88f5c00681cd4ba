import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { openShop } from '../support/shop.ts';
import { expect, test } from './fixtures.ts';

interface PublicPage {
  path: string;
  aliases?: string[];
  title: string;
  heading?: string;
  /** What the specification wants on the page, as a person reads it. */
  texts: (string | RegExp)[];
}

const newsletterStrip = 'Sign up for the newsletter';
const article = (slug: string, title: string, ...texts: (string | RegExp)[]): PublicPage => ({
  path: `/press/${slug}`,
  title,
  texts: ['Press & News', ...texts],
});

/** The specification's public pages (section 2), with the texts and facts of sections 1, 2 and 9. */
const publicPages: PublicPage[] = [
  {
    path: '/',
    title: 'Audio adventures for the dark',
    heading: 'The fortress breathes. You listen.',
    texts: ['Google Play', 'App Store', newsletterStrip, 'Dracula: Curse of the Vampire'],
  },
  {
    path: '/contact',
    aliases: ['/feedback'],
    title: 'Contact',
    texts: [site.email.bugs, site.email.support, 'Join the community chat'],
  },
  {
    path: '/faq',
    title: 'Questions and answers',
    texts: [
      'Can I play offline?',
      'I am blind, or see little. Can I play?',
      'How do I redeem an activation code?',
    ],
  },
  {
    path: '/learn-more',
    title: 'About us',
    texts: ['a sound and music company', '687 backers', newsletterStrip],
  },
  {
    path: '/download',
    aliases: ['/game-testing'],
    title: 'Download the app',
    texts: ['Google Play', 'App Store', "Vemhir's Castle"],
  },
  {
    path: '/news',
    aliases: ['/press', '/presskit'],
    title: 'Press & News',
    texts: [
      'Press kit',
      '28 March 2025',
      '7 September 2024',
      '365 % of the goal',
      'Logos',
      'Facts',
      site.email.press,
    ],
  },
  article('fod-kickstarter', 'The Fortress of Death starts its crowdfunding campaign'),
  article('fighting-fantasy-announcement', 'A partnership with Fighting Fantasy', 'you are the hero'),
  article('fod-funded', 'The Fortress of Death is funded', 'has reached its goal'),
  article('fod-ios-update', 'The Fortress of Death and iOS: an update', 'made for Android and for iOS'),
  article('fod-ks-complete', '687 backers, 365 %: the campaign is complete', '365 000 SEK'),
  article('dracula', 'Dracula: Curse of the Vampire is coming to your ears', 'on a backer platform'),
  article('fist', "We are bringing back Steve Jackson's F.I.S.T."),
  article('fist-release-date', 'F.I.S.T. arrives on September 7', 'September 7, 2024'),
  article('fist-is-out', 'F.I.S.T. is out', 'Today, September 7, 2024'),
  article('first-investment-round', 'A first investment round of 3.8 million SEK', '3.8 million SEK'),
  article('fod-released', 'The Fortress of Death is open', 'released today, March 28, 2025'),
  {
    path: '/privacy-policy',
    title: 'Privacy policy',
    texts: [
      'Last updated February 12, 2024',
      'not for children under 13',
      /delete your account and your data by mail/,
      'seven years',
      'There is one cookie',
      'Stripe',
      'Amazon Cognito',
      'newsletter provider',
    ],
  },
  {
    path: '/fortressofdeath',
    title: 'Lone Wolf: The Fortress of Death',
    texts: ['Games', 'Order Now', 'March 28, 2025', newsletterStrip],
  },
  {
    path: '/fist',
    title: "Steve Jackson's F.I.S.T.",
    texts: ['Games', 'Order Now', 'September 7, 2024', newsletterStrip],
  },
  {
    path: '/maceandmagic',
    title: 'Mace & Magic',
    texts: ['Games', 'See the crowdfunding campaign', 'Play the video', "Vemhir's Castle", newsletterStrip],
  },
  {
    path: '/dracula',
    title: 'Dracula: Curse of the Vampire',
    texts: ['Games', 'Go to the backer platform', 'Play the video', newsletterStrip],
  },
  {
    path: '/call-of-cthulhu',
    title: 'Call of Cthulhu: Alone Against the Tide',
    texts: ['Games', 'Play the video', 'launches on 1 August 2025', newsletterStrip],
  },
  { path: '/newsletter', title: 'Newsletter', texts: ['the privacy policy'] },
  { path: '/jobs', title: 'Jobs', texts: ['There are no openings at the moment.'] },
  { path: '/investors', title: 'Investors', texts: ['3.8 million SEK', '687 backers'] },
];

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

/** React has taken over the whole page, the parts that wait for their text included. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
  });
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

  test('Both stores, the newsletter by mail and the address of a video can be reached', async ({ page }) => {
    await page.goto('/download');
    await expectBothStores(page);
    await page.goto('/newsletter');
    await expect(page.getByRole('main').getByRole('link', { name: site.email.support })).toBeVisible();
    await page.goto('/dracula');
    const video = page.getByRole('main').getByRole('link', { name: 'Open it there' });
    await expect(video).toHaveAttribute('href', `${site.videos.host}/embed/${site.videos.dracula}`);
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
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  };
  await follow('Privacy policy', 'Privacy policy');
  await follow('News', 'Press & News');
  await follow('The Fortress of Death is funded', 'The Fortress of Death is funded');
  await follow('Press & News', 'Press & News');
  await follow('FAQ', 'Questions and answers');
  await follow('Investors', 'Investors');
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
    ['/maceandmagic', 'See the crowdfunding campaign', site.links.maceAndMagicCrowdfunding],
    ['/dracula', 'Go to the backer platform', site.links.draculaBackerPlatform],
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

async function expectBothStores(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('img', { name: /^QR code/ })).toHaveCount(2);
  await expect(main.getByRole('link', { name: /Google Play/ })).toHaveAttribute('href', site.stores.android);
  await expect(main.getByRole('link', { name: /App Store/ })).toHaveAttribute('href', site.stores.ios);
}

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`;

/** Opens the download page on a device whose stores answer on this machine. */
async function openDownload(
  browser: Browser,
  url: string,
  userAgent: string,
  touchPoints: number,
): Promise<Page> {
  const page = await browser.newPage({ userAgent });
  for (const store of Object.values(site.stores)) {
    await page.route(store, (route) =>
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
  await expect(await openDownload(browser, shop.url, android, 5)).toHaveURL(site.stores.android);
  await expect(await openDownload(browser, shop.url, iPhone, 5)).toHaveURL(site.stores.ios);
  await expect(await openDownload(browser, shop.url, mac, 5)).toHaveURL(site.stores.ios);
  const desk = await openDownload(browser, shop.url, mac, 0);
  await hydrated(desk);
  await expectBothStores(desk);
  await expect(desk).toHaveURL(`${shop.url}/download`);
});

test('A video asks nothing of its host before the click; then it plays in a frame with a title and has the focus', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route(`${site.videos.host}/**`, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Video</title>' });
  });
  for (const [path, id] of [
    ['/maceandmagic', site.videos.maceAndMagic],
    ['/dracula', site.videos.dracula],
    ['/call-of-cthulhu', site.videos.callOfCthulhu],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await hydrated(page);
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: /^Play the video: / }).press('Enter');
    const frame = page.locator('main iframe');
    await expect(frame).toBeFocused();
    await expect(frame).toHaveAttribute('title', /\w/);
    await expect(frame).toHaveAttribute('allow', /autoplay/);
    await expect.poll(() => asked).toEqual([`${site.videos.host}/embed/${id}?autoplay=1`]);
    asked.length = 0;
  }
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
  await expect(page.getByRole('main').getByRole('link', { name: site.email.support })).toHaveAttribute(
    'href',
    `mailto:${site.email.support}?subject=Newsletter`,
  );
  await expect(page.locator('main iframe')).toHaveCount(0);
  await shop.close();
});

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
for (const { name, viewport, media } of [
  { name: 'on a phone', viewport: phone, media: {} },
  { name: 'at a desk', viewport: desk, media: {} },
  {
    name: 'with more contrast and less motion',
    viewport: phone,
    media: { contrast: 'more', reducedMotion: 'reduce' },
  },
] as const) {
  test(`axe finds nothing on any public page ${name}, and nothing is wider than the screen`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    for (const { path } of publicPages) {
      await test.step(path, async () => {
        await page.goto(path);
        await hydrated(page);
        // What stands in a frame is another company's page.
        const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        ).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    }
  });
}
