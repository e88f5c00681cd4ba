import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, withMotion } from './fixtures.ts';
import { hydrated } from './public-pages.ts';
import { followTraffic, type Traffic } from './traffic.ts';

test.use(withMotion);

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

/** Scrolls to the end with the mouse wheel, so that every lazy picture is loaded, and waits for them. */
async function scrollToTheEnd(page: Page, traffic: Traffic): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight / 3, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
  await traffic.settled();
}

for (const [device, viewport] of [
  ['a phone', phone],
  ['a desk', desk],
] as const) {
  test.describe(`at ${device}`, () => {
    test.use({ viewport });

    test('Nothing jumps: the layout shift of Home, shop, product and game page is 0 down to their end', async ({
      page,
    }) => {
      // Layout shifts by late fonts have their own test (fonts.thorough.spec.ts); here no font is loaded.
      await page.route('**/*.woff2', (route) => route.fulfill({ status: 204 }));
      await page.addInitScript(() => {
        const shifts: string[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const traffic = followTraffic(page);
      for (const path of ['/', '/shop', '/shop/product/fod', '/fortressofdeath']) {
        await page.goto(path);
        await traffic.settled();
        await scrollToTheEnd(page, traffic);
        const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
        expect(shifts, path).toEqual([]);
      }
    });

    test(`Home without pressing play sends at most ${viewport === phone ? 450 : 900} kB, down to its end`, async ({
      page,
    }) => {
      const sizes: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
      });
      const traffic = followTraffic(page);
      await page.goto('/');
      await traffic.settled();
      await scrollToTheEnd(page, traffic);
      const sent = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(sent).toBeGreaterThan(150_000);
      expect(sent).toBeLessThan(viewport === phone ? 450_000 : 900_000);
    });
  });
}

for (const [device, screen] of [
  ['a cheap phone', { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }],
  ['a phone with two pixels a pixel', { viewport: { width: 414, height: 896 }, deviceScaleFactor: 2 }],
  ['a phone with three', { viewport: { width: 440, height: 956 }, deviceScaleFactor: 3 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ ...screen, isMobile: true });

    test('the first picture of every kind of page is sent in at most 25 kB', async ({ page }) => {
      // The product list comes last: a browser reuses a larger picture from its cache.
      for (const path of ['/', '/shop/product/fist', '/learn-more', '/dracula', '/shop']) {
        await page.goto(path);
        const address = await page
          .locator('img[fetchpriority="high"]')
          .evaluate(async (image: HTMLImageElement) => {
            await image.decode();
            return image.currentSrc;
          });
        const bytes = (await (await page.request.get(address)).body()).length;
        expect(bytes, `${path}: ${address}`).toBeLessThanOrEqual(25_000);
      }
    });
  });
}

for (const path of ['/', '/dracula']) {
  test.describe(`the banner of ${path}`, () => {
    test.use({ viewport: desk });

    test('fetches its picture once, and the preloaded one is that', async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (/-(wide|tall)-\d+\./.test(request.url())) asked.push(request.url());
      });
      const traffic = followTraffic(page);
      await page.goto(path);
      await traffic.settled();
      const stage = page.locator('[data-scene]');
      await pointAtTheBanner(page);
      await traffic.settled();
      expect(asked).toHaveLength(1);
      const shown = await stage
        .locator('img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
      expect(shown).toEqual([asked[0]]);
    });

    test('strikes its match once the page’s code has run', async ({ page }) => {
      const scripts = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await scripts.promise;
        await route.continue();
      });
      const asked = page.waitForRequest('**/assets/*.js');
      await page.goto(path);
      const match = () =>
        page.locator('[data-scene]').evaluate((stage) =>
          stage
            .getAnimations({ subtree: true })
            .filter((animation) => /strike|spread/.test((animation as CSSAnimation).animationName))
            .map(({ playState }) => playState),
        );
      await asked;
      expect(await match()).toEqual(['paused', 'paused']);
      scripts.resolve();
      await expect.poll(match).toEqual(['running', 'running']);
    });

    test('comes alive on load, when it is pointed at, on focus and with the scrolling', async ({ page }) => {
      await page.goto(path);
      await expect.poll(() => animations(page)).toEqual(['draw-in', 'spread', 'strike']);
      await pointAtTheBanner(page);
      await expect.poll(() => animations(page)).toEqual(['breathe', 'draw-in', 'spread', 'strike']);
      await page.mouse.move(0, 0);
      await expect.poll(() => animations(page)).toEqual(['draw-in', 'spread', 'strike']);
      // Every link and button in the text above the scene.
      await page.locator('[data-scene] + div').getByRole('link').first().focus();
      await expect.poll(() => animations(page)).toEqual(['breathe', 'draw-in', 'spread', 'strike']);
      const moving = await page.locator('[data-scene]').evaluate((stage) =>
        stage
          .getAnimations({ subtree: true })
          .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
          .flatMap((frame) => Object.keys(frame))
          .filter((name) => !/^(?:offset|computedOffset|easing|composite)$/.test(name)),
      );
      expect([...new Set(moving)], 'what a browser shows without painting anew').toEqual(['opacity']);
      const dark = () =>
        page
          .locator('[data-scene] > div:nth-of-type(1)')
          .evaluate((shade) => getComputedStyle(shade).opacity);
      await page.evaluate(() => {
        for (const animation of document.getAnimations())
          if (animation instanceof CSSAnimation && /strike|spread/.test(animation.animationName))
            animation.finish();
      });
      expect(await dark()).toBe('0');
      await page.evaluate(() => {
        const { bottom } = document.querySelector('[data-scene]')?.getBoundingClientRect() ?? { bottom: 0 };
        scrollBy({ top: bottom - 60, behavior: 'instant' });
      });
      await expect.poll(async () => Number(await dark())).toBeGreaterThan(0.5);
    });

    test('stands still and fully lit where motion is unwanted', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      await pointAtTheBanner(page);
      expect(await animations(page)).toEqual([]);
      const look = await page.locator('[data-scene]').evaluate((stage) => {
        const [picture, around, over] = [...stage.children].map((child) => getComputedStyle(child));
        return [picture?.filter, around?.opacity, over?.opacity];
      });
      expect(look).toEqual(['none', '0', '0']);
    });
  });
}

