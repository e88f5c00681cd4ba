// The schema of the settings (environment variables). The names are the ones in `.env.example`; a test compares the two.

import { z } from 'zod';
import {
  choice,
  httpUrl,
  isProxyAddress,
  listOf,
  matching,
  origin,
  port,
  positive,
  readBy,
  wholeNumber,
} from './fields.ts';
import { mailSender, smtpExpectation, smtpSettings } from './mail-settings.ts';

/** Shortest key that sessions may be signed and encrypted with, in characters. */
const shortestSessionKey = 32;

/** Longest text beside the consent box on the payment page, in characters (docs.stripe.com/api/checkout/sessions/create). */
const longestConsentText = 1200;

/** The schema of the environment, one entry a variable; its descriptions are what a fault quotes. */
export const environmentSchema = z.object({
  PORT: port.default(3000).describe('the port the site listens on'),
  HOST: z
    .string()
    .optional()
    .describe('the address the site listens on; every one of the machine when unset'),
  PUBLIC_URL: origin.describe(
    "the site's own address as people type it, for example https://shop.example.com",
  ),
  ALLOWED_ORIGINS: listOf(origin)
    .default([])
    .describe('further origins that may start a checkout, comma separated'),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => /^\d{1,2}$/.test(text) || text.split(',').every((part) => isProxyAddress(part.trim())),
      'expected a number of proxies, or a list of addresses and subnets such as 10.0.0.0/8',
    )
    .default('0')
    .describe('how many proxies stand before the site, or their addresses or subnets, comma separated'),
  SITE_FILE: z
    .string()
    .optional()
    .describe("the file with the company's facts, as site.example.json, which holds when this is unset"),
  DATA_DIR: z.string().min(1).default('data').describe('the directory that holds the database'),
  DATABASE_FILE: z.string().min(1).optional().describe('the database file; DATA_DIR/site.sqlite when unset'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/[^/?\s]+/, 'expected postgres://user:password@host:5432/database')
    .optional()
    .describe('the address of a PostgreSQL database; SQLite in DATABASE_FILE when unset'),
  CREATE_DATABASE: choice('yes', 'no')
    .default('no')
    .describe('yes at the first start with a live payment key, which makes no database unasked'),
  DOWNLOADS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('the directory of files that buyers may download; DATA_DIR/downloads when unset'),
  STRIPE_SECRET_KEY: matching(
    /^(sk|rk)_(live|test)_\w+$/,
    'expected a secret key of the payment provider, sk_live_… or sk_test_…',
  ).describe('the secret key of the payment provider'),
  TEST_ON_REAL_ORDERS: choice('yes', 'no')
    .default('no')
    .describe('yes lets a test key work on a copy of a database with real orders'),
  STRIPE_WEBHOOK_SECRET: listOf(
    matching(
      /^whsec_[\w+/=-]{8,}$/,
      'expected signing secrets, each whsec_ and at least 8 letters and digits more',
    ),
  ).describe('signing secrets of the webhook, comma separated; all are accepted while one replaces another'),
  STRIPE_API_BASE: origin
    .optional()
    .describe('where the payment API answers, for a stand-in only; Stripe itself when unset'),
  CHECKOUT_TERMS_CONSENT: choice('off', 'required')
    .default('off')
    .describe(
      'off, or required: whether buyers must consent before they pay; needs a terms URL in the Stripe dashboard',
    ),
  CHECKOUT_CONSENT_TEXT: z
    .string()
    .max(longestConsentText, `expected at most ${longestConsentText} characters`)
    .optional()
    .describe('the text that buyers consent to; a text of ours when unset'),
  TAX: choice('off', 'stripe')
    .default('off')
    .describe('whether Stripe Tax reckons the VAT within the prices; needs a registration in its dashboard'),
  INVOICES: choice('off', 'on')
    .default('off')
    .describe('whether buyers can give a VAT number, and Stripe makes an invoice of every sale, for a fee'),
  COGNITO_USER_POOL_ID: matching(
    /^[a-z]{2}(-[a-z]+)+-\d_[A-Za-z0-9]+$/,
    'expected a user pool id such as eu-north-1_AbCdEfGhI',
  ).describe('the id of the user pool, such as eu-north-1_AbCdEfGhI'),
  COGNITO_CLIENT_ID: matching(/^\w+$/, "expected the id of the site's app client").describe(
    "the site's app client in the user pool",
  ),
  COGNITO_APP_CLIENT_IDS: listOf(matching(/^\w+$/, "expected the ids of the app's clients, comma separated"))
    .default([])
    .describe('app clients of the mobile app whose id tokens are accepted too, comma separated'),
  COGNITO_ENDPOINT: origin
    .optional()
    .describe('where the identity service answers, for a stand-in only; Cognito itself when unset'),
  IOS_APP_IDS: listOf(
    matching(
      /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/,
      'expected ids such as ABCDE12345.com.example.app',
    ),
  )
    .default([])
    .describe('the iOS apps that open links of this site, as team and bundle id, comma separated'),
  IOS_APP_SCHEME: matching(
    /^[a-z][a-z0-9+.-]{1,62}$/,
    'expected a scheme such as blackether, without its colon',
  )
    .refine(
      (scheme) => !/^(https?|javascript|data|file|blob|about|mailto|tel|intent)$/.test(scheme),
      'expected a scheme of the app’s own',
    )
    .optional()
    .describe('the URL scheme of the iOS app, for buttons on this site'),
  ANDROID_APPS: listOf(
    matching(
      /^[A-Za-z]\w*(\.[A-Za-z]\w*)+=([0-9A-F]{2}:){31}[0-9A-F]{2}$/,
      'expected package=fingerprint, the fingerprint as 32 pairs of hexadecimal capitals with colons',
    ),
  )
    .default([])
    .describe(
      'the Android apps that open links of this site, each package=SHA-256 fingerprint of its signing certificate, comma separated; a package with two certificates twice',
    ),
  COGNITO_MFA: choice('on', 'required', 'off')
    .default('off')
    .describe(
      'on when the user pool offers authenticator apps, which the account page then sets up and removes; required when it demands one of everybody',
    ),
  COGNITO_PASSKEYS: choice('on', 'off')
    .default('off')
    .describe('on is the older way to say passkeys in COGNITO_FIRST_FACTORS'),
  COGNITO_FIRST_FACTORS: listOf(
    z.enum(['passkeys', 'mailed-codes'], { error: 'expected passkeys, mailed-codes, or both' }),
  )
    .default([])
    .describe(
      'what the user pool takes in place of a password: passkeys, mailed-codes or both, comma separated; the login form offers them beside it',
    ),
  OPERATOR_GROUP: matching(/^[^\s,]{1,128}$/, 'expected the name of one group')
    .optional()
    .describe('the group in the user pool whose members may use the page /operator; nobody when unset'),
  OPERATOR_SECOND_FACTOR: choice('required', 'off')
    .default('required')
    .describe(
      'required, or off: whether operators are let in only with a second factor, where COGNITO_MFA is not off',
    ),
  SESSION_KEYS: listOf(
    z
      .string()
      .min(shortestSessionKey, `expected keys of at least ${shortestSessionKey} random characters each`),
  ).describe('keys that sign and encrypt sessions, comma separated; the first is used, all are accepted'),
  METRICS_PORT: port
    .optional()
    .describe('an internal port for /metrics in the Prometheus format; off when unset'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('the address that METRICS_PORT listens on; 0.0.0.0 in a container'),
  RATE_LIMIT_FACTOR: positive('expected a number above 0, and at most a million', 1_000_000)
    .default(1)
    .describe('multiplies how many requests an address or account may send in ten minutes'),
  MOST_REQUESTS_AT_ONCE: wholeNumber(10)
    .default(500)
    .describe('how many requests are answered at the same time before further ones get 503'),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'the directory for scheduled backups, best on another disk, or "off"; DATA_DIR/backups when unset',
    ),
  BACKUP_EVERY_HOURS: positive('expected a number of hours above 0, and at most 168', 168)
    .default(24)
    .describe('how often a backup is made, in hours'),
  BACKUP_KEEP: wholeNumber(1).default(14).describe('how many scheduled backups are kept'),
  SMTP_URL: readBy(smtpSettings, smtpExpectation)
    .optional()
    .describe(
      'the mail service that sends letters to buyers, smtps://user:password@host:465, or smtp://… for STARTTLS; none are sent when unset',
    ),
  MAIL_FROM: readBy(mailSender, 'expected an address, or a name and <an address>')
    .optional()
    .describe('the sender of letters, such as The Shop <shop@example.com>'),
  MAIL_PER_SECOND: wholeNumber(1)
    .default(10)
    .describe('how many letters are sent in a second at most; what your mail service allows is the limit'),
  OPERATOR_MAIL: z
    .email({ error: 'expected an e-mail address' })
    .transform((address) => address.toLowerCase())
    .optional()
    .describe('where a summary goes on each day on which something waits for the operator'),
  NEWSLETTER_FORM_URL: httpUrl.optional().describe('address of the embedded newsletter form'),
  WEB_VITALS: choice('on', 'off')
    .default('on')
    .describe('whether pages report how fast they were for visitors, without anything that tells who'),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('how much is logged: fatal, error, warn, info, debug, trace or silent'),
});

/**
 * Settings that may be read from a file instead, whose path is in the variable with `_FILE`: how orchestrators provide
 * secrets.
 */
export const secretSettings: ReadonlySet<string> = new Set([
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SESSION_KEYS', 'DATABASE_URL', 'SMTP_URL'],
]);
