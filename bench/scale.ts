import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyToPostgres } from '../server/engines/open-ledger.ts';
import { startPostgresServer } from '../tests/support/postgres-server.ts';
import { redemptionsBy, unlockedContentCall, webhookCall } from './support/calls.ts';
import { fillDatabase, sellTo } from './support/database.ts';
import { freshRequests } from './support/fresh-requests.ts';
import { type Load, load, loadTool } from './support/load.ts';
import { benchOptions } from './support/options.ts';
import { newPeople } from './support/people.ts';
import { median, type Row, report } from './support/report.ts';
import { freePort, openShop, type Server } from './support/servers.ts';

/**
 * `npm run bench -- scale`: one process on SQLite beside one, two and four on PostgreSQL, all of them on all cores
 * together with the database server and the load: how it grows is for a machine with cores to spare.
 */
const { rounds, seconds, connections } = benchOptions({ rounds: 3, seconds: 2, connections: 32 });
const people = 100;
const anyCore = '0-1023';

const directory = mkdtempSync(join(tmpdir(), 'bench-scale-'));
const file = join(directory, 'site.sqlite');
const shop = await openShop(directory, { DATABASE_FILE: file });
const { environment, sandbox } = shop;
const postgres = await startPostgresServer({ durable: true });
const groups: { name: string; servers: Server[] }[] = [];

async function startGroup(name: string, processes: number, databaseUrl: string): Promise<void> {
  const servers: Server[] = [];
  for (let index = 0; index < processes; index += 1) {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const own = { DATABASE_URL: databaseUrl, METRICS_PORT: String(metricsPort) };
    servers.push(await shop.startSite({ name, port, core: anyCore, environment: own }));
  }
  groups.push({ name, servers });
}

/** Loads all processes of a group at the same time, each with its share. @returns requests a second of all together */
async function measure(servers: readonly Server[], requests: Load['requests']) {
  const share = Math.max(1, Math.floor(connections / servers.length));
  const figures = await Promise.all(
    servers.map(({ url }) => load({ url, requests, connections: share, seconds })),
  );
  return {
    perSecond: figures.reduce((sum, { requests, seconds: took }) => sum + requests / took, 0),
    p99Ms: Math.max(...figures.map(({ p99Ms }) => p99Ms)),
  };
}

try {
  await fillDatabase(file, 1000);
  const owners = await newPeople(sandbox.url, environment['COGNITO_CLIENT_ID'] ?? '', people);
  await sellTo(
    file,
    owners.map(({ email }) => email),
  );
  for (const processes of [1, 2, 4]) {
    await postgres.run(`CREATE DATABASE scale_${processes}`);
    const url = postgres.urlOf(`scale_${processes}`);
    await copyToPostgres(file, url, { clock: () => new Date(), onProgress: () => undefined });
    await startGroup(`PostgreSQL, ${processes}`, processes, url);
  }
  await startGroup('SQLite, 1', 1, '');
  groups.unshift(...groups.splice(-1));

  const secret = environment['STRIPE_WEBHOOK_SECRET'] ?? '';
  /** What each group is asked: the same of all its processes, or what is fresh for each of them in turn. */
  const kinds: Record<string, () => Load['requests']> = {
    'unlocked-content': () => owners.map((person) => unlockedContentCall(person)),
    'webhook, a new purchase each': () => freshRequests(() => webhookCall(secret)),
    'use-code, a new one each': () => freshRequests(redemptionsBy(owners)),
  };
  const tables: Record<string, Row[]> = {};
  for (const [kind, make] of Object.entries(kinds)) {
    const asked = groups.map(make);
    const measured = groups.map((): Awaited<ReturnType<typeof measure>>[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { servers }] of groups.entries())
        measured[index]?.push(await measure(servers, asked[index] ?? []));
    }
    tables[kind] = groups.map(({ name }, index) => ({
      'database, processes': name,
      'requests/s': Math.round(median((measured[index] ?? []).map(({ perSecond }) => perSecond))),
      'p99 ms': Number(median((measured[index] ?? []).map(({ p99Ms }) => p99Ms)).toFixed(1)),
    }));
  }
  report('scale', tables, [
    `Load: ${loadTool}, ${connections} connections over all processes, median of ${rounds} rounds of ${seconds} s, interleaved.`,
    'Sites, database server and load share the cores of one machine, so more processes than cores cannot show what they would add.',
    'PostgreSQL with fsync on, as it comes.',
  ]);
} finally {
  await Promise.all(groups.flatMap(({ servers }) => servers.map((server) => server.stop())));
  await sandbox.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true });
}
