import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkoutCall,
  orderCall,
  redemptionsBy,
  sessionCall,
  unlockedContentCall,
  webhookCall,
} from './support/calls.ts';
import { type Contestant, contest, standingsTable } from './support/contest.ts';
import { fillDatabase, sellTo } from './support/database.ts';
import { freshRequests } from './support/fresh-requests.ts';
import { type LoadRequest, loadTool } from './support/load.ts';
import { benchOptions, besideOption, countsBest, onlyOption } from './support/options.ts';
import { cookiesOf, etagOf, newPeople } from './support/people.ts';
import { type Row, report } from './support/report.ts';
import { freePort, node, openShop, type Server, startServer } from './support/servers.ts';

/**
 * `npm run bench -- api`: the six calls of the site as it runs in production, beside bare `node:http` with the same
 * signature checks and SQL (the limit), and beside Fastify with the same features. `--only webhook` measures that call alone, `--beside ../before`
 * also the site and the limit of another checkout, `--of best` takes the best round instead of the median.
 */
const { rounds, seconds, connections } = benchOptions({ rounds: 3, seconds: 2, connections: 32 });
const only = onlyOption();
const beside = besideOption();
const people = 100;

const directory = mkdtempSync(join(tmpdir(), 'bench-api-'));
const shop = await openShop(directory);
const { environment, sandbox } = shop;
const file = environment['DATABASE_FILE'] ?? '';
const clientId = environment['COGNITO_CLIENT_ID'] ?? '';
const baseUrl = environment['PUBLIC_URL'] ?? '';
const secret = environment['STRIPE_WEBHOOK_SECRET'] ?? '';
const servers: Server[] = [];

/** Each server with a database of its own, all with the same content. */
async function startServers(): Promise<void> {
  const programs = [
    ['bare node:http', 'bench/peers/bare.ts', '/'],
    ['Fastify', 'bench/peers/fastify.ts', '/'],
    ...(beside === ''
      ? []
      : [
          ['site beside', join(beside, 'server/main.ts'), '/readyz'],
          ['bare beside', join(beside, 'bench/peers/bare.ts'), '/'],
        ]),
  ];
  for (const [name = '', program = '', readyPath = '/'] of programs) {
    const copy = join(directory, `${servers.length}.sqlite`);
    copyFileSync(file, copy);
    const own = { ...environment, DATABASE_FILE: copy, METRICS_PORT: String(await freePort()) };
    const about = { name, command: [...node, program], readyPath, environment: own };
    servers.push(await startServer({ ...about, port: await freePort() }));
  }
  servers.unshift(await shop.startSite());
}

const same = (requests: LoadRequest[]): Contestant[] => servers.map((server) => ({ server, requests }));

try {
  await fillDatabase(file, 1000);
  const owners = await newPeople(sandbox.url, clientId, people);
  await sellTo(
    file,
    owners.map(({ email }) => email),
  );
  const first = await shop.startSite();
  const cookies = await cookiesOf(first, baseUrl, owners);
  await first.stop();
  await startServers();

  const reading = owners.slice(0, 20);
  const etags = await Promise.all(
    servers.map((server) => Promise.all(reading.map((person) => etagOf(server, person)))),
  );
  const writes = (make: (index: number) => LoadRequest): Contestant[] =>
    servers.map((server) => ({ server, requests: freshRequests(make) }));
  const kinds: Record<string, Contestant[]> = {
    'unlocked-content, 200': same(reading.map((person) => unlockedContentCall(person))),
    'unlocked-content, 304': servers.map((server, at) => ({
      server,
      requests: reading.map((person, index) => unlockedContentCall(person, etags[at]?.[index])),
    })),
    'use-code, a new one each': writes(redemptionsBy(owners)),
    'webhook, a new purchase each': writes(() => webhookCall(secret)),
    order: same(Array.from({ length: 500 }, (_, index) => orderCall(`cs_test_old${index + 1}`))),
    'create-checkout-session': same([checkoutCall(baseUrl)]),
    session: same(cookies.map(sessionCall)),
  };
  const tables: Record<string, Row[]> = {};
  for (const [kind, contestants] of Object.entries(kinds)) {
    if (!kind.includes(only)) continue;
    const standings = await contest(contestants, { rounds, seconds, connections });
    tables[kind] = standingsTable(standings, 'bare node:http');
  }
  report('api', tables, [
    `Load: ${loadTool}, ${connections} connections, ${countsBest() ? 'best' : 'median'} of ${rounds} rounds of ${seconds} s, interleaved.`,
    'create-checkout-session and session wait for the sandbox, which shares the core of the load: look at the CPU.',
  ]);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await sandbox.stop();
  rmSync(directory, { recursive: true });
}
