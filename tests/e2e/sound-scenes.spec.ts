import { test as base, expect, type Page } from '@playwright/test';
import { openShop } from '../support/shop.ts';
import { openLab } from './sound-lab/serve.ts';

/** The lab's page of measurements, one for all tests of a worker: it keeps no state. */
const test = base.extend<object, { lab: Page }>({
  lab: [
    async ({ browser }, use) => {
      const shop = await openShop();
      const lab = await openLab(shop.config);
      const page = await browser.newPage();
      await page.goto(`${lab.url}/lab.html`);
      await expect(page).toHaveTitle('Sound lab');
      await use(page);
      await page.close();
      await lab.close();
      await shop.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ timeout: 120_000 });

const worlds = ['fod', 'fist', 'maceandmagic', 'coc_aatt', 'dracula'] as const;

test('The lab measures loudness as ITU-R BS.1770 does: a full-scale sine in one channel is -3.01 LUFS', async ({
  lab,
}) => {
  expect(await lab.evaluate(() => window.soundLab.referenceLoudness())).toBeCloseTo(-3.01, 1);
});

test('Each scene is not silent, peaks below -1 dBFS, and is within 2 LU of every other', async ({ lab }) => {
  const loudness: number[] = [];
  for (const world of worlds) {
    const { peakDb, lufs, leftDb, rightDb } = await lab.evaluate(
      (name) => window.soundLab.measure({ world: name, seconds: 45 }),
      world,
    );
    expect(peakDb, `${world} peak`).toBeLessThan(-1);
    expect(Math.min(leftDb, rightDb), `${world} in both ears`).toBeGreaterThan(-45);
    loudness.push(lufs);
  }
  expect(Math.max(...loudness) - Math.min(...loudness)).toBeLessThan(2);
});

test('Each scene is made of at least five sources', async ({ lab }) => {
  for (const world of worlds) {
    const sources = await lab.evaluate((name) => window.soundLab.sourcesOf(name), world);
    expect(new Set(sources).size, world).toBeGreaterThanOrEqual(5);
  }
});

test('Pulled to the head all at once, a scene still peaks below -1 dBFS', async ({ lab }) => {
  for (const world of worlds) {
    const { peakDb } = await lab.evaluate(
      (name) => window.soundLab.measure({ world: name, seconds: 15, at: { azimuth: 20, distance: 0.6 } }),
      world,
    );
    expect(peakDb, world).toBeLessThan(-1);
  }
});

test('Left and right energy follow a source moved from -90 to +90 degrees', async ({ lab }) => {
  const differences: number[] = [];
  for (const azimuth of [-90, -45, 0, 45, 90]) {
    const { leftDb, rightDb } = await lab.evaluate(
      (at) =>
        window.soundLab.measure({
          world: 'maceandmagic',
          seconds: 8,
          only: ['pages'],
          at: { azimuth: at, distance: 1.3 },
        }),
      azimuth,
    );
    differences.push(rightDb - leftDb);
  }
  expect(differences[0]).toBeLessThan(-4);
  expect(differences[4]).toBeGreaterThan(4);
  expect(Math.abs(differences[2] as number)).toBeLessThan(1.5);
  expect(differences).toEqual(differences.toSorted((a, b) => a - b));
});

test('A source behind differs from one in front, and the same place twice does not', async ({ lab }) => {
  const compare = (first: number, second: number) =>
    lab.evaluate(
      ([a, b]) => {
        const standing = (azimuth: number) => ({
          world: 'maceandmagic' as const,
          seconds: 8,
          only: ['pages'],
          at: { azimuth, distance: 1.3 },
        });
        return window.soundLab.difference(standing(a), standing(b));
      },
      [first, second] as const,
    );
  const { differenceDb, firstDb } = await compare(0, 180);
  expect(differenceDb).toBeGreaterThan(firstDb - 15);
  expect((await compare(0, 0)).differenceDb).toBe(Number.NEGATIVE_INFINITY);
});

test('A source is softer the further away it stands', async ({ lab }) => {
  const levels: number[] = [];
  for (const distance of [1, 3, 6, 12]) {
    const { leftDb } = await lab.evaluate(
      (metres) =>
        window.soundLab.measure({
          world: 'dracula',
          seconds: 8,
          only: ['wind'],
          at: { azimuth: 0, distance: metres },
        }),
      distance,
    );
    levels.push(leftDb);
  }
  expect(levels).toEqual(levels.toSorted((a, b) => b - a));
  expect((levels[0] as number) - (levels[3] as number)).toBeGreaterThan(10);
});
