import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { patternOf, reportWebVitals } from '../shared/endpoints.ts';
import { routes as siteRoutes } from '../shared/routes.ts';
import { measuringScript } from '../tests/e2e/measuring-script.ts';
import { benchOptions } from './support/options.ts';
import { median, type Row, report } from './support/report.ts';
import { openShop } from './support/servers.ts';

/**
 * `npm run bench -- web`: what every public route sends and how Lighthouse (mobile preset, simulated slow 4G, the
 * processor of a cheap phone whatever this machine's is) judges it, medians, beside the budgets of bench/web/budgets.json and the first scripts of other frameworks. Fails above a budget
 * in bytes; times depend on the machine and are marked only. About ten seconds a route and round; `--routes 3` takes the
 * first three. The download page is left out: it sends Lighthouse's phone to its store.
 */
const { rounds, routes } = benchOptions({ rounds: 3, routes: 1000 });

interface Budgets {
  bytesWithoutPictures: number;
  requestsWithoutPictures: number;
  scriptBytes: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
}

interface LighthouseResult {
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; details?: { items: RequestItem[] } }>;
}

interface RequestItem {
  url: string;
  transferSize: number;
  resourceType: string;
  mimeType: string;
}

const here = import.meta.dirname;
const budgets = JSON.parse(readFileSync(join(here, 'web/budgets.json'), 'utf8')) as Budgets;
const peers = JSON.parse(readFileSync(join(here, 'web/peers.json'), 'utf8')) as Row[];
const built = JSON.parse(readFileSync(join(here, '../dist/pages.json'), 'utf8')) as {
  pages: Record<string, { file: string; indexed: boolean }>;
};

const measuring = measuringScript();
const directory = mkdtempSync(join(tmpdir(), 'bench-web-'));
const browser = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath());

/**
 * What the developer tools of Chrome take for a phone of the lower tier (a Moto G Power of 2022) in Lighthouse's own
 * measure of processors (chrome-devtools-frontend, CalibrationController.ts). Lighthouse's usual factor, four, is meant
 * for a desktop computer of 1 000 or more.
 */
const cheapPhone = 264;

/** One run of Lighthouse. @param slowdown by which it multiplies the processor's times @throws when it fails */
function lighthouse(url: string, slowdown: number): LighthouseResult {
  const output = join(directory, 'result.json');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(here, 'node_modules/lighthouse/cli/index.js'),
      ...[url, '--quiet', '--output=json', `--output-path=${output}`],
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking',
    ],
    { env: { ...process.env, CHROME_PATH: browser }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Lighthouse failed at ${url}: ${stderr.slice(-500)}`);
  return JSON.parse(readFileSync(output, 'utf8')) as LighthouseResult;
}

function rowOf(path: string, results: readonly LighthouseResult[]): Row {
  const middle = (figure: (result: LighthouseResult) => number) => Math.round(median(results.map(figure)));
  const audit = (name: string) => (result: LighthouseResult) =>
    result.audits[name]?.numericValue ?? Number.NaN;
  // What stands in a frame is another company's page; what measures the page comes two seconds after it works.
  const requests = (results[0]?.audits['network-requests']?.details?.items ?? []).filter(
    ({ url }) =>
      url.startsWith(`${site.url}/`) && !url.endsWith(measuring) && !url.endsWith(patternOf(reportWebVitals)),
  );
  const isPicture = ({ mimeType, resourceType }: RequestItem) =>
    resourceType === 'Image' || mimeType.startsWith('image/');
  const bytes = (wanted: (item: RequestItem) => boolean) =>
    requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    path,
    html: bytes(({ resourceType }) => resourceType === 'Document'),
    styles: bytes(({ resourceType }) => resourceType === 'Stylesheet'),
    fonts: bytes(({ resourceType }) => resourceType === 'Font'),
    scripts: bytes(({ resourceType }) => resourceType === 'Script'),
    pictures: bytes(isPicture),
    'without pictures': bytes((item) => !isPicture(item)),
    requests: requests.filter((item) => !isPicture(item)).length,
    ...Object.fromEntries(
      ['performance', 'accessibility', 'best-practices', 'seo'].map((name) => [
        name,
        middle((result) => (result.categories[name]?.score ?? 0) * 100),
      ]),
    ),
    LCP: middle(audit('largest-contentful-paint')),
    TBT: middle(audit('total-blocking-time')),
    CLS: Number(median(results.map(audit('cumulative-layout-shift'))).toFixed(3)),
  };
}

mkdirSync(join(directory, 'shop'));
const shop = await openShop(join(directory, 'shop'));
const site = await shop.startSite();
try {
  const { benchmarkIndex } = lighthouse(`${site.url}${siteRoutes.contact.path}`, 4).environment;
  const slowdown = Math.max(1, benchmarkIndex / cheapPhone);
  const rows: Row[] = [];
  const { path: download, aliases = [] } = siteRoutes.download;
  const open = Object.keys(built.pages).filter((path) => built.pages[path]?.indexed);
  const stays = open.filter((path) => ![download, ...aliases].includes(path));
  for (const path of stays.slice(0, routes)) {
    rows.push(
      rowOf(
        path,
        Array.from({ length: rounds }, () => lighthouse(`${site.url}${path}`, slowdown)),
      ),
    );
  }
  const above = (column: string, most: number) =>
    rows
      .filter((row) => Number(row[column]) > most)
      .map((row) => `${row['path']}: ${column} ${row[column]}, most ${most}`);
  const overWeight = [
    ...above('without pictures', budgets.bytesWithoutPictures),
    ...above('requests', budgets.requestsWithoutPictures),
    ...above('scripts', budgets.scriptBytes),
  ];
  const slow = [...above('LCP', budgets.lcpMs), ...above('TBT', budgets.tbtMs), ...above('CLS', budgets.cls)];
  report('web', { routes: rows, 'first scripts of peers': peers }, [
    'Bytes as sent, headers included; LCP and TBT in milliseconds on the slow line and phone that Lighthouse simulates.',
    `This machine's processor is ${slowdown.toFixed(1)} times as fast as that phone's (benchmark index ${Math.round(benchmarkIndex)}).`,
    ...overWeight.map((text) => `Above its budget: ${text}`),
    ...slow.map((text) => `Slower than wanted: ${text}`),
  ]);
  if (overWeight.length > 0) process.exitCode = 1;
} finally {
  await site.stop();
  await shop.sandbox.stop();
  rmSync(directory, { recursive: true, force: true });
}
