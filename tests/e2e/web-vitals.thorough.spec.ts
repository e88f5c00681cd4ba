import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { WebVitals } from '#shared/api/web-vitals.ts';
import { patternOf, reportWebVitals } from '#shared/endpoints.ts';
import { paths } from '#shared/routes.ts';
import { freePort } from '../hardening/support/figures.ts';
import { expect, test } from './fixtures.ts';
import { measuringScript } from './measuring-script.ts';
import { hydrated } from './public-pages.ts';

const metricsPort = await freePort();
test.use({ shopOptions: { environment: { METRICS_PORT: String(metricsPort) } } });

const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  isMobile: true,
};

/** Google's own library, which measures the same page. */
const secondOpinion = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('web-vitals')), 'web-vitals.attribution.iife.js'),
  'utf8',
);

/** Opens a page and waits for the measuring script. */
async function openMeasured(page: Page, path: string): Promise<void> {
  const measuring = page.waitForResponse(`**/${measuringScript()}`);
  await page.goto(path);
  await (await measuring).finished();
}

/** Fires the events of a page that becomes hidden, as when it is left. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}

/**
 * Presses a button whose handler takes so many milliseconds, below an element that appears and shifts it; resolves when the browser has
 * reported the press, after the next frame.
 */
async function pressSlowButton(page: Page, ms: number, press: 'click' | 'tap'): Promise<void> {
  await page.evaluate((ms) => {
    const button = document.createElement('button');
    button.textContent = 'Slow';
    button.addEventListener('click', () => {
      for (const end = performance.now() + ms; performance.now() < end; );
    });
    const late = document.createElement('p');
    late.textContent = 'Late';
    document.querySelector('h1')?.before(button);
    requestAnimationFrame(() => requestAnimationFrame(() => button.before(late)));
  }, ms);
  await expect(page.getByText('Late', { exact: true })).toBeVisible();
  const told = page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list, observer) => {
          if (!list.getEntries().some(({ name, duration }) => name === 'click' && duration >= ms)) return;
          observer.disconnect();
          resolve();
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      }),
    ms,
  );
  await page.getByRole('button', { name: 'Slow' })[press]();
  await told;
}

async function counts(): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.matchAll(/^shop_web_vitals_seconds_count\{(.+)\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, labels = '', count]) => [labels, Number(count)]));
}

test.describe('on a phone', () => {
  test.use(phone);

  test('A page that is left tells how fast it was, under the route of each press, and tells no id', async ({
    page,
  }) => {
    await openMeasured(page, `${paths.product('fod')}?secret=who-am-i`);
    // Longer than following the link takes on a busy machine, which is more than a tenth of a second.
    await pressSlowButton(page, 480, 'tap');
    await page.getByRole('link', { name: 'Cart' }).first().tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping cart');
    await pressSlowButton(page, 240, 'tap');
    const sent = page.waitForRequest(`**${patternOf(reportWebVitals)}`);
    await hide(page);
    const request = await sent;
    const vitals = request.postDataJSON() as WebVitals;
    expect(vitals).toEqual({
      device: 'phone',
      pages: expect.arrayContaining([
        {
          route: 'product',
          ttfb: expect.any(Number),
          lcp: { ms: expect.any(Number), part: expect.any(String) },
          inp: { ms: expect.any(Number), part: 'processing' },
          cls: expect.any(Number),
        },
        expect.objectContaining({ route: 'cart', inp: { ms: expect.any(Number), part: 'processing' } }),
      ]),
    });
    expect(vitals.pages).toHaveLength(2);
    const [product, cart] = vitals.pages;
    expect(product?.inp?.ms).toBeGreaterThanOrEqual(480);
    expect(cart?.inp?.ms).toBeGreaterThanOrEqual(240);
    expect(request.postData()).not.toMatch(/fod|secret|http|cs_|[0-9a-f]{8}-/);
    const headers = await request.allHeaders();
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
    expect((await request.response())?.status()).toBe(204);
  });
});

test('Leaving for another site is enough: the figures are counted though the page is gone', async ({
  page,
}) => {
  await openMeasured(page, '/faq');
  expect(await counts()).toEqual({});
  await page.goto('about:blank');
  await expect.poll(counts).toEqual({
    'vital="ttfb",route="/faq",device="desktop"': 1,
    'vital="lcp",route="/faq",device="desktop"': 1,
  });
});

