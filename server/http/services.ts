import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type {
  Cipher,
  Clock,
  IdentityProvider,
  PaymentProvider,
  Store,
  WebhookReader,
} from '#server/domain/ports.ts';
import type { Site } from './pages.ts';

/** Everything the app is built from. `server/main.ts` makes the real ones. */
export interface Services {
  config: Config;
  store: Store;
  payments: PaymentProvider;
  identity: IdentityProvider;
  cipher: Cipher;
  clock: Clock;
  log: Logger;
  readWebhook: WebhookReader;
  site: Site;
}
