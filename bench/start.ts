import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unlockedContentCall } from './support/calls.ts';
import { sellTo } from './support/database.ts';
import { load } from './support/load.ts';
import { benchOptions } from './support/options.ts';
import { newPeople } from './support/people.ts';
import { median, report } from './support/report.ts';
import { memoryMb, openShop } from './support/servers.ts';

/**
 * `npm run bench -- start`: how long a start takes until the site is ready, what it holds in memory when idle and after
 * a million requests (`--requests`), half of them pages and half the app's question, and how large its files are.
 */
const { rounds, requests } = benchOptions({ rounds: 5, requests: 1_000_000 });
/** Memory settles after the start's work is done, in milliseconds. */
const settleMs = 3000;

const directory = mkdtempSync(join(tmpdir(), 'bench-start-'));
const shop = await openShop(directory);

/** Kilobytes on disk of files or directories, in megabytes. */
function megabytes(...paths: string[]): number {
  const lines = execFileSync('du', ['-sk', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.reduce((sum, line) => sum + Number(line.split('\t')[0]), 0) / 1024;
}

/** What `npm ci --omit=dev` leaves, as the lock file tells it. */
function productionPackages(): string[] {
  const command = ['ls', '--omit=dev', '--all', '--parseable'];
  const lines = execFileSync('npm', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const paths = lines.trim().split('\n').slice(1);
  // A package inside another one is counted with it.
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}

try {
  const [person] = await newPeople(shop.sandbox.url, shop.environment['COGNITO_CLIENT_ID'] ?? '', 1);
  if (!person) throw new Error('Nobody signed up');
  await sellTo(shop.environment['DATABASE_FILE'] ?? '', [person.email]);
  const starts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    const site = await shop.startSite();
    starts.push(performance.now() - begun);
    await site.stop();
  }

  const site = await shop.startSite();
  await wait(settleMs);
  const idle = memoryMb(site.pid);
  const page = { method: 'GET', path: '/', headers: { 'accept-encoding': 'br' } };
  let sent = 0;
  while (sent < requests) {
    const mixed = { url: site.url, requests: [page, unlockedContentCall(person)] };
    sent += (await load({ ...mixed, connections: 64, seconds: 5 })).requests;
  }
  await wait(settleMs);
  const after = memoryMb(site.pid);
  await site.stop();

  const code = megabytes('server', 'shared', 'migrations', 'dist/pages', 'dist/pages.json', 'dist/client');
  report('start', {
    'Start and memory': [
      { what: 'start to ready, ms', value: Math.round(median(starts)) },
      { what: 'idle, MB of its own', value: Math.round(idle.own) },
      { what: `after ${sent} requests, MB of its own`, value: Math.round(after.own) },
      { what: 'of idle', value: Number((after.own / idle.own).toFixed(2)) },
      { what: "idle, MB resident, with the pages of Node's binary", value: Math.round(idle.resident) },
      { what: `after ${sent} requests, MB resident`, value: Math.round(after.resident) },
    ],
    'Production files, MB on disk': [
      { what: 'server, migrations and built site', value: Number(code.toFixed(1)) },
      { what: 'packages', value: Number(megabytes(...productionPackages()).toFixed(1)) },
    ],
  });
} finally {
  await shop.sandbox.stop();
  rmSync(directory, { recursive: true });
}
