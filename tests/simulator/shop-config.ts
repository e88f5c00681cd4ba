import { readConfig } from '#server/config.ts';
import { createCipher } from '#server/providers/cipher.ts';
import { webhookSecret } from '#tests/support/shop.ts';

/** The shop's settings in a simulation: the required ones, a mail service, and in some stories consent collection. */
const config = readConfig({
  PUBLIC_URL: 'https://shop.example.com',
  STRIPE_SECRET_KEY: 'sk_test_simulated',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  COGNITO_USER_POOL_ID: 'eu-north-1_Simulated',
  COGNITO_CLIENT_ID: 'webclient',
  COGNITO_APP_CLIENT_IDS: 'appclient',
  SESSION_KEYS: 'a-session-key-of-the-simulated-shop-32',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'The Shop <shop@example.com>',
  CHECKOUT_TERMS_CONSENT: 'required',
});
export const shopConfig = { webhookSecret, config, cipher: createCipher(config.sessionKeys) };
