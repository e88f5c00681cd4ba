// Creates the clients of Stripe and Cognito, and the cipher, from the settings, for the site and the command line.

import type { Clock } from '#server/runtime.ts';
import { createCipher } from './cipher.ts';
import { type CognitoOptions, type CognitoSettings, createCognitoIdentity } from './cognito/identity.ts';
import type { ProviderTimes } from './provider-times.ts';
import { createStripeBooks } from './stripe/books.ts';
import { createStripeOperator } from './stripe/operator.ts';
import { createStripeClient, createStripePayments, type StripePaymentsOptions } from './stripe/payments.ts';

interface ProviderSettings extends StripePaymentsOptions {
  stripe: { secretKey: string; apiBase: string | null; testMode: boolean };
  identity: CognitoSettings;
  sessionKeys: readonly string[];
}

/** @param options time-outs of calls, and who is notified of fetched keys */
export function openProviders(
  config: ProviderSettings,
  clock: Clock,
  options: CognitoOptions & { times?: ProviderTimes } = {},
) {
  const { secretKey, apiBase, testMode } = config.stripe;
  const stripe = createStripeClient(secretKey, apiBase, options.times);
  return {
    stripe,
    payments: createStripePayments(stripe, config),
    operatorPayments: createStripeOperator(stripe, !testMode, options.times),
    books: createStripeBooks(stripe, !testMode, options.times),
    cipher: createCipher(config.sessionKeys),
    identity: createCognitoIdentity(config.identity, clock, options),
  };
}
