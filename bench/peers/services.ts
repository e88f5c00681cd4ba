import { randomBytes } from 'node:crypto';
import { readConfig } from '../../server/config.ts';
import { openSqliteLedger } from '../../server/engines/sqlite/ledger.ts';
import { createCipher } from '../../server/providers/cipher.ts';
import { createCognitoIdentity } from '../../server/providers/cognito/identity.ts';
import { createStripeBooks } from '../../server/providers/stripe/books.ts';
import { createStripeClient, createStripePayments } from '../../server/providers/stripe/payments.ts';
import { createWebhookReader } from '../../server/providers/stripe/webhook.ts';
import { noMeters } from '../../server/runtime.ts';

const log = { info() {}, warn() {}, error() {} };

/** What the peers share with the site, so that only what stands around it differs: SQL, signature checks, the ways out. */
export function peerServices() {
  const config = readConfig();
  const clock = () => new Date();
  const stripe = createStripeClient(config.stripe.secretKey, config.stripe.apiBase);
  return {
    config,
    clock,
    metrics: noMeters,
    log,
    ledger: openSqliteLedger(config.databaseFile, 'migrations', clock, { log }),
    identity: createCognitoIdentity(config.identity, clock),
    cipher: createCipher(config.sessionKeys),
    payments: createStripePayments(stripe, config),
    books: createStripeBooks(stripe, false),
    webhooks: createWebhookReader(config.stripe.webhookSecrets, clock, false),
  };
}

/** A guest in a browser that was never here, as every request of the benchmarks without a cookie is one for the site. */
export const newGuest = () => ({ account: null, browserId: randomBytes(32).toString('base64url') });
