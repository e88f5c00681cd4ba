import type { Config } from '#server/config.ts';
import { copyToPostgres, migrationNames, openLedger } from '#server/engines/open-ledger.ts';
import { inspectDatabaseFile, isDatabaseInUse, replaceDatabase } from '#server/engines/sqlite/backup.ts';
import type { OperatorActor } from '#server/operating/operator-action.ts';
import type { OperatorOrderNeeds } from '#server/operating/operator-orders.ts';
import type { Probes } from '#server/operating/probes.ts';
import { createProbes } from '#server/providers/probes.ts';
import { createStripeBooks } from '#server/providers/stripe/books.ts';
import { createStripeOperator } from '#server/providers/stripe/operator.ts';
import { createStripeClient, createStripePayments } from '#server/providers/stripe/payments.ts';
import { type Clock, type Log, noMeters } from '#server/runtime.ts';
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
 * Builds the real things for the command line: the one place of this room that knows engines and providers.
 * @throws {MigrationError} when database and program do not belong together
 */
export async function openWorkplace(
  config: Config,
  actor: OperatorActor,
  clock: Clock,
  log: Log,
): Promise<Workplace> {
  const { ledger } = await openLedger(config, { clock, log, user: 'operator' });
  const stripe = createStripeClient(config.stripe.secretKey, config.stripe.apiBase);
  return {
    needs: {
      ...{ ledger, clock, actor, log },
      metrics: noMeters,
      payments: createStripePayments(stripe, {
        publicUrl: config.publicUrl,
        consentText: config.checkoutConsentText,
      }),
      books: createStripeBooks(stripe, !config.stripe.testMode),
      operatorPayments: createStripeOperator(stripe, !config.stripe.testMode),
    },
    config,
    probes: createProbes(stripe, {
      databaseFile: config.databaseUrl === null ? config.databaseFile : null,
      downloadsDir: config.downloadsDir,
      downloads: downloads.map(({ file }) => file),
      identityOrigin: config.identity.origin,
      userPoolId: config.identity.userPoolId,
      mail: config.mail,
    }),
    migrations: migrationNames(),
    close: () => ledger.close(),
  };
}

/** Makes the database that the settings name, where there is none yet. */
export async function createDatabase(config: Config, clock: Clock): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const options = { clock, log, user: 'operator' } as const;
  const { ledger } = await openLedger({ ...config, mayCreateDatabase: true }, options);
  await ledger.close();
}

/** Database files that are not open here: copied, looked over, tried for a lock, put in place. */
export { copyToPostgres, inspectDatabaseFile, isDatabaseInUse, replaceDatabase };