test("The figures are those that Google's library has of the same page", async ({ page }) => {
  await page.addInitScript({ content: `${secondOpinion};window.webVitals = webVitals;` });
  await page.addInitScript(() => {
    const google = (window as unknown as { webVitals: Record<string, (...a: unknown[]) => void> }).webVitals;
    const seen: Record<string, unknown> = {};
    Object.assign(window, { seen });
    for (const name of ['TTFB', 'LCP', 'INP', 'CLS']) {
      google[`on${name}`]?.((metric: object) => Object.assign(seen, { [name]: metric }), {
        reportAllChanges: true,
      });
    }
  });
  await openMeasured(page, paths.product('fod'));
  await pressSlowButton(page, 150, 'click');
  await page.keyboard.press('Tab');
  // Google's library reports when the browser is idle.
  await page.waitForFunction(() => 'INP' in (window as unknown as { seen: object }).seen);
  const sent = page.waitForRequest(`**${patternOf(reportWebVitals)}`);
  await hide(page);
  const { pages } = (await sent).postDataJSON() as WebVitals;
  const theirs = await page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: Record<string, { value: number; attribution: Record<string, number> }>;
    };
    return Object.fromEntries(
      Object.entries(seen).map(([name, { value, attribution }]) => [name, { value, attribution }]),
    );
  });
  const [ours] = pages;
  expect(ours?.route).toBe('product');
  expect(Math.abs((ours?.ttfb ?? -9) - (theirs['TTFB']?.value ?? 0))).toBeLessThanOrEqual(1);
  expect(Math.abs((ours?.lcp?.ms ?? -9) - (theirs['LCP']?.value ?? 0))).toBeLessThanOrEqual(1);
  expect(ours?.inp?.ms).toBe(theirs['INP']?.value);
  expect(theirs['CLS']?.value).toBeGreaterThan(0);
  expect(Math.abs((ours?.cls ?? -9) - (theirs['CLS']?.value ?? 0))).toBeLessThan(0.001);
  const {
    timeToFirstByte = 0,
    resourceLoadDelay = 0,
    resourceLoadDuration = 0,
    elementRenderDelay = 0,
  } = theirs['LCP']?.attribution ?? {};
  const parts = {
    ttfb: timeToFirstByte,
    'load-delay': resourceLoadDelay,
    load: resourceLoadDuration,
    render: elementRenderDelay,
  };
  expect(parts[ours?.lcp?.part ?? 'ttfb']).toBe(Math.max(...Object.values(parts)));
});

test.describe('Nothing is measured, and no script for it fetched,', () => {
  for (const [who, asked] of [
    [
      'by Global Privacy Control',
      () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    ],
    ['by Do Not Track', () => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })],
  ] as const) {
    test(`of who asks not to be followed ${who}`, async ({ page }) => {
      await page.addInitScript(asked);
      await page.clock.install();
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      await page.goto('/faq');
      await hydrated(page);
      await page.clock.fastForward(60_000);
      await page.reload();
      await hydrated(page);
      expect(fetched.filter((path) => path.includes('/site-'))).toHaveLength(2);
      expect(fetched).not.toContain(`/${measuringScript()}`);
    });
  }

  test('of anybody with WEB_VITALS=off', async ({ page, shop }) => {
    // The server adds this to the page then (tests/api/web-vitals.test.ts).
    await page.route(`${shop.url}/faq`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"webVitalsPath":"[^"]+"/, '"webVitalsPath":null');
      await route.fulfill({ response: answer, body });
    });
    await page.clock.install();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto('/faq');
    await hydrated(page);
    await page.clock.fastForward(60_000);
    await page.getByRole('link', { name: 'News' }).first().click();
    await expect(page).toHaveURL(/\/news$/);
    expect(fetched).not.toContain(`/${measuringScript()}`);
  });
});

test('The script that measures comes last of all, at least two seconds after the page works', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(() =>
    addEventListener('hydrated', () => Object.assign(window, { hydratedAt: performance.now() })),
  );
  await openMeasured(page, '/');
  expect(asked.at(-1)).toBe(`/${measuringScript()}`);
  const waited = await page.evaluate((script) => {
    const [entry] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(script));
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const { hydratedAt } = window as unknown as { hydratedAt: number };
    const begun = entry?.startTime ?? 0;
    return { sinceHydrated: begun - hydratedAt, sinceLoad: begun - (navigation?.loadEventEnd ?? begun) };
  }, measuringScript());
  expect(waited.sinceHydrated).toBeGreaterThanOrEqual(1999);
  expect(waited.sinceLoad).toBeGreaterThan(0);
});
