// The configuration, and the only reader of `process.env`. The schema of the settings is in `config/environment.ts`.

import { join } from 'node:path';
import type { z } from 'zod';
import type { Facts } from '#shared/api/facts.ts';
import { paths } from '#shared/routes.ts';
import { ConfigurationError, checked } from './config/check-settings.ts';
import { environmentSchema } from './config/environment.ts';
import { misspelledSettings } from './config/misspelled.ts';
import {
  contradictionFaults,
  doubtfulSettings,
  firstFactorsOf,
  isLive,
  liveKeyFaults,
  siteFileFaults,
} from './config/rules.ts';
import { readSiteFile } from './config/site-file.ts';

/**
 * Reads the configuration. Empty variables count as unset, because that is how compose files pass missing ones.
 * @throws {ConfigurationError} with every fault at once
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const env = checked(environmentSchema, environment, [liveKeyFaults, siteFileFaults, contradictionFaults]);
  const { facts, faults } = readSiteFile(env.SITE_FILE, isLive(env));
  // The site file was changed since it was validated.
  if (facts === null) throw new ConfigurationError(faults);
  return configOf(env, facts, misspelledSettings(environment));
}

const storageSchema = environmentSchema.pick({
  DATA_DIR: true,
  DATABASE_FILE: true,
  DATABASE_URL: true,
  BACKUP_DIR: true,
  BACKUP_EVERY_HOURS: true,
  BACKUP_KEEP: true,
});

/**
 * Reads only the location of the data and its backups. Somebody who restores a backup may have no other settings, above
 * all no secrets. It does not check whether scheduled backups are possible: a shop that moves to PostgreSQL has both
 * settings during the copy.
 * @throws {ConfigurationError} with every fault at once
 */
export function readStorage(environment: NodeJS.ProcessEnv = process.env): Storage {
  return storageOf(checked(storageSchema, environment, []));
}

const paymentSchema = environmentSchema.pick({
  PUBLIC_URL: true,
  STRIPE_SECRET_KEY: true,
  STRIPE_API_BASE: true,
  CHECKOUT_TERMS_CONSENT: true,
  CHECKOUT_CONSENT_TEXT: true,
  TAX: true,
  INVOICES: true,
});

/** The settings for setting up the payment provider, before there is a webhook secret. */
export type PaymentSettings = ReturnType<typeof readPaymentSettings>;

/** Reads only the address and the payment key. @throws {ConfigurationError} with every fault at once */
export function readPaymentSettings(environment: NodeJS.ProcessEnv = process.env) {
  const env = checked(paymentSchema, environment, [liveKeyFaults]);
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    apiBase: env.STRIPE_API_BASE ?? null,
    ...checkoutsOf(env),
  };
}

/** What payment pages are made with. */
const checkoutsOf = (env: z.infer<typeof paymentSchema>) => ({
  /** Without a trailing slash. */
  publicUrl: env.PUBLIC_URL,
  /** What buyers must consent to before they pay; `null` asks for no consent. */
  checkoutConsentText:
    env.CHECKOUT_TERMS_CONSENT === 'required'
      ? (env.CHECKOUT_CONSENT_TEXT ?? ourConsentText(env.PUBLIC_URL))
      : null,
  /** Whether the payment provider calculates the VAT of each sale. */
  reckonsTax: env.TAX === 'stripe',
  /** Whether the payment provider asks for VAT numbers and makes invoices, which the key must then be allowed to read. */
  makesInvoices: env.INVOICES === 'on',
});

/** Who runs a command as another user (sudo); `undefined` for nobody. */
export const readSudoUser = ({ SUDO_USER: user }: NodeJS.ProcessEnv = process.env): string | undefined =>
  user?.trim() || undefined;

/** The location of the data and its backups. */
export type Storage = ReturnType<typeof storageOf>;

function storageOf(env: z.infer<typeof storageSchema>) {
  const directory = env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups');
  const makesBackups = env.DATABASE_URL === undefined && directory !== 'off';
  return {
    databaseFile: env.DATABASE_FILE ?? join(env.DATA_DIR, 'site.sqlite'),
    /** The address of a PostgreSQL database, with its password; `null` for the SQLite file. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Scheduled backups of the SQLite file; `null` for none. */
    backups: makesBackups ? { directory, everyHours: env.BACKUP_EVERY_HOURS, keep: env.BACKUP_KEEP } : null,
  };
}

/**
 * What buyers agree to where the operator has no text of their own. It ends the right of withdrawal on delivery; for a lawyer to
 * check (docs/operations.md). Stripe shows it in place of its own sentence, so it links to the terms itself.
 */
