import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { catalogue } from '#shared/catalogue.ts';
import { createCheckoutSession, patternOf, readUnlockedContent } from '#shared/endpoints.ts';
import { freePort, readFigures } from '#tests/hardening/support/figures.ts';
import { startSiteProcess } from '#tests/hardening/support/site-process.ts';
import { paidEvent, postEvent } from '#tests/hardening/support/webhooks.ts';
import { bearer, json } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { openShop } from '#tests/support/shop.ts';
import { nodeArguments } from '../../node-arguments.ts';
import { anyAddress } from './addresses.ts';
import type { AttackOrder } from './attack.ts';

/**
 * `npm run siege`: bodies that drip from 2 000 sockets, carts from ever other /64s of one /48, orders that nobody made and
 * pages that are not there, all at once for a minute, while buyers buy, the app asks and events come; once on SQLite
 * and once on PostgreSQL. Prints what the buyers noticed, and ends with status 1 when one of them was refused or memory grew.
 */

const seconds = Number(process.env['SIEGE_SECONDS'] ?? 60);
const drippers = Number(process.env['SIEGE_SOCKETS'] ?? 2000);
/** Requests a second of each of the other attacks. */
const pace = Number(process.env['SIEGE_PACE'] ?? 200);
const mostGrowthMb = 64;
/** What the buyers buy: any that has a price. */
const product = catalogue.find(({ priceOre }) => priceOre > 0)?.id ?? '';

async function besiege(engine: string, environment: Record<string, string>) {
  const metricsPort = await freePort();
  const shop = await openShop({ environment: { ...environment, TRUST_PROXY: '127.0.0.1' } });
  await shop.stopSite();
  const site = await startSiteProcess(shop, {
    environment: { METRICS_PORT: String(metricsPort) },
    nodeArguments: [...nodeArguments],
  });
  const { idToken } = await newPerson(shop);
  const ms: Record<string, number[]> = {};
  const failures: Record<string, number> = {};
  async function timed(what: string, ask: () => Promise<Response>): Promise<void> {
    const startedAt = performance.now();
    const status = await ask().then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      (error: unknown) => String(error),
    );
    ms[what] = [...(ms[what] ?? []), performance.now() - startedAt];
    if (status !== 200) failures[`${what} ${status}`] = (failures[`${what} ${status}`] ?? 0) + 1;
  }
  const buyer = async (stop: { over: boolean }) => {
    while (!stop.over) {
      const body = JSON.stringify({ products: [{ id: product }], baseUrl: shop.url, email: newEmail() });
      const headers = { ...json, 'x-forwarded-for': anyAddress() };
      const path = patternOf(createCheckoutSession);
      await timed('checkout', () => fetch(`${shop.url}${path}`, { method: 'POST', headers, body }));
      await timed('event', () => postEvent(shop, paidEvent(newEmail(), product)));
      await timed('page', () => fetch(`${shop.url}/shop`));
      await timed('app', () =>
        fetch(`${shop.url}${patternOf(readUnlockedContent)}`, { headers: bearer(idToken) }),
      );
      await wait(100);
    }
  };

  const buyUntil = (stop: { over: boolean }) => Promise.all(Array.from({ length: 4 }, () => buyer(stop)));
  // As many as later, so that what starts with the first some hundred writes (the checkpoints' thread) runs before.
  const calm = { over: false };
  const warm = buyUntil(calm);
  await wait(10_000);
  calm.over = true;
  await warm;
  const quiet = summary(ms);
  for (const what of Object.keys(ms)) delete ms[what];
  const idleMb = (await readFigures(metricsPort)).residentMb;

  const order: AttackOrder = { url: shop.url, drippers, pace };
  const attack = new Worker(new URL('./attack.ts', import.meta.url), { workerData: order });
  const rush = { over: false };
  const buyers = buyUntil(rush);
  let peakMb = 0;
  for (let second = 0; second < seconds; second += 1) {
    await wait(1000);
    peakMb = Math.max(peakMb, (await readFigures(metricsPort)).residentMb);
  }
  rush.over = true;
  await buyers;
  attack.postMessage('over');
  const [sent] = await once(attack, 'message');
  await attack.terminate();
  const logKb = Math.round(site.output().length / 1024);
  await site.signal('SIGTERM');
  await shop.close();
  console.log({
    engine,
    seconds,
    sent,
    before: quiet,
    besieged: summary(ms),
    failures,
    idleMb,
    peakMb,
    logKb,
  });
  return Object.keys(failures).length === 0 && peakMb - idleMb < mostGrowthMb;
}

/** How many, and in milliseconds half and 99 % of them. */
function summary(ms: Record<string, number[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ms).map(([what, values]) => {
      const sorted = values.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      return [what, `${sorted.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`];
    }),
  );
}

const server = await startPostgresServer({ durable: true });
await server.run('CREATE DATABASE siege');
const held = [
  await besiege('SQLite', {}),
  await besiege('PostgreSQL', { DATABASE_URL: server.urlOf('siege') }),
];
await server.stop();
process.exitCode = held.every(Boolean) ? 0 : 1;
