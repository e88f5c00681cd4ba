// Composition root of the command line: opens the real database and providers.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownErasures, knownErasures } from '#server/accounts/erasures.ts';
import { assertModeFits } from '#server/buying/payment-mode.ts';
import type { Config, PaymentSettings, Storage } from '#server/config.ts';
import { copyToPostgres, migrationNames, openLedger, openUnmigrated } from '#server/engines/open-ledger.ts';
import { backupDatabase } from '#server/engines/sqlite/backup.ts';
import { keptBackups } from '#server/engines/sqlite/backup-schedule.ts';
import { hasOurMark } from '#server/engines/sqlite/database.ts';
import { drillPrefix, sweepDrillFolders } from '#server/engines/sqlite/drill-folders.ts';
import { inspectDatabaseFile } from '#server/engines/sqlite/inspect.ts';
import {
  isDatabaseInUse,
  keptDatabases,
  keptSuffix,
  replaceDatabase,
} from '#server/engines/sqlite/restore.ts';
import { assertDirectoryUsable } from '#server/engines/sqlite/writable.ts';
import { type DrillReport, tryRestored } from '#server/operating/drill.ts';
import type { OperatorActor, OperatorNeeds } from '#server/operating/operator-action.ts';
import type { PaymentSetUp } from '#server/operating/payment-set-up.ts';
import type { Probes } from '#server/operating/probes.ts';
import { openProviders } from '#server/providers/open-providers.ts';
import { createProbes } from '#server/providers/probes.ts';
import { createStripeClient } from '#server/providers/stripe/payments.ts';
import { createStripeSetUp } from '#server/providers/stripe/set-up.ts';
import { type Clock, type Log, noMeters } from '#server/runtime.ts';
import { doOnSignal } from '#server/unfinished.ts';

/** Everything the commands work with, over the same database as the site. */
export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

/**
 * Opens everything for the command line. Only this file of the room knows engines and providers.
 * @throws {MigrationError} when database and program do not match, or there is no database
 */
export async function openWorkplace(config: Config, actor: OperatorActor, clock: Clock, log: Log) {
  const records = await openRecords(config, actor, clock, log);
  const { ledger } = records;
  await assertModeFits(ledger, config.stripe).catch(async (error: unknown) => {
    await ledger.close();
    throw error;
  });
  const { stripe, ...providers } = openProviders(config, clock);
  return {
    needs: {
      ...records,
      log,
      metrics: noMeters,
      ...providers,
    },
    config,
    probes: createProbes(stripe, config, {
      backups: () => backupsOf(config, clock()),
      keptDatabases: () => keptDatabases(config.databaseFile),
    }),
    paymentSetUp: createStripeSetUp(stripe, config),
    /** Names of the migrations in this version of the program. */
    migrations: migrationNames(),
    close: () => ledger.close(),
  };
}

/** @throws {SetUpFault} when this user cannot write there, as the site has to */
function backupsOf({ backups }: Storage, now: Date): ReturnType<Probes['backups']> {
  if (backups === null) return 'off';
  const { directory, everyHours } = backups;
  assertDirectoryUsable(directory, 'BACKUP_DIR');
  const kept = existsSync(directory) ? keptBackups(directory, now) : [];
  return { directory, everyHours, count: kept.length, newest: kept.at(-1)?.madeAt ?? null };
}

/**
 * Opens only the database, for commands that need none of the shop's secrets.
 * @throws {MigrationError} when database and program do not match, or there is no database
 */
export async function openRecords(
  storage: Storage & { mayMigrate?: boolean },
  actor: OperatorActor,
  clock: Clock,
  log: Log,
): Promise<OperatorNeeds> {
  const options = { clock, log, user: 'operator' } as const;
  // A command that made a database where the settings are wrong would find nothing there, or write what no site reads.
  const { ledger } = await openLedger({ ...storage, mayCreateDatabase: false }, options);
  return { ledger, clock, actor };
}

/** The payment provider's settings, which need nothing but the key. */
export function openPaymentSetUp(settings: PaymentSettings): PaymentSetUp {
  return createStripeSetUp(createStripeClient(settings.secretKey, settings.apiBase), settings);
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Creates the database that the settings name, if there is none yet. */
export async function createDatabase(storage: Storage, clock: Clock): Promise<void> {
  const options = { clock, log: silent, user: 'operator' } as const;
  const { ledger } = await openLedger({ ...storage, mayCreateDatabase: true }, options);
  await ledger.close();
}

/**
 * Restore drill: restores a backup into a folder of its own, opens it there as the site opens its database, compares it
 * with the shop's database, and removes the folder.
 * @param scratch where the folder is made; needs as much room as the backup
 * @param current the shop's own database; `null` when there is none
 */
export async function drill(
  backup: string,
  scratch: string,
  current: OperatorNeeds | null,
  clock: Clock,
): Promise<DrillReport> {
  sweepDrillFolders(scratch, clock());
  const folder = mkdtempSync(join(scratch, drillPrefix));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return doOnSignal(remove, async () => {
    const databaseFile = join(folder, 'site.sqlite');
    await replaceDatabase(backup, databaseFile, 'never');
    const storage = { databaseFile, databaseUrl: null, backups: null, mayMigrate: true };
    const restored = await openRecords(storage, 'operator:drill', clock, silent);
    try {
      return await tryRestored(restored, current?.ledger ?? null);
    } finally {
      await restored.ledger.close();
    }
  }).finally(remove);
}

/** The account deletions that another database knows of, which may be of an older version. @throws when it cannot be read */
export async function erasuresIn(
  place: Pick<Storage, 'databaseFile' | 'databaseUrl'>,
): Promise<KnownErasures> {
  const ledger = await openUnmigrated(place);
  try {
    return await ledger.snapshot(knownErasures);
  } finally {
    await ledger.close();
  }
}

/** Database files that are not open here: copying, inspecting, testing for a lock, putting in place. */
export {
  backupDatabase,
  copyToPostgres,
  hasOurMark,
  inspectDatabaseFile,
  isDatabaseInUse,
  keptBackups,
  keptDatabases,
  keptSuffix,
  migrationNames,
  openUnmigrated,
  replaceDatabase,
};
