import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { createCipher } from './adapters/cipher.ts';
import { createCognitoIdentity } from './adapters/cognito-identity.ts';
import { createStripeClient, createStripePayments } from './adapters/stripe-payments.ts';
import { createWebhookReader } from './adapters/stripe-webhook.ts';
import { type Config, ConfigurationError, readConfig } from './config.ts';
import { finishErasures } from './domain/erase-account.ts';
import type { Clock } from './domain/ports.ts';
import { createApp } from './http/app.ts';
import { loadSite } from './http/pages.ts';
import { publicConfigOf } from './http/routes/config.ts';
import { openStore } from './store/store.ts';

const root = join(import.meta.dirname, '..');

/** How often interrupted deletions are taken up again and expired sessions are swept, in milliseconds. */
const housekeepingEveryMs = 15 * 60 * 1000;
/** How long requests under way may take when the site stops, in milliseconds. */
const stopWithinMs = 10_000;

/** What may differ from the real thing in a test: where logs go, and what time it is. */
export interface SiteOptions {
  log?: Logger;
  clock?: Clock;
}

export interface RunningSite {
  /** Where it listens, for example `http://127.0.0.1:3000`. */
  address: string;
  /** Stops taking requests, lets those under way finish, closes the database. */
  close(): Promise<void>;
}

/**
 * Builds the whole site from its configuration and listens.
 * @throws when the database, the migrations or the built pages are not in order, or the port is taken
 */
export async function startSite(config: Config, options: SiteOptions = {}): Promise<RunningSite> {
  const clock = options.clock ?? (() => new Date());
  const log = options.log ?? pino({ level: config.logLevel });
  const store = openStore(config.databaseFile, join(root, 'migrations'), clock);
  const cipher = createCipher(config.sessionKeys);
  const identity = createCognitoIdentity(config.identity, clock);
  const stripe = createStripeClient(config.stripe.secretKey, config.stripe.apiBase);
  const app = createApp({
    config,
    store,
    payments: createStripePayments(stripe, config.publicUrl),
    identity,
    cipher,
    clock,
    log,
    readWebhook: createWebhookReader(config.stripe.webhookSecrets, clock),
    site: loadSite(join(root, 'dist'), publicConfigOf(config)),
  });
  const keepHouse = async () => {
    try {
      await store.removeExpiredSessions(clock());
      await finishErasures({ store, identity, cipher, clock, log });
    } catch (error) {
      log.warn({ err: error }, 'housekeeping was interrupted and goes on next time');
    }
  };
  const housekeeping = setInterval(keepHouse, housekeepingEveryMs);
  const firstHousekeeping = keepHouse();

  const server = createServer(app);
  await listen(server, config);
  const address = addressOf(server);
  log.info({ address, publicUrl: config.publicUrl, testPayments: config.stripe.testMode }, 'site ready');
  return {
    address,
    async close() {
      clearInterval(housekeeping);
      await stop(server);
      await firstHousekeeping;
      store.close();
    },
  };
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** `server.close()` alone waits for idle keep-alive connections for ever; busy ones are told to close when answered. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), stopWithinMs).unref();
  });
}

/** Runs the site as a process: configuration from the environment, a clean stop on SIGTERM and SIGINT. */
async function run(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const site = await startSite(config, { log });
  const stopOnce = (signal: NodeJS.Signals) => {
    process.off('SIGTERM', stopOnce).off('SIGINT', stopOnce);
    log.info({ signal }, 'stopping');
    site.close().then(
      () => log.info('stopped'),
      (error: unknown) => {
        log.fatal({ err: error }, 'the site did not stop cleanly');
        process.exitCode = 1;
      },
    );
  };
  process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce);
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    console.error(error instanceof ConfigurationError ? error.message : error);
    process.exitCode = 1;
  });
}
