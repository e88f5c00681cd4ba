// The site's process: composition root, start, graceful shutdown.

import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { assertModeFits } from './buying/payment-mode.ts';
import { startReconciler } from './buying/reconcile.ts';
import { lastReconciliation } from './buying/reconciliations.ts';
import { ConfigurationError } from './config/check-settings.ts';
import { type Config, readConfig } from './config.ts';
import { openLedger } from './engines/open-ledger.ts';
import { scheduleBackups } from './engines/sqlite/backup-schedule.ts';
import { findFaultsBeside } from './engines/sqlite/beside.ts';
import { sweepDrillFolders } from './engines/sqlite/drill-folders.ts';
import { assertDatabaseWhole, damageAdvice } from './engines/sqlite/integrity.ts';
import { createFastPath } from './http/fast-path.ts';
import { listen, type Patience, usualPatience } from './http/listener.ts';
import { createLogger } from './http/log.ts';
import { createMetrics, serveMetrics } from './http/metrics.ts';
import { type BuiltSite, loadSite, readBuiltSite } from './http/pages.ts';
import { createReadiness } from './http/readiness.ts';
import { publicConfigOf } from './http/routes/site.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Services } from './http/services.ts';
import { DatabaseFault, watchLedger } from './ledger/ledger.ts';
import { probeWrites } from './ledger/write-probe.ts';
import { startDelivery } from './mailing/deliver.ts';
import { warnOfFullDisk } from './operating/disk-space.ts';
import { lastDrill } from './operating/drill.ts';
import { type Chores, createHousekeeping, housekeepingEveryMs } from './operating/housekeeping.ts';
import { watchClock } from './operating/right-clock.ts';
import { collectWebVitals } from './operating/web-vitals.ts';
import { keepIdentityKeys } from './providers/cognito/identity-keys.ts';
import { openProviders } from './providers/open-providers.ts';
import { diskOf } from './providers/probes.ts';
import { type ProviderTimes, usualProviderTimes } from './providers/provider-times.ts';
import { createSmtpTransport } from './providers/smtp.ts';
import { limitLookUps } from './providers/stripe/look-ups.ts';
import { createWebhookReader } from './providers/stripe/webhook.ts';
import { type Repeated, repeat } from './repeat.ts';
import type { Clock } from './runtime.ts';
import { machineFaultText, SetUpFault } from './set-up-fault.ts';

/** Where `npm run build` leaves the site. */
export const builtSite = join(import.meta.dirname, '../dist');

/** How long a process that is told to stop still accepts requests, in milliseconds: clients learn of it meanwhile. */
const graceMs = 1000;
/** How long after the start letters of gifts wait for the payment provider's time, in milliseconds: they are for a day. */
const giftSilenceMs = 60 * 60 * 1000;

/** What a test may replace: the log's destination, the clock, time-outs for clients and external services, the built site. */
interface SiteOptions {
  log?: Logger;
  clock?: Clock;
  patience?: Patience;
  providerTimes?: ProviderTimes;
  built?: BuiltSite;
}

export type RunningSite = Awaited<ReturnType<typeof startSite>>;

/**
 * Builds the whole site from its configuration and listens.
 * @throws {SetUpFault} when the database, the migrations or the built pages are not in order, or a port is taken
 */
