import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
import { type Contestant, contest } from './support/contest.ts';
import { fillDatabase, sellTo } from './support/database.ts';
import { freshRequests } from './support/fresh-requests.ts';
import type { LoadRequest } from './support/load.ts';
import { benchOptions } from './support/options.ts';
import { cookiesOf, etagOf, newPeople, type Person } from './support/people.ts';
import { median, type Row, report } from './support/report.ts';
import { freePort, openShop, type Server } from './support/servers.ts';
import { otherProduct, usualProduct } from './support/sold.ts';

/**
 * `npm run bench -- growth`: the same site with 1 000, 100 000 and 1 000 000 purchases, as many codes, grants and letters, and a tenth as many gifts:
 * what one request at a time waits for each call, what an operator waits for each command, start and size.
 */
const { rounds, seconds, most } = benchOptions({ rounds: 3, seconds: 1, most: 1_000_000 });
const sizes = [1000, 100_000, 1_000_000].filter((size) => size <= most);

const directory = mkdtempSync(join(tmpdir(), 'bench-growth-'));
const shop = await openShop(directory);
const { environment, sandbox } = shop;
const baseUrl = environment['PUBLIC_URL'] ?? '';
const fileOf = (size: number) => join(directory, String(size), 'site.sqlite');
const settingsOf = (size: number) => ({
  DATA_DIR: join(directory, String(size)),
  DATABASE_FILE: fileOf(size),
});
const started: { server: Server; metrics: Server; startMs: number }[] = [];

async function startSite(size: number): Promise<void> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const own = { ...settingsOf(size), METRICS_PORT: String(metricsPort) };
  const begun = performance.now();
  const server = await shop.startSite({ name: size.toLocaleString('sv-SE'), port, environment: own });
  const metrics = { ...server, url: `http://127.0.0.1:${metricsPort}` };
  started.push({ server, metrics, startMs: performance.now() - begun });
}

async function kindsOfCalls(owners: readonly Person[]): Promise<Record<string, Contestant[]>> {
  const servers = started.map(({ server }) => server);
  const each = (make: (server: Server) => Promise<LoadRequest[]>) =>
    Promise.all(
      servers.map(async (server) => {
        const requests = await make(server);
        return { server, requests };
      }),
    );
  const writes = (make: (index: number) => LoadRequest): Contestant[] =>
    servers.map((server) => ({ server, requests: freshRequests(make) }));
  const secret = environment['STRIPE_WEBHOOK_SECRET'] ?? '';
  return {
    'unlocked-content, 200': await each(async () => owners.map((person) => unlockedContentCall(person))),
    'unlocked-content, 304': await each((server) =>
      Promise.all(owners.map(async (person) => unlockedContentCall(person, await etagOf(server, person)))),
    ),
    'use-code': writes(redemptionsBy(owners)),
    webhook: writes(() => webhookCall(secret)),
    order: await each(async () =>
      Array.from({ length: 900 }, (_, index) => orderCall(`cs_test_old${index + 1}`)),
    ),
    'create-checkout-session': await each(async () => [checkoutCall(baseUrl)]),
    session: await each(async (server) => (await cookiesOf(server, baseUrl, owners)).map(sessionCall)),
    metrics: started.map(({ metrics }) => ({
      server: metrics,
      requests: [{ method: 'GET', path: '/metrics', headers: {} }],
    })),
  };
}

/** Columns by size, and the largest beside the smallest. */
function bySize(values: readonly number[], digits: number): Row {
  const cells = values.map((value, index) => [
    started[index]?.server.name ?? '',
    Number(value.toFixed(digits)),
  ]);
  return {
    ...Object.fromEntries(cells),
    growth: Number(((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2)),
  };
}

/** The operator's commands on the databases as they are now, in milliseconds from start to end of the process. */
function commandTimes(): Row[] {
  const commands = [
    'stats',
    'orders find old-500@example.com',
    'orders show cs_test_old500',
    'orders attention',
    'events list',
    'codes list',
    'codes show torch-500',
    `codes create --campaign more --unlocks ${usualProduct.unlocks[0]} --count 100`,
    'codes export --campaign bench --out OUT.csv',
    'customers show old-500@example.com',
    'customers export old-500@example.com --out OUT.json',
    'grants list old-500@example.com',
    `grants give old-500@example.com ${otherProduct.unlocks[0]} --reason bench`,
    'imports list',
    'actions',
    'reconcile',
    'doctor',
    'backup OUT.sqlite',
    'verify OUT.sqlite',
  ];
  return commands.map((command) => {
    const times = sizes.map((size) => {
      const out = join(directory, `${size}-${command.split(' ')[0]}`);
      const own = out.replace('verify', 'backup');
      const args = command.split(' ').map((word) => word.replace('OUT', own));
      const env = { PATH: process.env['PATH'] ?? '', ...environment, ...settingsOf(size) };
      const begun = performance.now();
      // What it prints is thrown away: a table of a million codes is more than Node would keep.
      const { status, stderr, error } = spawnSync(process.execPath, ['server/admin/main.ts', ...args], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      // The doctor ends with 1 when it has advice to give.
      if (error ?? (status !== 0 && args[0] !== 'doctor')) throw new Error(`${command}: ${error ?? stderr}`);
      return performance.now() - begun;
    });
    return { command, ...bySize(times, 0) };
  });
}

try {
  const owners = await newPeople(sandbox.url, environment['COGNITO_CLIENT_ID'] ?? '', 50);
  for (const size of sizes) {
    mkdirSync(join(directory, String(size)));
    await fillDatabase(fileOf(size), size);
    await sellTo(
      fileOf(size),
      owners.map(({ email }) => email),
    );
    await startSite(size);
  }
  const calls: Row[] = [];
  for (const [call, contestants] of Object.entries(await kindsOfCalls(owners))) {
    const standings = await contest(contestants, { rounds, seconds, connections: 1 });
    calls.push({
      'median ms': call,
      ...bySize(
        standings.map(({ p50Ms }) => p50Ms),
        3,
      ),
    });
  }
  const megabytes = sizes.map((size) => statSync(fileOf(size)).size / 2 ** 20);
  report(
    'growth',
    {
      'Each call, one at a time': calls,
      'The operator, ms from start to end': commandTimes(),
      'Start and size': [
        {
          what: 'start to ready, ms',
          ...bySize(
            started.map(({ startMs }) => median([startMs])),
            0,
          ),
        },
        { what: 'database, MB', ...bySize(megabytes, 0) },
      ],
    },
    [
      'Columns: how many purchases, codes, grants and letters there are; one purchase in ten is a gift. What reads everything grows with it: exports, backups and the check at start.',
    ],
  );
} finally {
  await Promise.all(started.map(({ server }) => server.stop()));
  await sandbox.stop();
  rmSync(directory, { recursive: true });
}
