import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { createSandbox, type Sandbox } from '#sandbox/app.ts';
import { sharedSigningKeys } from '#sandbox/identity/keys-for-tests.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Patience } from '#server/http/listener.ts';
import { createLogger } from '#server/http/log.ts';
import { type BuiltSite, readBuiltSite } from '#server/http/pages.ts';
import { builtSite, type RunningSite, startSite } from '#server/main.ts';
import type { ProviderTimes } from '#server/providers/provider-times.ts';
import type { Clock } from '#server/runtime.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { compileCache } from './compile-cache.ts';
import { undeclaredProblems } from './declared-problems.ts';
import { putEmptyDatabase } from './ledger-in-memory.ts';

export const webhookSecret = 'whsec_test_0123456789abcdef';
const userPoolId = 'eu-north-1_TestPool1';
export const webClientId = 'testwebclient';
export const appClientId = 'testmobileapp';

/** Read once for all shops of a worker, because it takes longer than the rest of a start. */
let built: BuiltSite | null = null;
const readOnce = (): BuiltSite => {
  built ??= readBuiltSite(builtSite);
  return built;
};

/** A whole shop for one test file: the real site with its own database, and its own sandbox. */
export interface Shop {
  /** The site's address. */
  url: string;
  config: Config;
  /** The settings of the site, for starting it as a separate process. */
  environment: Record<string, string>;
  sandbox: Sandbox;
  sandboxUrl: string;
  /** Every line the site has logged so far. */
  logText(): string;
  /** Stops the site alone and starts it again on the same port and database. */
  restart(): Promise<void>;
  stopSite(): Promise<void>;
  close(): Promise<void>;
}

export interface ShopOptions {
  /** Settings that differ from the defaults; a function gets the sandbox's URL. */
  environment?: Record<string, string> | ((sandboxUrl: string) => Promise<Record<string, string>>);
  clock?: Clock;
  /** The clock of the outside services; the site's when left out. */
  sandboxClock?: Clock;
  /** Whether the user pool hides who has an account. */
  preventUserExistenceErrors?: boolean;
  /** Whether the shop sends mail, to the inbox of the sandbox. */
  mail?: boolean;
  /** The time-outs for clients' requests. */
  patience?: Patience;
  /** The time-outs for the outside services. */
  providerTimes?: ProviderTimes;
}

export async function openShop({
  environment: over = {},
  clock,
  sandboxClock = clock,
  preventUserExistenceErrors,
  mail = false,
  patience,
  providerTimes,
}: ShopOptions = {}): Promise<Shop> {
  const directory = mkdtempSync(join(tmpdir(), 'shop-'));
  const sandbox = createSandbox({
    documentsFile: ':memory:',
    webhook: { url: null, secret: webhookSecret },
    userPoolId,
    clientIds: [webClientId, appClientId],
    retryDelaysMs: [20, 50, 100, 200, 400],
    preventUserExistenceErrors,
    signingKeys: sharedSigningKeys(),
    ...(sandboxClock && { now: sandboxClock }),
  });
  const sandboxUrl = await sandbox.listen(0);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = {
    ...compileCache,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: directory,
    // Tests of backups set their own.
    BACKUP_DIR: 'off',
    STRIPE_SECRET_KEY: 'sk_test_shop',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandboxUrl,
    COGNITO_USER_POOL_ID: userPoolId,
    COGNITO_CLIENT_ID: webClientId,
    COGNITO_APP_CLIENT_IDS: appClientId,
    COGNITO_ENDPOINT: sandboxUrl,
    COGNITO_MFA: 'on',
    OPERATOR_SECOND_FACTOR: 'off',
    SESSION_KEYS: 'a-session-key-for-tests-of-32-chars-or-more',
    NEWSLETTER_FORM_URL: `${sandboxUrl}/newsletter-form`,
    ...(mail && {
      SMTP_URL: await sandbox.mail.listen(0),
      MAIL_FROM: 'The Shop <shop@example.com>',
      MAIL_PER_SECOND: '1000',
    }),
    ...(typeof over === 'function' ? await over(sandboxUrl) : over),
  };
  const config = readConfig(environment);
  // Tests of the programs start a site that creates its database.
  const isOwnFile = config.databaseUrl === null && dirname(config.databaseFile) === directory;
  if (isOwnFile) putEmptyDatabase(config.databaseFile);
  const logFile = join(directory, 'site.log');
  const log = createLogger('debug', pino.destination({ dest: logFile, sync: true }));
  const start = () =>
    startSite(config, {
      log,
      built: readOnce(),
      ...(clock && { clock }),
      ...(patience && { patience }),
      ...(providerTimes && { providerTimes }),
    });
  let site: RunningSite | null = await start();
  sandbox.stripe.setWebhookUrl(`${url}/api/stripe/webhook`);

  async function stopSite(): Promise<void> {
    await site?.close();
    site = null;
  }
  return {
    url,
    config,
    environment,
    sandbox,
    sandboxUrl,
    logText: () => readFileSync(logFile, 'utf8'),
    stopSite,
    async restart() {
      await stopSite();
      site = await start();
      // A kept-alive connection to the old site fails on its next use; let that happen here, not in a test.
      while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok);
    },
    async close() {
      await stopSite();
      await sandbox.close();
      const undeclared = undeclaredProblems(readFileSync(logFile, 'utf8'));
      rmSync(directory, { recursive: true });
      // Every problem that was answered must be declared in the OpenAPI document.
      if (undeclared.length > 0) throw new Error(undeclared.join('\n'));
    },
  };
}
