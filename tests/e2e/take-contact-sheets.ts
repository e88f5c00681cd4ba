import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, devices, type Page } from '@playwright/test';
import sharp from 'sharp';
import { concretePaths } from '#shared/concrete-paths.ts';
import { operatorPath, operatorSections } from '#shared/operator-sections.ts';
import { paths } from '#shared/routes.ts';
import playwrightConfig from '../../playwright.config.ts';
import { linkOf } from '../support/claim-calls.ts';
import { bearer, buy } from '../support/orders.ts';
import { newEmail, newPerson } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { signInAs } from './account-steps.ts';
import { conclude, fillCart, goToPay } from './buyer-steps.ts';
import { followTraffic } from './traffic.ts';

/**
 * `npm run contact-sheets`: photographs every screen of the site as built in four widths, into `test-results/contact-sheets`:
 * a picture of each whole page, and a sheet of all of them for each width. For looking at, critically, before and after a
 * change of looks; nothing is compared. With names of screens only those (`npm run contact-sheets -- cart success`).
 */

const folder = resolve(import.meta.dirname, '../../test-results/contact-sheets');
const widths = { 390: 844, 768: 1024, 1440: 900, 2560: 1440 } as const;

/** How wide a page is on a sheet, and how much of its height is shown, in pixels. */
const tile = { width: 320, height: 900, gap: 12 };
const columns = 6;

/** Leads a page to what is photographed. */
type Lead = (page: Page, shop: Shop) => Promise<unknown>;

const open =
  (path: string): Lead =>
  (page) =>
    page.goto(path);

/** A guest has paid, in this browser. */
const payAsGuest: Lead = async (page) => {
  await goToPay(page, 'bundle-pre-order', newEmail());
  await conclude(page, 'pay');
  await page.getByRole('heading', { name: 'Into the app' }).waitFor();
};

const signInWithLibrary: Lead = async (page, shop) => {
  const { username, email } = await newPerson(shop);
  await buy(shop, ['bundle-pre-order', 'fist'], email);
  await signInAs(page, username);
  await page.goto(paths.account());
};

const openDesk = async (page: Page, shop: Shop, path: string) => {
  const { username } = await newPerson(shop);
  shop.sandbox.identity.setGroups(username, ['shopkeepers']);
  await buy(shop, ['fod'], newEmail());
  await signInAs(page, username);
  await page.goto(path);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
};

const screens: Record<string, Lead> = {
  ...Object.fromEntries(
    concretePaths()
      .filter(({ path, canonical, name }) => path === canonical && !path.includes(':') && name !== 'operator')
      .map(({ path }) => [path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'), open(path)]),
  ),
  'cart-filled': async (page) => {
    await fillCart(page, 'bundle-pre-order', 'fist');
    await page.goto(paths.cart());
  },
  'login-with-cart': async (page) => {
    await fillCart(page, 'fod', 'fist');
    await page.goto(paths.shopLogin());
  },
  success: payAsGuest,
  open: async (page, shop) => {
    const owner = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fist'], owner.email, bearer(owner.idToken));
    await page.goto(paths.open(await linkOf(shop, sessionId, bearer(owner.idToken))));
  },
  'account-signed-in': signInWithLibrary,
  'order-of-a-stranger': async (page, shop) => {
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    await page.goto(paths.order(sessionId));
  },
  'product-with-cart': async (page) => {
    await fillCart(page, 'fist');
    await page.goto(paths.product('fod'));
  },
  'gift-bought': async (page) => {
    await fillCart(page, 'fist');
    await page.goto(paths.product('fod'));
    await page.getByRole('link', { name: /^Give it as a gift/ }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByLabel('Your email address').fill(newEmail());
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await conclude(page, 'pay');
    await page.getByLabel('Your words').waitFor();
  },
  ...Object.fromEntries(
    [undefined, ...operatorSections].map((section) => [
      `operator${section ? `-${section}` : ''}`,
      (page: Page, shop: Shop) => openDesk(page, shop, operatorPath(section)),
    ]),
  ),
};

/** Scrolls through, so that what waits for being seen has come. */
async function wholePage(page: Page): Promise<Buffer> {
  await followTraffic(page).settled();
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
    await document.fonts.ready;
    // Throws for a picture that is broken.
    await Promise.all(
      [...document.images].filter(({ offsetWidth }) => offsetWidth > 0).map((image) => image.decode()),
    );
    scrollTo(0, 0);
  });
  return page.screenshot({ animations: 'disabled', fullPage: true });
}

async function photographAll(browser: Browser, shop: Shop, width: number, height: number, names: string[]) {
  const tiles: Buffer[] = [];
  await mkdir(join(folder, String(width)), { recursive: true });
  for (const name of names) {
    const context = await browser.newContext({
      viewport: { width, height },
      // The narrow ones are phones and tablets, to which the site shows a way into the app and no QR code.
      ...(width < 1000 && { hasTouch: true, userAgent: devices['Pixel 7'].userAgent }),
      baseURL: shop.url,
      reducedMotion: 'reduce',
    });
    // The download page sends phones to their store, where there is no network to a page of the browser that says so: an
    // answer without content leaves the screen as it is.
    await context.route(
      ({ hostname }) => !['localhost', '127.0.0.1'].includes(hostname),
      (route) => route.fulfill({ status: 204 }),
    );
    const page = await context.newPage();
    await screens[name]?.(page, shop);
    const picture = await wholePage(page);
    await sharp(picture)
      .jpeg({ quality: 80 })
      .toFile(join(folder, String(width), `${name}.jpg`));
    const small = await sharp(picture).resize({ width: tile.width }).toBuffer({ resolveWithObject: true });
    tiles.push(
      await sharp(small.data)
        .extract({
          left: 0,
          top: 0,
          width: tile.width,
          height: Math.min(tile.height, small.info.height),
        })
        .png()
        .toBuffer(),
    );
    await context.close();
    console.log(`${width} ${name}`);
  }
  const rows = Math.ceil(tiles.length / columns);
  await sharp({
    create: {
      width: columns * (tile.width + tile.gap),
      height: rows * (tile.height + tile.gap),
      channels: 3,
      background: '#777',
    },
  })
    .composite(
      tiles.map((input, index) => ({
        input,
        left: (index % columns) * (tile.width + tile.gap),
        top: Math.floor(index / columns) * (tile.height + tile.gap),
      })),
    )
    .jpeg({ quality: 80 })
    .toFile(join(folder, `sheet-${width}.jpg`));
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !screens[name]);
if (unknown.length > 0)
  throw new Error(`There is no screen ${unknown.join(', ')}. There are: ${Object.keys(screens).join(', ')}`);
if (asked.length === 0) await rm(folder, { recursive: true, force: true });
const shop = await openShop({ environment: { OPERATOR_GROUP: 'shopkeepers' } });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  for (const [width, height] of Object.entries(widths))
    await photographAll(
      browser,
      shop,
      Number(width),
      height,
      asked.length > 0 ? asked : Object.keys(screens),
    );
} finally {
  await browser.close();
  await shop.close();
}
