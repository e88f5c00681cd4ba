import { paths } from '#shared/routes.ts';
import { holdRequests } from './account-forms.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';
import { followTraffic } from './traffic.ts';

/** A mid-range phone: the viewport of Lighthouse. */
const phone = { width: 412, height: 823 };

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
