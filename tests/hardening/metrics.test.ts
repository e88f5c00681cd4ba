import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteReconciliation } from '#server/buying/reconciliations.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { space } from '#server/operating/disk-space.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, buy, json } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { freePort } from './support/figures.ts';
import { paidEvent, postEvent } from './support/webhooks.ts';

let shop: Shop;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  shop = await openShop({ environment: { METRICS_PORT: String(metricsPort) } });
});
afterAll(() => shop.close());

const figures = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const names = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

describe('the figures', () => {
  it('are on a port of their own, and not on the public one', async () => {
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
    expect((await fetch(`${shop.url}/metrics`)).status).toBe(404);
  });

  it('count requests by route and status, purchases, the lag of events, and redemptions by outcome', async () => {
    const email = newEmail();
    await buy(shop, ['fist'], email);
    await postEvent(shop, paidEvent(newEmail(), 'fod'), { secret: 'whsec_wrong_0123456789' });
    const { idToken } = await newPerson(shop, email);
    const ledger = openVerbs(shop.config.databaseFile, () => new Date());
    const figures2 = ['figure-1', 'figure-2'].map((code) => ({
      code,
      campaign: 'test',
      unlocks: ['fod'] as const,
    }));
    await ledger.addActivationCodes(figures2, new Date());
    await ledger.close();
    for (const activationCode of ['figure-1', 'figure-1', 'figure-2', 'no-such'])
      await fetch(`${shop.url}/api/use-code`, {
        method: 'POST',
        headers: { ...json, ...bearer(idToken) },
        body: JSON.stringify({ activationCode }),
      });
    await fetch(`${shop.url}/api/orders/cs_test_secret?x=y`);
    await fetch(`${shop.url}/no/such/page-${Math.random()}`);
    // The reconciler's first run started with the site, and calls the payment provider at the same time.
    await expect.poll(figures).toMatch(/shop_reconciler_runs_total 1/);
    const text = await figures();
    expect(text).toContain('shop_purchases_total{by="webhook"} 1');
    expect(text).toMatch(/shop_webhook_lag_seconds_count\{outcome="fulfilled"\} 1/);
    expect(text).toMatch(
      /duration_seconds_count\{method="POST",route="\/api\/stripe\/webhook",status="200"\} \d+/,
    );
    expect(text).toMatch(
      /duration_seconds_count\{method="POST",route="\/api\/stripe\/webhook",status="400"\} 1/,
    );
    // Another test of this file asks for orders that are not there too.
    expect(text).toMatch(/route="\/api\/orders\/:checkoutSessionId",status="404"\} [1-9]/);
    for (const outcome of ['redeemed', 'repeated', 'user_already_unlocked', 'code_not_found'])
      expect(text).toContain(`shop_redemptions_total{outcome="${outcome}"} 1`);
    expect(text).toContain('shop_identity_key_fetches_total{outcome="fetched"} 1');
    // The objective: paid to unlocked within a minute, measured from the provider's time.
    expect(text).toMatch(/shop_paid_to_unlocked_seconds_bucket\{le="60",by="webhook"\} [1-9]/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
    expect(text).toMatch(/^shop_database_disk_free_bytes [1-9]/m);
  });

  it('do not grow with what clients send: other paths, methods and hosts make no new series', async () => {
    // By method and route only, because the statuses depend on the machine's speed.
    const series = (text: string) => new Set(text.match(/method="[^"]*",route="[^"]*"/g));
    await fetch(`${shop.url}/warm/up`);
    await fetch(`${shop.url}/api/orders/cs_test_first`);
    await fetch(`${shop.url}/robots.txt`);
    const before = series(await figures());
    for (let sent = 0; sent < 50; sent += 1) {
      await fetch(`${shop.url}/page-${sent}`);
      await fetch(`${shop.url}/api/orders/cs_test_${sent}`);
      await fetch(`${shop.url}/api/csp-reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: JSON.stringify({ 'csp-report': { 'effective-directive': `made-up-${sent}` } }),
      });
    }
    await fetch(`${shop.url}/sitemap.xml`);
    const after = await figures();
    expect([...series(after)].filter((name) => !before.has(name))).toEqual([
      'method="POST",route="/api/csp-reports"',
    ]);
    expect(after.match(/shop_csp_reports_total\{[^}]*\}/g)).toEqual([
      'shop_csp_reports_total{directive="(other)"}',
    ]);
  });
});

it('When the reconciler last ran is known after a restart, and nothing is said before its first run', async () => {
  const port = await freePort();
  const noProvider = `http://127.0.0.1:${await freePort()}`;
  const quiet = await openShop({ environment: { METRICS_PORT: String(port), STRIPE_API_BASE: noProvider } });
  const lastRun = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return /^shop_reconciler_last_run_timestamp_seconds (\S+)$/m.exec(text)?.[1];
  };
  expect(await lastRun()).toBeUndefined();
  const ledger = openVerbs(quiet.config.databaseFile, () => new Date());
  const at = new Date('2026-01-02T03:04:05Z');
  const run = { startedAt: at, finishedAt: at, since: at, result: {} };
  await ledger.write([], () => noteReconciliation(run));
  await ledger.close();
  await quiet.restart();
  await expect.poll(lastRun).toBe(String(at.getTime() / 1000));
  await quiet.close();
});

it('The alerts and the dashboard name only figures that there are', async () => {
  const text = await figures();
  const known = names(text);
  const texts = [
    'docs/monitoring/alerts.yml',
    'docs/monitoring/grafana-dashboard.json',
    'docs/monitoring/README.md',
  ];
  const used = texts.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\b(shop|nodejs|process)_[a-z0-9_]*[a-z0-9]\b(?![*_])/g),
  ]);
  expect(used.length).toBeGreaterThan(20);
  const unknown = [...new Set(used.map(([name]) => name))].filter(
    (name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')),
  );
  expect(unknown).toEqual([]);
});

it('The page about figures names each of the shop’s own', async () => {
  // `shop_reconciler_runs_total`, `_items_total`: what follows begins as the name before it.
  const page = readFileSync('docs/monitoring/README.md', 'utf8').replace(
    /`(shop_[a-z]+)_([a-z_]+)`((?:, `_[a-z_]+`)+)/g,
    (_, begin, first, rest: string) => `\`${begin}_${first}\`${rest.replaceAll('`_', `\`${begin}_`)}`,
  );
  const own = [...names(await figures())].filter((name) => name?.startsWith('shop_'));
  expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('An alert asks for the increase of what only ever grows; of what also shrinks, Prometheus would take that for a new beginning', async () => {
  const growing = [...(await figures()).matchAll(/^# TYPE (\S+) (counter|histogram)$/gm)].map(
    ([, name]) => name,
  );
  const alerts = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  const asked = [...alerts.matchAll(/\b(?:increase|rate)\((\w+)/g)].map(([, name = '']) => name);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !growing.includes(name.replace(/_(count|sum|bucket)$/, '')))).toEqual([]);
});

it('What an alert counts is there at 0 before it happens: what first shows up as 1 is no increase to Prometheus', async () => {
  const { registry } = createMetrics();
  const text = await registry.metrics();
  for (const by of ['webhook', 'order_page', 'reconciler', 'operator']) {
    expect(text).toContain(`shop_purchases_total{by="${by}"} 0\n`);
    expect(text).toContain(`shop_paid_to_unlocked_seconds_count{by="${by}"} 0\n`);
    expect(text).toContain(`shop_paid_to_unlocked_seconds_bucket{le="60",by="${by}"} 0\n`);
  }
  const alerts = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  const there = [...text.matchAll(/^(\w+)(?:\{(.*)\})? 0$/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, is]) => [label, is])),
  }));
  const fits = { '=': true, '=~': true, '!=': false, '!~': false } as const;
  const counted = [...alerts.matchAll(/\b(?:increase|rate)\((shop_\w+)(?:\{([^}]*)\})?\[/g)].filter(
    ([, name]) => name !== 'shop_database_faults_total',
  );
  expect(counted.length).toBeGreaterThan(15);
  const unseen = counted.filter(([, name, asked = '']) => {
    const matchers = [...asked.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
    const isMeant = (labels: Record<string, string | undefined>) =>
      matchers.every(
        ([, label = '', how = '=', value]) =>
          new RegExp(`^(?:${value})$`).test(labels[label] ?? '') === fits[how as keyof typeof fits],
      );
    return !there.some((series) => series.name === name && isMeant(series.labels));
  });
  expect(unseen.map(([whole]) => whole)).toEqual([]);
  expect(alerts).toContain(
    'sum(shop_database_faults_total unless shop_database_faults_total offset 15m) > 0',
  );
  // The first backup may fail before Prometheus asks for the first time.
  expect(alerts).toContain(
    'sum(shop_backups_total{outcome="failed"} unless shop_backups_total offset 1d) > 0',
  );
});

