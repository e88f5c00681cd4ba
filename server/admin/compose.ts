import { createProbes } from '#server/adapters/probes.ts';
import { createStripeLedger } from '#server/adapters/stripe-ledger.ts';
import { createStripeOperator } from '#server/adapters/stripe-operator.ts';
import { createStripeClient, createStripePayments } from '#server/adapters/stripe-payments.ts';
import type { Config } from '#server/config.ts';
import type { OperatorOrderNeeds } from '#server/domain/operator-orders.ts';
import type { OperatorActor } from '#server/domain/ports/operator-records.ts';
import type { Probes } from '#server/domain/ports/probes.ts';
import type { Clock, Log } from '#server/domain/ports/runtime.ts';
import { copyToPostgres, migrationNames, openStore } from '#server/store/open-store.ts';
import { inspectDatabaseFile, isDatabaseInUse, replaceDatabase } from '#server/store/sqlite/backup.ts';
import { downloads } from '#shared/unlocks.ts';

/** Everything the commands work with, over the same database as the site. */
export interface Workplace {
  needs: OperatorOrderNeeds;
  config: Config;
  probes: Probes;
  /** Names of the migrations that this program has. */
  migrations: string[];
  close(): Promise<void>;
}

/**
 * Builds the real things for the command line: the one place of this room that knows the store and the adapters.
 * @throws {MigrationError} when database and program do not belong together
 */
export async function openWorkplace(
  config: Config,
  actor: OperatorActor,
  clock: Clock,
  log: Log,
): Promise<Workplace> {
  const { store } = await openStore(config, { clock, log, user: 'operator' });
  const stripe = createStripeClient(config.stripe.secretKey, config.stripe.apiBase);
  return {
    needs: {
      ...{ store, clock, actor, log },
      payments: createStripePayments(stripe, {
        publicUrl: config.publicUrl,
        consentText: config.checkoutConsentText,
      }),
      ledger: createStripeLedger(stripe, clock),
      operatorPayments: createStripeOperator(stripe),
    },
    config,
    probes: createProbes(stripe, {
      databaseFile: config.databaseUrl === null ? config.databaseFile : null,
      downloadsDir: config.downloadsDir,
      downloads: downloads.map(({ file }) => file),
      identityOrigin: config.identity.origin,
      userPoolId: config.identity.userPoolId,
    }),
    migrations: migrationNames(),
    close: () => store.close(),
  };
}

/** Database files that are not open here: looked over, tried for a lock, put in place, copied. */
export const databaseFiles = {
  copyToPostgres,
  inspect: inspectDatabaseFile,
  isInUse: isDatabaseInUse,
  replace: replaceDatabase,
};
