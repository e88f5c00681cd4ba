import type { Locator, Page } from '@playwright/test';
import { gameRoute, paths, routeOf } from '#shared/routes.ts';
import { followTraffic } from './traffic.ts';

/** One picture of the site for the press kit. */
export interface PressScreen {
  /** The file's name, without its ending. */
  name: string;
  path: string;
  device: keyof typeof devices;
  /** Prepares the page for the picture. @returns the picture's subject */
  show(page: Page): Promise<Locator>;
}

/** Width and height in CSS pixels; a phone's picture is taken at two device pixels each. */
export const devices = {
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
} as const;

const heading = async (page: Page) => page.getByRole('heading', { level: 1 });

/** The player with all sources playing: rendering the sounds takes some seconds on a small machine. */
async function listening(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Play: ' }).click();
  await page.getByText('All 5 sounds are playing.').waitFor({ timeout: 60_000 });
  const stage = page.getByRole('group', { name: 'The stage, seen from above' });
  await stage.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  return stage;
}

const pageOf = (id: string): string => routeOf(gameRoute({ id })).path;

/** The screens of which the press gets pictures. */
export const pressScreens: readonly PressScreen[] = [
  { name: 'home-desktop', path: paths.home(), device: 'desktop', show: heading },
  { name: 'home-phone', path: paths.home(), device: 'phone', show: heading },
  { name: 'shop-desktop', path: paths.shop(), device: 'desktop', show: heading },
  { name: 'product-desktop', path: paths.product('fod'), device: 'desktop', show: heading },
  { name: 'fist-desktop', path: pageOf('fist'), device: 'desktop', show: heading },
  { name: 'call-of-cthulhu-desktop', path: pageOf('coc_aatt'), device: 'desktop', show: heading },
  { name: 'dracula-phone', path: pageOf('dracula'), device: 'phone', show: heading },
  { name: 'listening-phone', path: pageOf('fod'), device: 'phone', show: listening },
];

/**
 * Takes a picture of a screen, without scroll bar and without the notice of a test shop.
 * @returns PNG
 * @throws {Error} when the subject is not visible, or a picture on the screen was not loaded
 */
export async function photograph(page: Page, { path, show }: PressScreen): Promise<Buffer> {
  const traffic = followTraffic(page);
  await page.goto(path);
  await traffic.settled();
  await page.locator('.site-banner').evaluateAll((notes) => {
    for (const note of notes) note.remove();
  });
  const subject = await show(page);
  await subject.waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    });
    // Throws for a picture that is broken.
    await Promise.all(inSight.map((image) => image.decode()));
  });
  return page.screenshot({ animations: 'disabled' });
}