export async function startSite(config: Config, options: SiteOptions = {}) {
  const clock = options.clock ?? (() => new Date());
  const log = options.log ?? createLogger(config.logLevel);
  const times = options.providerTimes ?? usualProviderTimes;
  const patience = options.patience ?? usualPatience;
  for (const warning of config.warnings) log.warn({}, warning);
  const metrics = createMetrics();
  const readiness = createReadiness();
  const isChecked = config.databaseUrl !== null || assertDatabaseWhole(config.databaseFile);
  const opened = await openLedger(config, { clock, log, user: 'site' });
  await assertModeFits(opened.ledger, config.stripe).catch(async (error: unknown) => {
    await opened.ledger.close();
    throw error;
  });
  let writes: Repeated | null = null;
  const ledger = watchLedger(opened.ledger, (code) => {
    metrics.databaseFault(code);
    // A lock that somebody holds is temporary; anything else may be the disk.
    if (!code.startsWith('SQLITE_BUSY')) void writes?.run();
  });
  await ledger.write([], () => noteMailService(config.mail !== null, clock()));
  metrics.watchOutbox(async () => {
    const now = clock();
    const { oldest, ...figures } = await ledger.read(() => outboxFigures(now));
    return { ...figures, oldestSeconds: oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1000 };
  });
  const providers = openProviders(config, clock, { onKeyFetch: metrics.identityKeys, times });
  const { identity, cipher, operatorPayments, books } = providers;
  const payments = limitLookUps(providers.payments, !config.stripe.testMode);
  const built = options.built ?? readBuiltSite(builtSite);
  const security = securityHeaders(config, built.script);
  const services: Services = {
    config,
    ledger,
    counts: opened.counts,
    payments,
    operatorPayments,
    books,
    identity,
    cipher,
    clock,
    log,
    webhooks: createWebhookReader(config.stripe.webhookSecrets, clock, !config.stripe.testMode),
    site: loadSite(built, { config: publicConfigOf(config), security }, clock()),
    metrics,
    webVitals: collectWebVitals(clock()),
    readiness,
  };
  const keysFetched = readiness.awaits("The identity service's keys have not been fetched yet.");
  // Before any background work starts: if a port is taken, the program ends here.
  const figures = config.metrics && (await serveMetrics(metrics, config.metrics.port, config.metrics.host));
  const listener = await listen(
    createFastPath(services, security, patience),
    config.port,
    config.host,
    patience,
  ).catch(async (error: unknown) => {
    figures?.close();
    await ledger.close();
    throw error;
  });
  const clockWatch = watchClock({ books, clock, log });
  const mail = config.mail && { summaryTo: config.operatorMail };
  const keepHouse = createHousekeeping(
    { ledger, identity, cipher, clock, log, mail, clockWatch },
    ownChores(services),
  );
  const housekeeping = repeat(keepHouse, housekeepingEveryMs);
  const backups =
    config.backups &&
    scheduleBackups({
      databaseFile: config.databaseFile,
      ...config.backups,
      clock,
      log,
      onBackup: metrics.backup,
    });

  writes = probeWrites({ ledger: opened.ledger, clock, log, readiness });

  const { address } = listener;
  // Pages are served from here on, whatever the identity service does; load balancers wait for /readyz.
  const keys = keepIdentityKeys(identity, log, keysFetched.met, times);
  // The first attempt, successful or not.
  await keys.run();
  log.info({ address, publicUrl: config.publicUrl, testPayments: config.stripe.testMode }, 'site ready');
  // A large database is checked only now, while the shop is open: seconds for a gigabyte.
  const check = isChecked ? null : checkWhileOpen(services, ledger.refuseWrites);
  // Only after the site listens: in parallel with requests, it records what was missed while the site was down.
  const reconciler = startReconciler({ ledger, clock, log, metrics, payments, books });
  // A letter that became due while the site was down may be about an order that was refunded since.
  const delivery =
    config.mail &&
    startDelivery({
      ledger,
      cipher,
      clock,
      log,
      metrics,
      isAlone: opened.isAlone,
      after: reconciler.caughtUp,
      isClockTrusted: () => clockWatch.isTrustedSoon(giftSilenceMs),
      perSecond: config.mail.perSecond,
      transport: createSmtpTransport(config.mail),
      desk: { publicUrl: config.publicUrl, facts: config.facts },
    });
  return {
    /** Where it listens, for example `http://127.0.0.1:3000`. */
    address,
    /**
     * Graceful shutdown: stops accepting requests, lets those in progress finish, closes the database.
     * @param lingerMs how long requests are still accepted, each answered with `Connection: close`, in milliseconds
     */
    async close(lingerMs = 0): Promise<void> {
      readiness.stopping();
      await Promise.all([
        listener.stop(lingerMs),
        check?.stop(),
        housekeeping.stop(),
        reconciler.stop(),
        keys.stop(),
        writes?.stop(),
        backups?.stop(),
        delivery?.stop(),
      ]);
      figures?.close();
      figures?.closeAllConnections();
      await ledger.close();
    },
  };
}

/** What each process does for itself from time to time, and not the leader for all. */
function ownChores({ config, ledger, clock, log, metrics, site }: Services): Chores {
  return {
    'year in the footer': () => site.updateYear(clock()),
    'disk space': () => warnOfFullDisk(() => diskOf(config), log, metrics.diskFree),
    'figures of what another process did': async () => {
      const drill = await ledger.read(lastDrill);
      if (drill?.whole) metrics.drill(drill.at);
      const { finishedAt: reconciledAt } = await ledger.read(() => lastReconciliation(clock()));
      if (reconciledAt) metrics.lastReconciled(reconciledAt);
    },
    ...(config.databaseUrl === null && {
      'folders of drills': () => sweepDrillFolders(dirname(config.databaseFile), clock()),
    }),
  };
}

/** Checks the SQLite file in a thread of its own. From a damaged one nothing is sold. */
function checkWhileOpen({ config, readiness, log }: Services, refuseWrites: (reason: string) => void) {
  const check = findFaultsBeside(config.databaseFile);
  check.found.then(
    (faults) => {
      if (faults.length === 0) return;
      refuseWrites(`The database is damaged. ${damageAdvice}`);
      readiness.stopSales('The database is damaged.');
      log.error({ faults }, `the database is damaged: nothing is sold from it. ${damageAdvice}`);
    },
    (error: unknown) => log.error({ err: error }, 'the database could not be looked over'),
  );
  return check;
}

/** Runs the site as a process: configuration from the environment, graceful shutdown on SIGTERM and SIGINT. */
async function run(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  // After an unexpected error the state is unknown: log it, exit, and let the supervisor restart the site.
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    log.fatal({ err: error, origin }, 'the site ends because of an error nobody caught');
  });
  const site = await startSite(config, { log });
  const stopOnce = (signal: NodeJS.Signals) => {
    process.off('SIGTERM', stopOnce).off('SIGINT', stopOnce);
    log.info({ signal }, 'stopping');
    site
      .close(graceMs)
      .then(
        () => log.info('stopped'),
        (error: unknown) => {
          log.fatal({ err: error }, 'the site did not stop cleanly');
          process.exitCode = 1;
        },
      )
      // An abandoned call to an external service must not delay the exit.
      .finally(() => process.exit());
  };
  process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce);
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    const isTold = error instanceof ConfigurationError || error instanceof SetUpFault;
    if (isTold) console.error(error.message);
    else if (error instanceof DatabaseFault && error.passing) {
      console.error(
        `${error.message}. See that it runs, can be reached from here by its address, and has connections free.`,
      );
    } else console.error(machineFaultText(error) ?? error);
    // Connections that were opened before must not delay the exit.
    process.exit(1);
  });
}
