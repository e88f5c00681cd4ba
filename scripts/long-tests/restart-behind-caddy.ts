import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { catalogue } from '#shared/catalogue.ts';
import { listProducts, patternOf, readConfig, receiveStripeEvent } from '#shared/endpoints.ts';
import { paths } from '#shared/routes.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { paidEvent, signatureOf } from '#tests/hardening/support/webhooks.ts';
import { openShop } from '#tests/support/shop.ts';
import { nodeArguments } from '../node-arguments.ts';

/**
 * `npm run restarts`: the site as its image has it, behind Caddy with the repository's own `reverse_proxy` block, restarted,
 * updated to a version with one more migration, and rolled back to the older one from a backup, each as docs/hosting.md says,
 * while clients ask for pages and calls and webhooks come in. Counts what failed: nothing, or it ends with status 1.
 * `CADDY` names the program; without it the one on the path is taken.
 */

const root = join(import.meta.dirname, '../..');
const caddyProgram = process.env['CADDY'] ?? 'caddy';
const wanted = Number(process.env['REQUESTS'] ?? 10_000);
const clients = 16;
/** What is bought: any that has a price. */
const product = catalogue.find(({ priceOre }) => priceOre > 0)?.id ?? '';

const version = spawnSync(caddyProgram, ['version'], { encoding: 'utf8' });
if (version.status !== 0) {
  console.error(
    'There is no Caddy. Install it (Debian: apt-get install caddy), or name the program in CADDY.',
  );
  process.exit(1);
}

/** The site's program as the image has it, in a folder of its own. @param more a migration that only this version has */
function versionIn(folder: string, more: string | null): string {
  for (const part of ['server', 'shared', 'migrations', 'dist'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const part of ['adventures', 'client', 'node_modules', 'art'])
    symlinkSync(join(root, part), join(folder, part));
  for (const part of ['package.json', 'site.example.json']) cpSync(join(root, part), join(folder, part));
  if (more !== null) {
    const last =
      readdirSync(join(folder, 'migrations'))
        .filter((name) => name.endsWith('.sql'))
        .toSorted()
        .at(-1) ?? '0';
    const number = String(Number(last.slice(0, 4)) + 1).padStart(4, '0');
    writeFileSync(join(folder, 'migrations', `${number}_of_the_update.sql`), more);
  }
  return folder;
}

/**
 * The block of deploy/Caddyfile, pointed at the site, on a plain port. Debian's Caddy 2.6 has another name for one option, and holds a
 * request with a body back only where it is told which may be sent twice.
 */
function caddyfile(port: number, sitePort: number): string {
  const file = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8');
  const block = /\treverse_proxy site:3000 \{([\s\S]*?)\n\t\}/.exec(file)?.[1];
  if (!block) throw new Error('deploy/Caddyfile has no reverse_proxy block any more.');
  const isOld = /^v?2\.6\./.test(version.stdout);
  const known = isOld
    ? `${block.replace(/request_buffers (\S+)/, 'buffer_requests\n\t\tmax_buffer_size $1')}
\t\tlb_retry_match {
\t\t\tmethod GET
\t\t}
\t\tlb_retry_match {
\t\t\tmethod POST
\t\t\tpath ${patternOf(receiveStripeEvent)}
\t\t}`
    : block;
  return `{
\tadmin off
\tauto_https off
\tlog {
\t\tlevel ERROR
\t}
}
http://127.0.0.1:${port} {
\treverse_proxy 127.0.0.1:${sitePort} {${known}
\t}
}
`;
}

const scratch = mkdtempSync(join(tmpdir(), 'restarts-'));
const shop = await openShop({ environment: { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1000' } });
await shop.stopSite();
const environment = { PATH: process.env['PATH'], ...shop.environment };
const sitePort = Number(shop.environment['PORT']);
const caddyPort = await freePort();
const older = versionIn(join(scratch, 'older'), null);
const newer = versionIn(
  join(scratch, 'newer'),
  'CREATE TABLE of_the_update (id INTEGER PRIMARY KEY) STRICT;\n',
);

/** Starts a version, as the image does. @returns once it is ready */
async function start(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeArguments, 'server/main.ts'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line.includes('"msg":"site ready"')) {
      child.stdout?.resume();
      return child;
    }
  }
  throw new Error(`The site in ${folder} did not start.`);
}
async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`The site ended with ${code}.`);
}
function admin(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, ['server/admin/main.ts', ...args], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`admin ${args.join(' ')}: ${stderr}`);
}