test('On paper everything is dark on light: an opening, a product, a receipt', async ({ page }) => {
  const readable = async () => {
    await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
    await expectAccessible(page);
    await page.emulateMedia({ media: 'screen' });
  };
  for (const path of ['/', '/shop/product/fod']) {
    await page.goto(path);
    await readable();
  }
  await page.goto('/checkout/fist');
  await page.getByLabel('Email address').fill('reader@example.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  await readable();
  // An A4 page is as wide as a small tablet, where the cover is above the text.
  await page.setViewportSize({ width: 794, height: 1123 });
  await expect(page.getByRole('main').locator('picture')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').locator('picture')).toBeHidden();
});

test('On paper every answer of the questions stands below its question, and nothing leads on from the footer', async ({
  page,
}) => {
  await page.goto('/faq');
  const answers = page.locator('details > :not(summary)');
  await expect(answers.first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const answer of await answers.all()) await expect(answer).toBeVisible();
  expect(await answers.count()).toBeGreaterThan(10);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^© /)).toBeVisible();
  await expect(footer.getByRole('link')).toHaveCount(0);
});

test('On paper no row of a grid is long below something else: Firefox would leave the sheet above it empty', async ({
  page,
}) => {
  await page.goto('/checkout/fist');
  await page.getByLabel('Email address').fill('reader@example.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page.getByRole('button', { name: 'Pay 250 SEK' }).click();
  await expect(page.getByText('Paid: 250 SEK')).toBeVisible();
  const order = page.url();
  // A4, within its margins.
  await page.setViewportSize({ width: 718, height: 1046 });
  for (const path of [order, '/terms', '/faq', '/shop/product/fod', '/learn-more', '/privacy-policy']) {
    await page.goto(path);
    await hydrated(page);
    await page.emulateMedia({ media: 'print' });
    const long = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((part) => {
          const around = part.parentElement as Element;
          const { top, height } = part.getBoundingClientRect();
          const isBelow = top > around.getBoundingClientRect().top + 100;
          return isBelow && height > innerHeight / 2 && /grid|flex/.test(getComputedStyle(around).display);
        })
        .map(({ className }) => className),
    );
    expect(long, path).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  }
});

/** Moves the mouse onto it. On Home the link covers the banner, so hovering its text fails. */
async function pointAtTheBanner(page: Page): Promise<void> {
  await page.mouse.move(desk.width / 2, desk.height / 2);
}

/** The names of the banner's animations. */
function animations(page: Page): Promise<string[]> {
  return page.locator('[data-scene]').evaluate((stage) =>
    stage
      .getAnimations({ subtree: true })
      // The build prefixes them with the stylesheet's name: `LivingBanner-strike`.
      .map((animation) => (animation as CSSAnimation).animationName.replace(/^\w+-/, ''))
      .toSorted(),
  );
}
