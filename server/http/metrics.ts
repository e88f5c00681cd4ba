// Metrics for Prometheus: counters, gauges and histograms, and their server on a separate port.

import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import type { Meters } from '#server/runtime.ts';
import { createCheckoutSession, receiveStripeEvent } from '#shared/endpoints.ts';
import { listenFault } from './listen-fault.ts';
import { countWebVitals } from './web-vitals-metrics.ts';

/** The state of the outbox. */
type OutboxGauges = Record<'waiting' | 'oldestSeconds' | 'refused' | 'dead', number>;

/** Seconds; from a cached page to a payment provider that is tried three times. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Seconds; from immediately to Stripe's three days of retries. */
const lagBuckets = [0.5, 1, 2, 5, 15, 60, 300, 1800, 3600, 21_600, 86_400, 259_200];

/** Answers that alerts count. */
const alarmingAnswers = [
  [receiveStripeEvent, ['400', '500', '503']],
  [createCheckoutSession, ['500', '502']],
] as const;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The site's metrics. Label values come from closed sets only: nothing that a client sends can create a new time series. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the site's metrics; those of the process are served beside them. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name, help, labelNames, registers });
  /** A counter with one label; call it with the label's value. @param alarming values that begin at 0, for alerts */
  const countBy = <V extends string>(label: string, name: string, help: string, alarming: V[] = []) => {
    const counted = counter(name, help, [label]);
    for (const value of alarming) counted.inc({ [label]: value }, 0);
    return (value: V) => counted.inc({ [label]: value });
  };
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const duration = histogram(
    'shop_http_request_duration_seconds',
    'Requests by method, route and status, with how long they took',
    ['method', 'route', 'status'],
    requestBuckets,
  );
  for (const [endpoint, statuses] of alarmingAnswers) {
    const [method = '', route = ''] = endpoint.split(' ');
    for (const status of statuses) duration.zero({ method, route, status });
  }
  const lag = histogram(
    'shop_webhook_lag_seconds',
    'From the making of an event at the payment provider to its being on disk here',
    ['outcome'],
    lagBuckets,
  );
  const underWay = gauge('shop_http_requests_under_way', 'Requests that are being answered now');
  const purchases = counter('shop_purchases_total', 'Purchases recorded, by what brought them', ['by']);
  const unlocked = histogram(
    'shop_paid_to_unlocked_seconds',
    'From a payment, as the payment provider dates it, to its being unlocked on disk here',
    ['by'],
    lagBuckets,
  );
  const paidTwice = counter('shop_paid_twice_total', 'Purchases of what their buyer had paid for before');
  const fraudWarnings = counter(
    'shop_fraud_warnings_total',
    'Early fraud warnings about payments that nobody had disputed yet',
  );
  const reconcilerRuns = counter('shop_reconciler_runs_total', 'Complete runs of the reconciler');
  const reconcilerLast = gauge(
    'shop_reconciler_last_run_timestamp_seconds',
    'When the last complete run ended',
  );
  const reconcilerFound = counter(
    'shop_reconciler_items_total',
    'What the reconciler looked at, found missing and could not take in',
    ['what'],
  );
  const backups = counter('shop_backups_total', 'Scheduled backups', ['outcome']);
  const lastBackup = gauge('shop_backup_last_success_timestamp_seconds', 'When the last backup was made');
  const lastDrill = gauge(
    'shop_restore_drill_last_success_timestamp_seconds',
    'When a backup was last restored elsewhere and found whole',
  );
  const diskFree = gauge('shop_database_disk_free_bytes', "Free space on the database's disk");
  // Prometheus sees an increase only of what it has seen before: what first shows up as 1 would raise no alarm.
  for (const by of ['webhook', 'order_page', 'reconciler', 'operator']) {
    purchases.inc({ by }, 0);
    unlocked.zero({ by });
  }
  for (const what of ['purchases', 'failed']) reconcilerFound.inc({ what }, 0);
  lag.zero({ outcome: 'fulfilled' });
  for (const outcome of ['made', 'failed']) backups.inc({ outcome }, 0);
  // What has not happened yet, or cannot happen in this shop, has no such metric: a value of 1970 would raise the alarm.
  reconcilerLast.remove();
  lastBackup.remove();
  lastDrill.remove();
  diskFree.remove();
  const letters = counter('shop_letters_total', 'Letters that were tried to be sent, by outcome', [
    'kind',
    'outcome',
  ]);

  return {
    registry,
    /** @param route a route's pattern, a page's path, or a word in brackets; never the URL of a request */
    request: (method: string, route: string, status: number, seconds: number) =>
      duration.observe(
        { method: methods.has(method) ? method : 'other', route, status: String(status) },
        seconds,
      ),
    requestBegins: () => underWay.inc(),
    requestEnds: () => underWay.dec(),
    requestShed: countBy<string>(
      'kind',
      'shop_http_requests_shed_total',
      'Requests refused because too many were under way',
      ['telemetry', 'provider', 'standard', 'webhook'],
    ),
    purchase(by, seconds) {
      const label = { by: by.startsWith('operator:') ? 'operator' : by };
      purchases.inc(label);
      // The provider's times have whole seconds, and clocks differ a little.
      unlocked.observe(label, Math.max(0, seconds));
    },
    webhookEvent: (outcome, seconds) => lag.observe({ outcome }, Math.max(0, seconds)),
    redemption: countBy('outcome', 'shop_redemptions_total', 'Activation codes tried, by outcome', [
      'code_not_found',
    ]),
    olderCheckout: countBy(
      'outcome',
      'shop_older_checkouts_total',
      'Older payment pages of a buyer who opened a newer one for some of the same, by outcome',
    ),
    paidTwice: () => paidTwice.inc(),
    fraudWarning: () => fraudWarnings.inc(),
    reconciled(figures, isComplete) {
      if (isComplete) {
        reconcilerRuns.inc();
        reconcilerLast.setToCurrentTime();
      }
      for (const [what, count] of Object.entries(figures)) reconcilerFound.inc({ what }, count);
    },
    /** The last complete run of any process, also from before this one started. */
    lastReconciled: (at: Date) => reconcilerLast.set(at.getTime() / 1000),
    databaseFault: countBy(
      'code',
      'shop_database_faults_total',
      "Failed database calls by the database's code",
    ),
    /** @param at when the newest backup was made; `found` means by an earlier run */
    backup(outcome: 'made' | 'found' | 'failed', at: Date) {
      if (outcome !== 'found') backups.inc({ outcome });
      if (outcome !== 'failed') lastBackup.set(at.getTime() / 1000);
    },
    /** A successful restore drill, of any time. */
    drill: (at: Date) => lastDrill.set(at.getTime() / 1000),
    diskFree: (bytes: number) => diskFree.set(bytes),
    webVitals: countWebVitals(registers),
    cspReport: countBy('directive', 'shop_csp_reports_total', 'Violations of the content security policy'),
    rateLimited: countBy('policy', 'shop_rate_limited_total', 'Requests refused by a rate limit'),
    identityKeys: countBy<'fetched' | 'failed'>(
      'outcome',
      'shop_identity_key_fetches_total',
      "Fetches of the identity service's keys",
      ['failed'],
    ),
    letter: (kind, outcome) => letters.inc({ kind, outcome }),
    /** @param read the state of the outbox, read at every scrape; ages in seconds */
    watchOutbox: (read: () => Promise<OutboxGauges>) => addOutboxGauges(registers, read),
  } satisfies Meters & Record<string, unknown>;
}

