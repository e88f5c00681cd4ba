import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { catalogue } from '#shared/catalogue.ts';
import {
  createCheckoutSession,
  pathOf,
  patternOf,
  readOrder,
  readUnlockedContent,
  reportCspViolations,
} from '#shared/endpoints.ts';
import { freePort, readFigures } from '#tests/hardening/support/figures.ts';
import { startSiteProcess } from '#tests/hardening/support/site-process.ts';
import { paidEvent, postEvent } from '#tests/hardening/support/webhooks.ts';
import { bearer, json } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

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

type Besieged = Pick<Shop, 'url'>;
interface Attack {
  over: boolean;
  sent: Record<string, number>;
}

const random = (most: number) => Math.floor(Math.random() * most);
const hex = () => random(65_536).toString(16);
const anyAddress = () => `${1 + random(220)}.${random(256)}.${random(256)}.${random(256)}`;

/** A socket whose body never comes; ended by the site, it begins anew. */
async function drip({ url }: Besieged, attack: Attack): Promise<void> {
  const { port } = new URL(url);
  while (!attack.over) {
    const socket: Socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.on('error', () => undefined).resume();
    attack.sent['bodies'] = (attack.sent['bodies'] ?? 0) + 1;
    socket.write(
      `POST ${patternOf(reportCspViolations)} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 16000\r\nx-forwarded-for: ${anyAddress()}\r\n\r\n{`,
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const dripping = setInterval(() => {
      socket.write(' ');
      if (attack.over) socket.destroy();
    }, 1000);
    await closed;
    clearInterval(dripping);
    await wait(1000 + random(1000));
  }
}

/** Requests at a pace, whatever becomes of them. */
async function flood(
  name: string,
  attack: Attack,
  agent: Agent,
  make: () => { url: string; method?: string; from: string; body?: string },
): Promise<void> {
  const startedAt = performance.now();
  for (let sent = 1; !attack.over; sent += 1) {
    const { url, method = 'GET', from, body } = make();
    const headers = { 'x-forwarded-for': from, ...(body !== undefined && json) };
    const one = request(url, { agent, method, headers }, (answer) => answer.resume());
    one.on('error', () => undefined).end(body);
    attack.sent[name] = sent;
    const ahead = (sent / pace) * 1000 - (performance.now() - startedAt);
    if (ahead > 0) await wait(ahead);
  }
}

async function besiege(engine: string, environment: Record<string, string>) {
  const metricsPort = await freePort();
  const shop = await openShop({ environment: { ...environment, TRUST_PROXY: '127.0.0.1' } });
  await shop.stopSite();
  const site = await startSiteProcess(shop, {
    environment: { METRICS_PORT: String(metricsPort) },
    // As `npm start` has it.
    nodeArguments: ['--max-semi-space-size=8'],
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
  const buyer = async (stop: Attack) => {
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

  const calm: Attack = { over: false, sent: {} };
  const warm = buyer(calm);
  await wait(5000);
  calm.over = true;
  await warm;
  const quiet = summary(ms);
  for (const what of Object.keys(ms)) delete ms[what];
  const idleMb = (await readFigures(metricsPort)).residentMb;

  const attack: Attack = { over: false, sent: {} };
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const attacks = [
    ...Array.from({ length: drippers }, () => drip(shop, attack)),
    flood('carts of one /48', attack, agent, () => ({
      url: `${shop.url}${patternOf(createCheckoutSession)}`,
      ...{
        method: 'POST',
        body: '{"products":[],"baseUrl":"x","email":"x"}',
        from: `2001:db8:66:${hex()}::1`,
      },
    })),
    flood('orders', attack, agent, () => ({
      url: `${shop.url}${pathOf(readOrder, { checkoutSessionId: `cs_test_${`${Math.random()}${Math.random()}`.replace(/\D/g, '').padEnd(40, 'a')}` })}`,
      from: anyAddress(),
    })),
    flood('404s', attack, agent, () => ({ url: `${shop.url}/no/such/${hex()}`, from: anyAddress() })),
  ];
  const buyers = Array.from({ length: 4 }, () => buyer(attack));
  let peakMb = 0;
  for (let second = 0; second < seconds; second += 1) {
    await wait(1000);
    peakMb = Math.max(peakMb, (await readFigures(metricsPort)).residentMb);
  }
  attack.over = true;
  await Promise.all([...attacks, ...buyers]);
  agent.destroy();
  const logKb = Math.round(site.output().length / 1024);
  await site.signal('SIGTERM');
  await shop.close();
  console.log({
    ...{ engine, seconds, sent: attack.sent, before: quiet, besieged: summary(ms), failures },
    ...{ idleMb, peakMb, logKb },
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
