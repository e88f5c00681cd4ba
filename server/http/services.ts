// What the HTTP side is built from: the dependencies that server/main.ts hands in.

import type { Logger } from 'pino';
import type { IdentityProvider } from '#server/accounts/identity-provider.ts';
import type {
  OperatorPayments,
  PaymentBooks,
  PaymentProvider,
  WebhookReader,
} from '#server/buying/payment-provider.ts';
import type { Config } from '#server/config.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { NewRequestCounts } from '#server/ledger/request-counts.ts';
import type { WebVitalsFigures } from '#server/operating/web-vitals.ts';
import type { Cipher, Clock } from '#server/runtime.ts';
import type { Metrics } from './metrics.ts';
import type { Site } from './pages.ts';
import type { Readiness } from './readiness.ts';

/** Everything the app is built from. `server/main.ts` makes the real ones. */
export interface Services {
  config: Config;
  ledger: Ledger;
  /** Counts of requests, which rate limits are kept by. */
  counts: NewRequestCounts;
  payments: PaymentProvider;
  /** What operators ask of the payment provider. */
  operatorPayments: OperatorPayments;
  books: PaymentBooks;
  identity: IdentityProvider;
  cipher: Cipher;
  clock: Clock;
  log: Logger;
  webhooks: WebhookReader;
  site: Site;
  metrics: Metrics;
  /** How fast pages were for visitors since this process began. */
  webVitals: WebVitalsFigures;
  readiness: Readiness;
}
