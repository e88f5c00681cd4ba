// The dependencies of the HTTP side, which server/main.ts hands in.

import type { Logger } from 'pino';
import type {
  OperatorPayments,
  PaymentBooks,
  PaymentProvider,
  WebhookReader,
} from '#server/buying/payment-provider.ts';
import type { Config } from '#server/config.ts';
import type { IdentityProvider } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { NewRequestCounts } from '#server/ledger/request-counts.ts';
import type { WebVitalsFigures } from '#server/operating/web-vitals.ts';
import type { Cipher, Clock } from '#server/runtime.ts';
import type { Metrics } from './metrics.ts';
import type { Site } from './pages.ts';
import type { Readiness } from './readiness.ts';

/** All dependencies of the app. `server/main.ts` makes the real ones. */
export interface Services {
  config: Config;
  ledger: Ledger;
  /** Request counters for the rate limits. */
  counts: NewRequestCounts;
  payments: PaymentProvider;
  /** Payment calls for operators. */
  operatorPayments: OperatorPayments;
  books: PaymentBooks;
  identity: IdentityProvider;
  cipher: Cipher;
  clock: Clock;
  log: Logger;
  webhooks: WebhookReader;
  site: Site;
  metrics: Metrics;
  /** Web Vitals of visitors since this process started. */
  webVitals: WebVitalsFigures;
  readiness: Readiness;
}