const ourConsentText = (publicUrl: string) =>
  `I agree to the [terms of sale](${publicUrl}${paths.terms()}). Unlock at once what is out. I know that my right of withdrawal ends when it is unlocked: for what is not out yet, on the day it comes out; for a gift, when somebody takes it.`;

/** The configuration, as the rest of the server uses it. */
export type Config = ReturnType<typeof configOf>;

function configOf(env: z.infer<typeof environmentSchema>, facts: Facts, misspelled: readonly string[]) {
  const [region] = env.COGNITO_USER_POOL_ID.split('_');
  return {
    port: env.PORT,
    host: env.HOST,
    ...checkoutsOf(env),
    /** Origins that may start a checkout; `publicUrl` is the first. */
    allowedOrigins: [...new Set([env.PUBLIC_URL, ...env.ALLOWED_ORIGINS])],
    /** The facts of the company that runs the shop. */
    facts,
    /** The proxies in front: a number of hops, or their addresses. */
    trustProxy: /^\d+$/.test(env.TRUST_PROXY)
      ? Number(env.TRUST_PROXY)
      : env.TRUST_PROXY.split(',').map((address) => address.trim()),
    ...storageOf(env),
    /** With a live key, a missing database is as likely lost as new. */
    mayCreateDatabase: env.CREATE_DATABASE === 'yes' || !isLive(env),
    downloadsDir: env.DOWNLOADS_DIR ?? join(env.DATA_DIR, 'downloads'),
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
      apiBase: env.STRIPE_API_BASE ?? null,
      testMode: !isLive(env),
      mayTestOnRealOrders: env.TEST_ON_REAL_ORDERS === 'yes',
    },
    identity: {
      userPoolId: env.COGNITO_USER_POOL_ID,
      clientId: env.COGNITO_CLIENT_ID,
      /** The site's app client and the mobile app's. */
      acceptedClientIds: [...new Set([env.COGNITO_CLIENT_ID, ...env.COGNITO_APP_CLIENT_IDS])],
      /** Set when the identity service is not the hosted one. */
      endpoint: env.COGNITO_ENDPOINT ?? null,
      /** Whether the pool has authenticator apps (TOTP) as a second factor. */
      authenticator: env.COGNITO_MFA !== 'off',
      /** Whether the pool demands one of everybody, so that nobody can do without. */
      authenticatorRequired: env.COGNITO_MFA === 'required',
      /** Whether the pool has passkeys as a first factor. */
      passkeys: firstFactorsOf(env).includes('passkeys'),
      /** Whether the pool has sign-in with mailed codes. */
      mailedCodes: firstFactorsOf(env).includes('mailed-codes'),
      /** The identity service's endpoint, hosted or not. */
      origin: env.COGNITO_ENDPOINT ?? `https://cognito-idp.${region}.amazonaws.com`,
    },
    /** The mobile apps that open links of this site. */
    apps: {
      ios: env.IOS_APP_IDS,
      iosScheme: env.IOS_APP_SCHEME ?? null,
      android: androidApps(env.ANDROID_APPS),
    },
    /** The group whose members may use the operator's page; `null` switches the page off. */
    operatorGroup: env.OPERATOR_GROUP ?? null,
    /** Whether operators must have a second factor. A pool without any cannot require one. */
    operatorsNeedFactor: env.COGNITO_MFA !== 'off' && env.OPERATOR_SECOND_FACTOR === 'required',
    /** Settings that are allowed but probably a mistake; logged at the start, and said by the doctor. */
    warnings: [...misspelled, ...doubtfulSettings(env)],
    sessionKeys: env.SESSION_KEYS,
    newsletterFormUrl: env.NEWSLETTER_FORM_URL ?? null,
    /** Whether pages report Web Vitals. */
    collectsWebVitals: env.WEB_VITALS === 'on',
    /** The mail service and the sender; `null` when the shop sends no letters. */
    mail:
      env.SMTP_URL && env.MAIL_FROM
        ? { ...env.SMTP_URL, from: env.MAIL_FROM, perSecond: env.MAIL_PER_SECOND }
        : null,
    /** The recipient of the operator's daily summary; `null` for none. */
    operatorMail: env.OPERATOR_MAIL ?? null,
    /** The internal port for metrics; `null` for none. */
    metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    mostRequestsAtOnce: env.MOST_REQUESTS_AT_ONCE,
    logLevel: env.LOG_LEVEL,
  };
}

/** Android apps with all fingerprints of each, in the order of the setting. */
function androidApps(pairs: readonly string[]): { package: string; fingerprints: string[] }[] {
  const apps = new Map<string, string[]>();
  for (const pair of pairs) {
    const [name = '', fingerprint = ''] = pair.split('=');
    apps.set(name, [...(apps.get(name) ?? []), fingerprint]);
  }
  return [...apps].map(([name, fingerprints]) => ({ package: name, fingerprints }));
}