/** The outbox is read at every scrape. If the database does not answer, which is counted elsewhere, the values are NaN. */
function addOutboxGauges(registers: Registry[], read: () => Promise<OutboxGauges>): void {
  const { NaN: nothing } = Number;
  const unknown = { waiting: nothing, oldestSeconds: nothing, refused: nothing, dead: nothing };
  let asked: Promise<OutboxGauges> = Promise.resolve(unknown);
  const shown = (name: string, help: string, of: (figures: OutboxGauges) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // The first gauge of a scrape asks for all of them.
        if (name === firstGauge) asked = read().catch(() => unknown);
        this.set(of(await asked));
      },
    });
  const firstGauge = 'shop_letters_waiting';
  shown(firstGauge, 'Letters in the outbox', ({ waiting }) => waiting);
  shown('shop_letters_oldest_age_seconds', 'Age of the oldest of them', (figures) => figures.oldestSeconds);
  shown('shop_letters_refused', 'Letters of 30 days whose address was refused', ({ refused }) => refused);
  shown('shop_letters_dead', 'Letters of 30 days that were given up', ({ dead }) => dead);
}

/**
 * Metrics of the process: memory, file handles, garbage collection, event-loop delay. Once started they are collected
 * until the process ends, so there is one collection for any number of sites in it.
 */
function processFigures(): Registry {
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics({ register });
  return register;
}

/**
 * Serves `GET /metrics`, for the site and its process, on a separate port. Do not publish it: the metrics show how
 * business goes.
 * @param port 0 for any free one
 * @throws {SetUpFault} when the port is taken or may not be used; it says what to do
 */
export async function serveMetrics({ registry }: Metrics, port: number, host: string): Promise<Server> {
  const figures = processFigures();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    const all = Registry.merge([registry, figures]);
    all.metrics().then(
      (text) => response.writeHead(200, { 'content-type': all.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    const settings = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
    server.once('error', (error) => reject(listenFault(error, { port, host, settings })));
    server.listen(port, host, resolve);
  });
  return server;
}
