import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { contest, standingsTable } from './support/contest.ts';
import { loadTool } from './support/load.ts';
import { benchOptions } from './support/options.ts';
import { type Row, report } from './support/report.ts';
import { freePort, node, openShop, type Server, startServer } from './support/servers.ts';

/**
 * `npm run bench -- pages`: two pages, the largest script and a picture, gzip where it helps, beside nginx with
 * `gzip_static`, sirv and express.static, all with the very bytes that the site sends.
 */
const { rounds, seconds, connections } = benchOptions({ rounds: 3, seconds: 2, connections: 64 });

const directory = mkdtempSync(join(tmpdir(), 'bench-pages-'));
const files = join(directory, 'files');
const shop = await openShop(directory);
const site = await shop.startSite();
const servers: Server[] = [site];

/** Where a static server looks for a path: pages have no ending, their files do. */
const fileOf = (path: string) =>
  path === '/' ? 'index.html' : /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;

/** Saves what the site sends, packed and plain, for the other servers. */
async function save(path: string) {
  // curl, because fetch unpacks by itself.
  const command = ['-s', '-H', 'accept-encoding: gzip', `${site.url}${path}`];
  const sent = execFileSync('curl', command, { maxBuffer: 2 ** 30 });
  const packed = sent[0] === 0x1f && sent[1] === 0x8b;
  const file = join(files, fileOf(path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packed ? gunzipSync(sent) : sent);
  if (packed) writeFileSync(`${file}.gz`, sent);
  const type = (await fetch(`${site.url}${path}`)).headers.get('content-type') ?? '';
  return { path, file: fileOf(path), type, packed, bytes: sent.length };
}

/** Two pages, the largest script, and a picture that the home page names. */
async function addresses(): Promise<string[]> {
  const html = await (await fetch(`${site.url}/`)).text();
  const picture = /"(\/art\/[^" ]+\.avif)"/.exec(html)?.[1];
  const assets = join(import.meta.dirname, '../dist/client/assets');
  const sizeOf = (name: string) => statSync(join(assets, name)).size;
  const [script] = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .sort((a, b) => sizeOf(b) - sizeOf(a));
  if (!script || !picture) throw new Error('There is no script, or no picture on the home page');
  return ['/', '/faq', `/assets/${script}`, picture];
}

async function startNginx(log: string): Promise<Server> {
  const port = await freePort();
  const config = join(directory, `nginx-${port}.conf`);
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${directory}/nginx-${port}.pid; error_log stderr crit;
     events { worker_connections 1024; }
     http {
       types { text/html html; text/javascript js; image/avif avif; }
       sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=1000; access_log ${log};
       server {
         listen 127.0.0.1:${port}; root ${files}; gzip_static on;
         location / { try_files $uri $uri.html /index.html; add_header cache-control "public, no-cache"; }
       }
     }`,
  );
  const name = log === 'off' ? 'nginx' : 'nginx with its log';
  return startServer({ name, command: ['nginx', '-c', config], port });
}

async function startPeer(name: string, kind: string): Promise<Server> {
  const command = [...node, 'bench/peers/static-files.ts', kind, files];
  return startServer({ name, command, port: await freePort() });
}

try {
  const saved = await Promise.all((await addresses()).map(save));
  writeFileSync(join(directory, 'index.json'), JSON.stringify(saved));
  servers.push(await startPeer('bare node:http', 'bare'));
  const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
  if (hasNginx) servers.push(await startNginx('off'), await startNginx(join(directory, 'nginx.log')));
  servers.push(await startPeer('sirv', 'sirv'), await startPeer('express.static', 'express'));

  const tables: Record<string, Row[]> = {};
  for (const { path, bytes } of saved) {
    const headers = { 'accept-encoding': 'gzip', 'user-agent': 'bench', 'x-forwarded-for': '203.0.113.7' };
    const requests = [{ method: 'GET', path, headers }];
    const contestants = servers.map((server) => ({ server, requests }));
    const standings = await contest(contestants, { rounds, seconds, connections });
    tables[`${path}, ${(bytes / 1024).toFixed(1)} kB sent`] = standingsTable(standings, 'nginx');
  }
  report('pages', tables, [
    `Load: ${loadTool}, ${connections} connections, median of ${rounds} rounds of ${seconds} s, interleaved.`,
    hasNginx
      ? 'nginx: gzip_static, open_file_cache, no log unless named.'
      : 'nginx is not installed here: no ratio.',
    'express.static sends files as they are, because it knows no packed ones.',
  ]);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await shop.sandbox.stop();
  rmSync(directory, { recursive: true });
}