let asked = 0;
let answered = 0;
let slowestMs = 0;
const failures: string[] = [];
let stopping = false;

/** Pages, calls, and what the payment provider delivers, in turn. */
function nextRequest(): { path: string; body: { payload: string; signature: string } | null } {
  asked += 1;
  const kinds = [paths.home(), paths.shop(), patternOf(readConfig), patternOf(listProducts), null] as const;
  const path = kinds[asked % kinds.length];
  if (path) return { path, body: null };
  const event = paidEvent(`buyer-${randomUUID()}@example.com`, product);
  return {
    path: patternOf(receiveStripeEvent),
    body: { payload: event.payload, signature: signatureOf(event) },
  };
}

async function client(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!stopping) {
    const { path, body } = nextRequest();
    const startedAt = performance.now();
    try {
      const sent = request(`http://127.0.0.1:${caddyPort}${path}`, {
        agent,
        ...(body && { method: 'POST', headers: { 'stripe-signature': body.signature } }),
      });
      sent.end(body?.payload);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode !== 200) failures.push(`${path}: ${answer.statusCode}`);
    } catch (error) {
      failures.push(`${path}: ${String(error)}`);
    }
    answered += 1;
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  agent.destroy();
}
/** Waits until so many requests have been answered. */
async function until(count: number): Promise<void> {
  while (answered < count) await new Promise((resolve) => setTimeout(resolve, 20));
}

const configuration = join(scratch, 'Caddyfile');
writeFileSync(configuration, caddyfile(caddyPort, sitePort));
mkdirSync(join(scratch, 'caddy'));
const caddy = spawn(caddyProgram, ['run', '--config', configuration, '--adapter', 'caddyfile'], {
  env: { PATH: process.env['PATH'], HOME: join(scratch, 'caddy') },
  stdio: ['ignore', 'inherit', 'inherit'],
});
let site = await start(older);
try {
  const asking = Promise.all(Array.from({ length: clients }, client));
  const quarter = wanted / 4;
  const steps: [name: string, step: () => Promise<void>][] = [
    [
      'restart',
      async () => {
        await stop(site);
        site = await start(older);
      },
    ],
    [
      'update',
      async () => {
        admin(older, 'backup', join(scratch, 'before-update.sqlite'));
        await stop(site);
        site = await start(newer);
      },
    ],
    [
      'roll-back',
      async () => {
        await stop(site);
        admin(newer, 'restore', join(scratch, 'before-update.sqlite'), '--yes');
        site = await start(older);
      },
    ],
  ];
  for (const [index, [name, step]] of steps.entries()) {
    await until(quarter * (index + 1));
    const startedAt = performance.now();
    slowestMs = 0;
    await step();
    await until(answered + clients);
    console.log(
      `${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s, the slowest answer ${(slowestMs / 1000).toFixed(1)} s, ${failures.length} failed so far`,
    );
  }
  await until(wanted);
  stopping = true;
  await asking;
  console.log(`${failures.length} of ${answered} requests failed behind Caddy ${version.stdout.trim()}.`);
  for (const failure of [...new Set(failures)].slice(0, 10)) console.log(`  ${failure}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  caddy.kill();
  await stop(site);
  await shop.close();
  rmSync(scratch, { recursive: true });
}
