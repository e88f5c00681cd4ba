import type { CDPSession, Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { expect, test } from './fixtures.ts';
import { measuringScript } from './measuring-script.ts';
import { followTraffic } from './traffic.ts';

/** The page and two fonts before the first paint; then the later styles, the parts of the site's code, and a late text. */
const mostRequests = 8;

interface Received {
  path: string;
  kind: string;
  /** Transferred bytes, with headers. */
  bytes: number;
}

/** Everything that a page fetches, from the browser's network events. */
async function watchNetwork(page: Page): Promise<{ received: Received[]; session: CDPSession }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // Every page is measured as the first of a visit.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, { path: string; kind: string }>();
  const received: Received[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    kinds.set(requestId, { path: new URL(response.url).pathname, kind: type });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = kinds.get(requestId);
    if (known) received.push({ ...known, bytes: encodedDataLength });
  });
  return { received, session };
}

test('The first load of a public page without pictures is at most 150 kB in 8 requests, and no identity library', async ({
  page,
}) => {
  // A mid-range phone: the viewport of Lighthouse.
  await page.setViewportSize({ width: 412, height: 823 });
  const traffic = followTraffic(page);
  const products = ['fod', 'fod-expansions'].map(paths.product);
  for (const path of [
    '/',
    paths.shop(),
    ...products,
    '/maceandmagic',
    '/press/fist',
    // Its text contains facts of the company.
    '/press/fod-released',
    '/faq',
    '/learn-more',
    '/terms',
  ]) {
    await test.step(path, async () => {
      const { received, session } = await watchNetwork(page);
      await page.goto(path);
      await traffic.settled();
      // The script that measures comes two seconds after the first load (tests/e2e/web-vitals.thorough.spec.ts), and on a busy
      // machine before everything is still.
      const counted = received.filter(
        ({ kind, path }) =>
          kind !== 'Image' && !/\.(svg|ico|png)$/.test(path) && path !== `/${measuringScript()}`,
      );
      expect(counted.some(({ path }) => path.startsWith('/assets/site-'))).toBe(true);
      expect(counted.filter(({ path }) => path.includes('cognito'))).toEqual([]);
      expect(counted.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(150_000);
      expect(counted.length).toBeLessThanOrEqual(mostRequests);
      await session.detach();
      await page.goto('about:blank');
    });
  }
});
