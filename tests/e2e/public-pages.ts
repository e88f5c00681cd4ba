import type { Page } from '@playwright/test';
import { site } from '#shared/site.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { expect, expectAccessibleNow, test } from './fixtures.ts';

export interface PublicPage {
  path: string;
  aliases?: string[];
  title: string;
  heading?: string;
  /** The visible texts that the specification wants on the page. */
  texts: (string | RegExp)[];
}

/** The newsletter strip at the end of the home page and the game pages. */
export const newsletterStrip = 'Sign up for the newsletter';
const article = (slug: string, title: string, ...texts: (string | RegExp)[]): PublicPage => ({
  path: `/press/${slug}`,
  title,
  texts: ['Press & News', ...texts],
});

/** The specification's public pages (section 2), with the texts and facts of sections 1, 2 and 9. */
export const publicPages: PublicPage[] = [
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
    texts: [exampleFacts.email.bugs, exampleFacts.email.support, 'Join the community chat'],
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
      exampleFacts.email.press,
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
      'the number of your account if you are signed in, and a code made from the internet address',
      'Your address is deleted from a letter once it has gone out',
      'Another one is set when you go to pay',
      'Stripe',
      'Amazon Cognito',
      'Our mail service',
      'Our hosting company',
      'newsletter provider',
    ],
  },
  {
    path: '/fortressofdeath',
    title: 'Lone Wolf: The Fortress of Death',
    texts: ['Games', 'Order Now', '28 March 2025', newsletterStrip],
  },
  {
    path: '/fist',
    title: "Steve Jackson's F.I.S.T.",
    texts: ['Games', 'Order Now', '7 September 2024', newsletterStrip],
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
    texts: ['Games', 'Play the video', 'The adventure launched on 1 August 2025', newsletterStrip],
  },
  {
    path: '/terms',
    title: 'Terms of sale',
    texts: [
      'Version of',
      exampleFacts.company.name,
      'Model withdrawal form',
      'You have 14 days',
      'article 16(m)',
      'I/We (*) hereby give notice',
      exampleFacts.bodies.disputes.address,
    ],
  },
  {
    path: '/company',
    title: 'The company',
    texts: [
      exampleFacts.company.name,
      exampleFacts.company.registrationNumber,
      exampleFacts.company.vatNumber ?? '',
      exampleFacts.company.phone,
      exampleFacts.company.address.street,
      exampleFacts.email.support,
      exampleFacts.bodies.consumerAuthority.name,
    ],
  },
  {
    path: '/accessibility',
    title: 'Accessibility',
    texts: [
      'WCAG) 2.2, level AA',
      'Where it falls short',
      exampleFacts.email.bugs,
      exampleFacts.bodies.accessibility.name,
    ],
  },
  { path: '/newsletter', title: 'Newsletter', texts: ['the privacy policy'] },
  { path: '/jobs', title: 'Jobs', texts: ['There are no openings at the moment.'] },
  { path: '/investors', title: 'Investors', texts: ['3.8 million SEK', '687 backers'] },
];

/**
 * One page of each template: other press releases differ only in their text, and other games in their accent colour. The
 * game has a button and a video.
 */
export const templates = publicPages.filter(
  ({ path }) =>
    !/^\/(press\/(?!fod-funded)|fortressofdeath|fist|dracula|call-of-cthulhu|investors)/.test(path),
);

const shell = ['BACK TO MAIN SITE', 'RETURN HOME', `${site.foundedYear} – ${new Date().getFullYear()}`];

/** Checks the current page against the specification's texts for it. */
export async function expectPublicPage(
  page: Page,
  { path, title, heading = title, texts }: PublicPage,
): Promise<void> {
  await expect(page).toHaveTitle(`${title} | ${site.name}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    new RegExp(`^http://[^/]+${path}$`),
  );
  for (const text of texts) await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  for (const text of shell) await expect(page.getByText(text).first()).toBeVisible();
}

/** Runs a check for each public path and its aliases. */
export async function eachPublicPath(
  check: (target: PublicPage, path: string) => Promise<void>,
): Promise<void> {
  for (const target of publicPages) {
    for (const path of [target.path, ...(target.aliases ?? [])]) {
      await test.step(path, () => check(target, path));
    }
  }
}

/** Expects no violation of axe on a page, and nothing wider than the screen. */
export async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await expectAccessibleNow(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Resolves when the whole page is hydrated, including the lazily loaded parts. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
  });
}

/** Expects links to both stores, with QR codes. */
export async function expectBothStores(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('img', { name: /^QR code/ })).toHaveCount(2);
  await expect(main.getByRole('link', { name: /Google Play/ })).toHaveAttribute(
    'href',
    exampleFacts.stores.android ?? '',
  );
  await expect(main.getByRole('link', { name: /App Store/ })).toHaveAttribute(
    'href',
    exampleFacts.stores.ios ?? '',
  );
}
