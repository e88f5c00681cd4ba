import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patternOf, reportWebVitals } from '../shared/endpoints.ts';
import { routes as siteRoutes } from '../shared/routes.ts';
import { measuringScript } from '../tests/e2e/measuring-script.ts';
import { type Judgement, judge } from './peers/lighthouse.ts';
import { benchOptions, onlyOption, phoneOption } from './support/options.ts';
import { median, type Row, report } from './support/report.ts';
import { openShop } from './support/servers.ts';
import { type Figures, openWebRounds } from './support/web-rounds.ts';

/**
 * `npm run bench -- web`: what every public page sends and how Lighthouse (mobile preset, simulated slow 4G) judges it,
 * medians of the rounds, beside the budgets of bench/web/budgets.json and the first scripts of other frameworks. Fails
 * above a budget in bytes; times are marked only. `--phone cheap` slows down to the processor of a phone of the lower
 * tier, whatever this machine's is, instead of to a quarter.
 * About a quarter of a minute a page and round. `--only /press/` takes the pages whose path contains that, `--minutes 5`
 * stops after as long: the next run goes on from there, until every page has its rounds or the site is built anew. The
 * download page is left out: it sends Lighthouse's phone to its store.
 */
const { rounds, minutes } = benchOptions({ rounds: 3, minutes: 1000 });
const phone = phoneOption();
const endsAt = Date.now() + minutes * 60_000;

interface Budgets {
  bytesWithoutPictures: number;
  requestsWithoutPictures: number;
  scriptBytes: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
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
  pages: Record<string, { indexed: boolean }>;
};

/** @param origin of this site: what stands in a frame is another company's page */
function figuresOf({ result, slowdown, processor, moved, disturbed }: Judgement, origin: string): Figures {
  const { items = [] } = (result.audits['network-requests']?.details ?? {}) as { items?: RequestItem[] };
  // What measures the page comes two seconds after it works.
  const requests = items.filter(
    ({ url }) =>
      url.startsWith(`${origin}/`) && !url.endsWith(measuring) && !url.endsWith(patternOf(reportWebVitals)),
  );
  const isPicture = ({ mimeType, resourceType }: RequestItem) =>
    resourceType === 'Image' || mimeType.startsWith('image/');
  const bytes = (wanted: (item: RequestItem) => boolean) =>
    requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const score = (name: string) => Math.round((result.categories[name]?.score ?? 0) * 100);
  const audit = (name: string) => result.audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    FCP: Math.round(audit('first-contentful-paint')),
    LCP: Math.round(audit('largest-contentful-paint')),
    SI: Math.round(audit('speed-index')),
    TBT: Math.round(audit('total-blocking-time')),
    CLS: Number(audit('cumulative-layout-shift').toFixed(3)),
    html: bytes(({ resourceType }) => resourceType === 'Document'),
    styles: bytes(({ resourceType }) => resourceType === 'Stylesheet'),
    fonts: bytes(({ resourceType }) => resourceType === 'Font'),
    scripts: bytes(({ resourceType }) => resourceType === 'Script'),
    pictures: bytes(isPicture),
    'without pictures': bytes((item) => !isPicture(item)),
    requests: requests.filter((item) => !isPicture(item)).length,
    slowdown: Number(slowdown.toFixed(1)),
    processor: Math.round(processor),
    'moved %': Math.round(moved * 100),
    disturbed,
  };
}

const measuring = measuringScript();
const directory = mkdtempSync(join(tmpdir(), 'bench-web-'));
mkdirSync(join(directory, 'shop'));
const shop = await openShop(join(directory, 'shop'));
const site = await shop.startSite();
const measured = openWebRounds(phone);
const { path: download, aliases = [] } = siteRoutes.download;
const paths = Object.keys(built.pages).filter(
  (path) =>
    built.pages[path]?.indexed && ![download, ...aliases].includes(path) && path.includes(onlyOption()),
);
try {
  // A round of all pages and then the next, so that a busy hour of the machine hits none of them alone.
  for (let round = 1; round <= rounds; round += 1) {
    for (const path of paths) {
      if (measured.of(path).length >= round || Date.now() > endsAt) continue;
      measured.add(path, figuresOf(await judge(`${site.url}${path}`, phone), site.url));
    }
  }
} finally {
  await site.stop();
  await shop.sandbox.stop();
  rmSync(directory, { recursive: true, force: true });
}

const rows = paths.flatMap((path): Row[] => {
  const all = measured.of(path);
  const names = Object.keys(all[0] ?? {});
  const middle = names.map((name) => [name, median(all.map((figures) => figures[name] ?? Number.NaN))]);
  return all.length === 0 ? [] : [{ path, ...Object.fromEntries(middle), rounds: all.length }];
});
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
const missing = paths.filter((path) => measured.of(path).length < rounds).length;
report(phone === 'preset' ? 'web' : 'web-cheap-phone', { pages: rows, 'first scripts of peers': peers }, [
  'Bytes as sent, headers included; times in milliseconds on the slow line and phone that Lighthouse simulates. Each column is the median of its rounds.',
  'slowdown: by how much the processor was slowed down; processor: what that leaves, in the measure of Lighthouse (benchmarkIndex), measured before each round; moved: by how much that had changed after it; disturbed: rounds thrown away because it had changed too much.',
  ...(missing > 0
    ? [`${missing} of ${paths.length} pages have not had their ${rounds} rounds yet: the next run goes on.`]
    : []),
  ...overWeight.map((text) => `Above its budget: ${text}`),
  ...slow.map((text) => `Slower than wanted: ${text}`),
]);
if (overWeight.length > 0) process.exitCode = 1;
