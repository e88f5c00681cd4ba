import { fuzzContract } from '#tests/hardening/support/contract-fuzz.ts';
import { freePort, readFigures } from '#tests/hardening/support/figures.ts';
import { fuzz } from '#tests/hardening/support/fuzz.ts';
import { startSiteProcess } from '#tests/hardening/support/site-process.ts';
import { newPerson } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';
import { nodeArguments } from '../node-arguments.ts';

/**
 * `npm run fuzz`: 100 000 generated requests over every route, against a site as a process of its own. Ends with status 1
 * on a 5xx, a request without an answer, an end of the process, or memory that grows from the first fifth to the last.
 * `npm run fuzz -- contract`: 10 000 requests generated from the OpenAPI document instead, each answer compared with it.
 * `FUZZ_REQUESTS` is how many, `FUZZ_SEED` repeats a run.
 */

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const parts = 5;
const requestsOr = (usual: number) => Number(process.env['FUZZ_REQUESTS'] ?? usual);
const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000);

process.exitCode = (await (process.argv[2] === 'contract' ? contract() : everything())) ? 0 : 1;

async function contract(): Promise<boolean> {
  const requests = requestsOr(10_000);
  const startedAt = performance.now();
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    // A shop of its own each time: past ten wrong codes an account is told to wait, and nothing else.
    const shop = await openShop({ mail: true, environment: { RATE_LIMIT_FACTOR: '100000' } });
    const outcome = await fuzzContract(shop, requests / parts, seed + part);
    for (const [name, count] of Object.entries(outcome.answers)) answers[name] = (answers[name] ?? 0) + count;
    faults.push(...outcome.faults);
    await shop.close();
  }
  const known = Object.fromEntries(Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  console.log(known);
  console.log({ seed, requests, seconds: secondsSince(startedAt), faults: faults.length });
  for (const fault of new Set(faults.slice(0, 20))) console.log(fault);
  return faults.length === 0;
}

async function everything(): Promise<boolean> {
  const requests = requestsOr(100_000);
  /** Growth that garbage collection alone explains, in megabytes. */
  const mostGrowthMb = 60;
  const shop = await openShop();
  await shop.stopSite();
  const metricsPort = await freePort();
  const site = await startSiteProcess(shop, {
    nodeArguments: [...nodeArguments],
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
  const seconds = secondsSince(startedAt);
  console.log({
    seed,
    requests,
    seconds,
    statuses,
    alive,
    growthMb,
    figures,
    faults: faults.slice(0, 10),
  });
  await site.signal('SIGTERM');
  await shop.close();
  return faults.length === 0 && alive && growthMb < mostGrowthMb;
}
