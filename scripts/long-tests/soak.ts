import { setTimeout as wait } from 'node:timers/promises';
import { listedProducts } from '#shared/catalogue.ts';
import { patternOf, readUnlockedContent } from '#shared/endpoints.ts';
import { freePort, readFigures } from '#tests/hardening/support/figures.ts';
import { startSiteProcess } from '#tests/hardening/support/site-process.ts';
import { paidEvent, postEvent } from '#tests/hardening/support/webhooks.ts';
import { bearer } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';
import { nodeArguments } from '../node-arguments.ts';

/**
 * `npm run soak`: finds how much the site answers at its peak, then asks half of that for five minutes: pages, the
 * app's question, orders and webhooks. Ends with status 1 on an error, or when memory or file handles grow.
 */

const seconds = Number(process.env['SOAK_SECONDS'] ?? 300);
const peakSeconds = 10;
const atOnce = 32;
const mostGrowthMb = 40;
const mostMoreFiles = 20;

const shop = await openShop();
await shop.stopSite();
const metricsPort = await freePort();
const site = await startSiteProcess(shop, {
  nodeArguments: [...nodeArguments],
  environment: { RATE_LIMIT_FACTOR: '100000', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' },
  // At this level it does not say that it is ready.
  unready: true,
});
while (!(await fetch(`${shop.url}/readyz`).catch(() => null))?.ok);
const { idToken } = await newPerson(shop);
const productId = listedProducts(['game'])[0]?.id ?? '';
let asked = 0;
const errors: string[] = [];

async function ask(): Promise<void> {
  asked += 1;
  const turn = asked % 20;
  const response = await (turn === 0
    ? postEvent(shop, paidEvent(newEmail(), productId))
    : turn < 10
      ? fetch(`${shop.url}/shop`)
      : fetch(`${shop.url}${patternOf(readUnlockedContent)}`, { headers: bearer(idToken) }));
  await response.arrayBuffer();
  if (response.status !== 200) errors.push(`${response.status}`);
}

/** Asks for a while. @param perSecond `Infinity` for as fast as it goes @returns requests a second */
async function load(forSeconds: number, perSecond: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - startedAt < forSeconds * 1000) {
        const ahead = (done / perSecond) * 1000 - (performance.now() - startedAt);
        if (ahead > 0) await wait(ahead);
        done += 1;
        await ask().catch((error: unknown) => errors.push(String(error)));
      }
    }),
  );
  return done / ((performance.now() - startedAt) / 1000);
}

const peak = await load(peakSeconds, Number.POSITIVE_INFINITY);
const half = Math.round(peak / 2);
const figures = [await readFigures(metricsPort)];
const slices = 10;
for (let slice = 0; slice < slices; slice += 1) {
  await load(seconds / slices, half);
  figures.push(await readFigures(metricsPort));
}
// The first slices are for caches and the just-in-time compiler.
const [settled, last] = [figures[3], figures.at(-1)];
const growthMb = (last?.residentMb ?? 0) - (settled?.residentMb ?? 0);
const moreFiles = (last?.openFiles ?? 0) - (settled?.openFiles ?? 0);
console.log({
  peakPerSecond: Math.round(peak),
  soakedPerSecond: half,
  seconds,
  asked,
  growthMb,
  moreFiles,
  figures,
});
console.log(errors.length === 0 ? 'No error.' : errors.slice(0, 10));
await site.signal('SIGTERM');
await shop.close();
process.exitCode = errors.length === 0 && growthMb < mostGrowthMb && moreFiles < mostMoreFiles ? 0 : 1;