it('The one objective, paid to unlocked within a minute for 99.9 % of the orders, is alarmed about and shown', () => {
  const share =
    /shop_paid_to_unlocked_seconds_bucket\{le=\\?"60\\?"\}\[30d\]\)\)\s*\/ sum\(increase\(shop_paid_to_unlocked_seconds_count\[30d\]\)\)/;
  const alerts = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  expect(alerts).toMatch(new RegExp(`${share.source} < 0\\.999\\n`));
  expect(readFileSync('docs/monitoring/grafana-dashboard.json', 'utf8')).toMatch(share);
});

it('A site that is not asked, one that starts again and again, and a disk that fills up are alarmed about', () => {
  const alerts = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  expect(alerts).toContain('expr: up{job="shop"} == 0 or absent(up{job="shop"})\n');
  expect(alerts).toContain('expr: changes(process_start_time_seconds{job="shop"}[30m]) > 2\n');
  // As computed by the doctor and the log.
  expect(alerts).toContain(`expr: shop_database_disk_free_bytes < ${space.warning / 1e9}e9\n`);
});

it('Backups of which none was ever restored are alarmed about too: the time of a first drill is missing then', () => {
  expect(readFileSync('docs/monitoring/alerts.yml', 'utf8')).toContain(
    ' or (shop_backup_last_success_timestamp_seconds unless on (instance) shop_restore_drill_last_success_timestamp_seconds)\n',
  );
});

it('An alert about what happens seldom in a small shop looks back an hour, and one about a share leaves out what the proxy asks all the time', () => {
  const alerts = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  const ruleOf = (name: string) =>
    alerts.split('- alert: ').find((rule) => rule.startsWith(`${name}\n`)) ?? '';
  for (const name of ['WebhooksFail', 'PaymentProviderDown']) {
    expect(ruleOf(name)).toMatch(/ sum\(increase\(.*\[1h\]\)\) > 1\.5\n/);
    expect(ruleOf(name)).not.toMatch(/\bfor:/);
  }
  expect(ruleOf('ReconcilerFails')).toContain(
    'increase(shop_reconciler_items_total{what="failed"}[3h]) > 1.5\n',
  );
  const asked = ruleOf('ManyErrors').match(/shop_http_request_duration_seconds_count\{.*?\}/g) ?? [];
  expect(asked).toHaveLength(2);
  for (const series of asked) expect(series).toContain('route!~"/healthz|/readyz"');
});
