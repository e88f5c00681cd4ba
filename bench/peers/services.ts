import { createCipher } from '../../server/adapters/cipher.ts';
import { createCognitoIdentity } from '../../server/adapters/cognito-identity.ts';
import { createStripeClient, createStripePayments } from '../../server/adapters/stripe-payments.ts';
import { createWebhookReader } from '../../server/adapters/stripe-webhook.ts';
import { readConfig } from '../../server/config.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';

/** What the peers share with the site, so that only what stands around it differs: SQL, signature checks, the ways out. */
export function peerServices() {
  const config = readConfig();
  const clock = () => new Date();
  const stripe = createStripeClient(config.stripe.secretKey, config.stripe.apiBase);
  const { publicUrl, checkoutConsentText: consentText } = config;
  return {
    config,
    clock,
    store: openSqliteStore(config.databaseFile, 'migrations', clock),
    identity: createCognitoIdentity(config.identity, clock),
    cipher: createCipher(config.sessionKeys),
    payments: createStripePayments(stripe, { publicUrl, consentText }),
    readWebhook: createWebhookReader(config.stripe.webhookSecrets, clock),
  };
}
