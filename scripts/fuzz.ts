import { freePort, readFigures } from '#tests/hardening/support/figures.ts';
import { fuzz } from '#tests/hardening/support/fuzz.ts';
import { startSiteProcess } from '#tests/hardening/support/site-process.ts';
import { newPerson } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';

/**
 * `npm run fuzz`: 100 000 generated requests over every route, against a site as a process of its own. Ends with status 1
 * on a 5xx, a request without an answer, an end of the process, or memory that grows from the first fifth to the last.
 * `FUZZ_SEED` repeats a run.
 */

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Growth that garbage collection alone explains, in megabytes. */
const mostGrowthMb = 60;
const parts = 5;

const shop = await openShop();
await shop.stopSite();
const metricsPort = await freePort();
const site = await startSiteProcess(shop, {
  environment: {
    RATE_LIMIT_FACTOR: '100000',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'warn',
    ALLOWED_ORIGINS: 'http://localhost',
  },
  unready: true,
});
const { idToken } = await newPerson(shop);
while (!(await fetch(`${shop.url}/readyz`).catch(() => null))?.ok);
const statuses: Record<string, number> = {};
const faults: string[] = [];
const figures = [];
const startedAt = performance.now();
for (let part = 0; part < parts; part += 1) {
  const outcome = await fuzz(shop, requests / parts, seed + part * 1_000_003, idToken);
  for (const [status, count] of Object.entries(outcome.statuses)) {
    statuses[status] = (statuses[status] ?? 0) + count;
  }
  faults.push(...outcome.faults);
  figures.push(await readFigures(metricsPort));
}
const alive = (await fetch(`${shop.url}/readyz`).catch(() => null))?.ok === true;
const [first, last] = [figures[0], figures.at(-1)];
const growthMb = (last?.residentMb ?? 0) - (first?.residentMb ?? 0);
console.log({
  seed,
  requests,
  seconds: Math.round((performance.now() - startedAt) / 1000),
  statuses,
  alive,
  growthMb,
  figures,
  faults: faults.slice(0, 10),
});
await site.signal('SIGTERM');
await shop.close();
process.exitCode = faults.length === 0 && alive && growthMb < mostGrowthMb ? 0 : 1;
