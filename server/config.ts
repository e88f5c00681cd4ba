import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { Facts } from '#shared/api/facts.ts';
import { readSiteFile } from './site-file.ts';

/**
 * Everything the operator can set, and the only reader of `process.env`. The names are the ones in `.env.example`; a
 * test holds the two together.
 */

const commaSeparated = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));

const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an http:// or https:// address' });
const origin = httpUrl.transform((url) => new URL(url).origin);
const port = z.coerce.number({ error: 'expected a port number' }).int().min(0).max(65_535);

/** A subnet of proxies is no larger than this, in bits of its prefix: half of the internet is no proxy of ours. */
const shortestProxyPrefix = 7;

/** An address, or a subnet as address and length of its prefix. */
function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) >= shortestProxyPrefix && Number(prefix) <= bits)
  );
}

const smtpExpectation =
  'expected smtps://user:password@host:465, or smtp:// for STARTTLS, with ?tls=off only for a service in the same network';

/** The parts of a mail service's address (user and password percent-encoded), or `null`. */
function smtpSettings(address: string) {
  const url = URL.parse(address);
  const tlsOption = url?.searchParams.get('tls') ?? null;
  const isKnown = url?.protocol === 'smtps:' || url?.protocol === 'smtp:';
  if (!url || !isKnown || !url.hostname || (tlsOption !== null && tlsOption !== 'off')) return null;
  const secure = url.protocol === 'smtps:';
  if (secure && tlsOption !== null) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const inTheClear = tlsOption === 'off' || isOwnMachine(url);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    tls: secure ? ('secure' as const) : inTheClear ? ('off' as const) : ('required' as const),
    login:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  };
}

/** `Name <address>` or an address alone, or `null`. */
function mailSender(sender: string): { name: string; address: string } | null {
  const named = /^\s*"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>\s*$/.exec(sender);
  const address = (named?.[2] ?? sender).trim();
  return z.email().safeParse(address).success ? { name: named?.[1] ?? '', address } : null;
}

/** Shortest key that sessions may be signed and encrypted with, in characters. */
const shortestSessionKey = 32;

/** Longest text beside the consent box on the payment page, in characters (docs.stripe.com/api/checkout/sessions/create). */
const longestConsentText = 1200;

/** Ends the right of withdrawal with the delivery; for a lawyer to check (docs/operations.md). */
const defaultConsentText =
  'I agree to the terms of service. I want my adventures to be unlocked at once, and I know that with this my right of withdrawal ends. For a pre-order it ends on the day it comes out.';

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
  ALLOWED_ORIGINS: commaSeparated
    .pipe(z.array(origin))
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
  CREATE_DATABASE: z
    .enum(['no', 'yes'], { error: 'expected yes or no' })
    .default('no')
    .describe('yes at the first start with a live payment key, which makes no database unasked'),
  DOWNLOADS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('the directory of files that buyers may download; DATA_DIR/downloads when unset'),
  STRIPE_SECRET_KEY: z
    .string({ error: 'expected a secret key of the payment provider, sk_live_… or sk_test_…' })
    .regex(
      /^(sk|rk)_(live|test)_\w+$/,
      'expected a secret key of the payment provider, sk_live_… or sk_test_…',
    )
    .describe('the secret key of the payment provider'),
  STRIPE_WEBHOOK_SECRET: commaSeparated
    .pipe(
      z
        .array(
          z
            .string()
            .regex(/^whsec_.{8,}$/, 'expected signing secrets, each whsec_ and at least 8 characters more'),
        )
        .min(1),
    )
    .describe('signing secrets of the webhook, comma separated; all are accepted while one replaces another'),
  STRIPE_API_BASE: origin
    .optional()
    .describe('where the payment API answers, for a stand-in only; Stripe itself when unset'),
  CHECKOUT_TERMS_CONSENT: z
    .enum(['off', 'required'], { error: 'expected off or required' })
    .default('off')
    .describe(
      'off, or required: whether buyers must consent before they pay; needs a terms URL in the Stripe dashboard',
    ),
  CHECKOUT_CONSENT_TEXT: z
    .string()
    .max(longestConsentText, `expected at most ${longestConsentText} characters`)
    .default(defaultConsentText)
    .describe('the text that buyers consent to'),
  TAX: z
    .enum(['off', 'stripe'], { error: 'expected off or stripe' })
    .default('off')
    .describe('whether Stripe Tax reckons the VAT within the prices; needs a registration in its dashboard'),
  COGNITO_USER_POOL_ID: z
    .string({ error: 'expected a user pool id such as eu-north-1_AbCdEfGhI' })
    .regex(/^[a-z]{2}(-[a-z]+)+-\d_[A-Za-z0-9]+$/, 'expected a user pool id such as eu-north-1_AbCdEfGhI')
    .describe('the id of the user pool, such as eu-north-1_AbCdEfGhI'),
  COGNITO_CLIENT_ID: z
    .string({ error: "expected the id of the site's app client" })
    .regex(/^\w+$/, "expected the id of the site's app client")
    .describe("the site's app client in the user pool"),
  COGNITO_APP_CLIENT_IDS: commaSeparated
    .default([])
    .describe('app clients of the mobile app whose id tokens are accepted too, comma separated'),
  COGNITO_ENDPOINT: origin
    .optional()
    .describe('where the identity service answers, for a stand-in only; Cognito itself when unset'),
  IOS_APP_IDS: commaSeparated
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/,
            'expected ids such as ABCDE12345.com.example.app',
          ),
      ),
    )
    .default([])
    .describe('iOS apps that open links of this site, as team and bundle id, comma separated'),
  IOS_APP_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]{1,62}$/, 'expected a scheme such as blackether, without its colon')
    .refine(
      (scheme) => !/^(https?|javascript|data|file|blob|about|mailto|tel|intent)$/.test(scheme),
      'expected a scheme of the app’s own',
    )
    .optional()
    .describe('the URL scheme of the iOS app, for buttons on this site'),
  ANDROID_APPS: commaSeparated
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^[A-Za-z]\w*(\.[A-Za-z]\w*)+=([0-9A-F]{2}:){31}[0-9A-F]{2}$/,
            'expected package=fingerprint, the fingerprint as 32 pairs of hexadecimal capitals with colons',
          ),
      ),
    )
    .default([])
    .describe(
      'Android apps that open links of this site, each package=SHA-256 fingerprint of its signing certificate, comma separated; a package with two certificates twice',
    ),
  COGNITO_MFA: z
    .enum(['off', 'on'], { error: 'expected on or off' })
    .default('off')
    .describe('on when the user pool offers or demands authenticator apps; the account page sets them up'),
  OPERATOR_GROUP: z
    .string()
    .regex(/^[^\s,]{1,128}$/, 'expected the name of one group')
    .optional()
    .describe('the group in the user pool whose members may use the page /operator; nobody when unset'),
  SESSION_KEYS: commaSeparated
    .pipe(
      z
        .array(
          z
            .string()
            .min(
              shortestSessionKey,
              `expected keys of at least ${shortestSessionKey} random characters each`,
            ),
        )
        .min(1),
    )
    .describe('keys that sign and encrypt sessions, comma separated; the first is used, all are accepted'),
  METRICS_PORT: port
    .optional()
    .describe('an internal port for /metrics in the Prometheus format; off when unset'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('the address that METRICS_PORT listens on; 0.0.0.0 in a container'),
  RATE_LIMIT_FACTOR: z.coerce
    .number({ error: 'expected a number above 0' })
    .positive('expected a number above 0')
    .default(1)
    .describe('multiplies how many requests an address or account may send in ten minutes'),
  MOST_REQUESTS_AT_ONCE: z.coerce
    .number({ error: 'expected a whole number of at least 10' })
    .int()
    .min(10, 'expected a whole number of at least 10')
    .default(500)
    .describe('how many requests are answered at the same time before further ones get 503'),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'the directory for scheduled backups, best on another disk, or "off"; DATA_DIR/backups when unset',
    ),
  BACKUP_EVERY_HOURS: z.coerce
    .number({ error: 'expected a number of hours above 0' })
    .positive('expected a number of hours above 0')
    .max(168, 'expected at most 168 hours')
    .default(24)
    .describe('how often a backup is made, in hours'),
  BACKUP_KEEP: z.coerce
    .number({ error: 'expected a whole number of at least 1' })
    .int()
    .min(1, 'expected a whole number of at least 1')
    .default(14)
    .describe('how many scheduled backups are kept'),
  SMTP_URL: z
    .string()
    .transform((address, context) => {
      const settings = smtpSettings(address);
      if (settings) return settings;
      context.addIssue({ code: 'custom', message: smtpExpectation });
      return z.NEVER;
    })
    .optional()
    .describe(
      'the mail service that sends letters to buyers, smtps://user:password@host:465, or smtp://… for STARTTLS; none are sent when unset',
    ),
  MAIL_FROM: z
    .string()
    .transform((sender, context) => {
      const from = mailSender(sender);
      if (from) return from;
      context.addIssue({ code: 'custom', message: 'expected an address, or a name and <an address>' });
      return z.NEVER;
    })
    .optional()
    .describe('the sender of letters, such as The Shop <shop@example.com>'),
  OPERATOR_MAIL: z
    .email({ error: 'expected an e-mail address' })
    .transform((address) => address.toLowerCase())
    .optional()
    .describe('where a summary goes on each day on which something waits for the operator'),
  NEWSLETTER_FORM_URL: httpUrl.optional().describe('address of the embedded newsletter form'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('how much is logged: fatal, error, warn, info, debug, trace or silent'),
});

/** Every fault of a configuration, each a line that names the variable and says what is expected. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigurationError';
    this.faults = faults;
  }
}

/**
 * Reads the configuration. Variables that are set to nothing count as unset, because that is how compose files leave
 * them.
 * @throws {ConfigurationError} with every fault at once
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const rules = [liveKeyFaults, siteFileFaults, backupFaults, mailFaults];
  const env = checked(environmentSchema, environment, rules);
  const { facts, faults } = readSiteFile(env.SITE_FILE, isLive({ STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY }));
  // Somebody changed it meanwhile.
  if (facts === null) throw new ConfigurationError(faults);
  return configOf(env, facts);
}

const storageSchema = environmentSchema.pick({
  ...{ DATA_DIR: true, DATABASE_FILE: true, DATABASE_URL: true },
  ...{ BACKUP_DIR: true, BACKUP_EVERY_HOURS: true, BACKUP_KEEP: true },
});

/**
 * Reads only where the data and its backups are. Who restores a backup may have no other setting, above all no secret.
 * @throws {ConfigurationError} with every fault at once
 */
export function readStorage(environment: NodeJS.ProcessEnv = process.env): Storage {
  return storageOf(checked(storageSchema, environment, [backupFaults]));
}

const paymentSchema = environmentSchema.pick({
  ...{ PUBLIC_URL: true, STRIPE_SECRET_KEY: true, STRIPE_API_BASE: true },
});

/** What is needed to set the payment provider up: there is no webhook's signing secret yet. */
export interface PaymentSettings {
  /** Without a trailing slash. */
  publicUrl: string;
  secretKey: string;
  apiBase: string | null;
}

/**
 * Reads only the address and the payment key.
 * @throws {ConfigurationError} with every fault at once
 */
export function readPaymentSettings(environment: NodeJS.ProcessEnv = process.env): PaymentSettings {
  const env = checked(paymentSchema, environment, [liveKeyFaults]);
  return {
    publicUrl: env.PUBLIC_URL,
    secretKey: env.STRIPE_SECRET_KEY,
    apiBase: env.STRIPE_API_BASE ?? null,
  };
}

/** The settings of a schema, checked, also by rules about several of them together. @throws {ConfigurationError} */
function checked<S extends z.ZodObject>(
  schema: S,
  environment: NodeJS.ProcessEnv,
  rules: readonly ((given: Record<string, string>) => readonly string[])[],
): z.infer<S> {
  const fileFaults: string[] = [];
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = environment[name]?.trim() || fromFile(name, environment, fileFaults);
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = schema.safeParse(given);
  const faults = [
    ...fileFaults,
    ...(parsed.success ? [] : faultLines(parsed.error, given)),
    ...rules.flatMap((rule) => rule(given)),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigurationError(faults);
  return parsed.data;
}

/** What may stand in a file instead, whose name the variable with `_FILE` holds: as orchestrators hand out secrets. */
export const secretSettings: ReadonlySet<string> = new Set([
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SESSION_KEYS', 'DATABASE_URL', 'SMTP_URL'],
]);

function fromFile(name: string, environment: NodeJS.ProcessEnv, faults: string[]): string | undefined {
  const file = secretSettings.has(name) ? environment[`${name}_FILE`]?.trim() : undefined;
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    faults.push(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    return undefined;
  }
}

/** Where the data and its backups are. */
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

/** The configuration as the rest of the server sees it. */
export type Config = ReturnType<typeof configOf>;

function configOf(env: z.infer<typeof environmentSchema>, facts: Facts) {
  const [region] = env.COGNITO_USER_POOL_ID.split('_');
  return {
    port: env.PORT,
    host: env.HOST,
    /** Without a trailing slash. */
    publicUrl: env.PUBLIC_URL,
    /** Origins that may start a checkout; `publicUrl` is the first. */
    allowedOrigins: [...new Set([env.PUBLIC_URL, ...env.ALLOWED_ORIGINS])],
    /** What is true of the company that runs the shop. */
    facts,
    /** As Express takes it: a number of hops, or a list of addresses. */
    trustProxy: /^\d+$/.test(env.TRUST_PROXY)
      ? Number(env.TRUST_PROXY)
      : env.TRUST_PROXY.split(',').map((address) => address.trim()),
    ...storageOf(env),
    /** With a live key a database that is not there is as likely lost as new. */
    mayCreateDatabase: env.CREATE_DATABASE === 'yes' || env.STRIPE_SECRET_KEY.includes('_test_'),
    downloadsDir: env.DOWNLOADS_DIR ?? join(env.DATA_DIR, 'downloads'),
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
      apiBase: env.STRIPE_API_BASE ?? null,
      testMode: env.STRIPE_SECRET_KEY.includes('_test_'),
    },
    /** What buyers must consent to before they pay; `null` asks for no consent. */
    checkoutConsentText: env.CHECKOUT_TERMS_CONSENT === 'required' ? env.CHECKOUT_CONSENT_TEXT : null,
    /** Whether the payment provider reckons the VAT of each sale. */
    reckonsTax: env.TAX === 'stripe',
    identity: {
      userPoolId: env.COGNITO_USER_POOL_ID,
      clientId: env.COGNITO_CLIENT_ID,
      /** The site's app client and the mobile app's. */
      acceptedClientIds: [...new Set([env.COGNITO_CLIENT_ID, ...env.COGNITO_APP_CLIENT_IDS])],
      /** Set when the identity service is not the hosted one. */
      endpoint: env.COGNITO_ENDPOINT ?? null,
      /** Whether the pool knows authenticator apps as a second factor. */
      authenticator: env.COGNITO_MFA === 'on',
      /** Where the identity service answers, hosted or not. */
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
    sessionKeys: env.SESSION_KEYS,
    newsletterFormUrl: env.NEWSLETTER_FORM_URL ?? null,
    /** The mail service and the sender; `null` when the shop writes no letters. */
    mail: env.SMTP_URL && env.MAIL_FROM ? { ...env.SMTP_URL, from: env.MAIL_FROM } : null,
    /** Where the operator's daily summary goes; `null` for nowhere. */
    operatorMail: env.OPERATOR_MAIL ?? null,
    /** The internal port for figures; `null` for none. */
    metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    mostRequestsAtOnce: env.MOST_REQUESTS_AT_ONCE,
    logLevel: env.LOG_LEVEL,
  };
}

/** Android apps with all fingerprints of each, in the order they were set. */
function androidApps(pairs: readonly string[]): { package: string; fingerprints: string[] }[] {
  const apps = new Map<string, string[]>();
  for (const pair of pairs) {
    const [name = '', fingerprint = ''] = pair.split('=');
    apps.set(name, [...(apps.get(name) ?? []), fingerprint]);
  }
  return [...apps].map(([name, fingerprints]) => ({ package: name, fingerprints }));
}

/** A line a fault. The value itself is never quoted: it may be a secret with a typing error in it. */
function faultLines(error: z.ZodError, given: Record<string, string>): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0]) as keyof typeof environmentSchema.shape;
    const meaning = environmentSchema.shape[name].description;
    return given[name] === undefined
      ? `${name} is not set: expected ${meaning}`
      : `${name} is not right: ${issue.message} (${meaning})`;
  });
}

/** Backups are copies of the SQLite file; PostgreSQL's are made with its own tools. */
function backupFaults(given: Record<string, string>): string[] {
  return given['DATABASE_URL'] !== undefined && (given['BACKUP_DIR'] ?? 'off') !== 'off'
    ? [
        'BACKUP_DIR must not be set together with DATABASE_URL: expected backups by pg_dump or by whoever runs PostgreSQL',
      ]
    : [];
}

/** What is wrong with the company's facts. */
const siteFileFaults = (given: Record<string, string>): string[] => [
  ...readSiteFile(given['SITE_FILE'], isLive(given)).faults,
];

/** Letters need somebody to hand them to and a sender, and a summary needs both. */
function mailFaults(given: Record<string, string>): string[] {
  const service = given['SMTP_URL'] !== undefined;
  const sender = given['MAIL_FROM'] !== undefined;
  return [
    ...(service && !sender
      ? ['MAIL_FROM is not set: expected the sender of the letters that SMTP_URL is for']
      : []),
    ...(sender && !service
      ? ['SMTP_URL is not set: expected the mail service for the sender in MAIL_FROM']
      : []),
    ...(given['OPERATOR_MAIL'] !== undefined && !service
      ? ['SMTP_URL is not set: expected the mail service for the summary to OPERATOR_MAIL']
      : []),
  ];
}

/** How many different characters a key has at least that was not typed by hand: 32 of hexadecimal digits have about 14. */
const fewestDifferentCharacters = 10;

const isWeak = (keys: string) =>
  keys.split(',').some((key) => new Set(key.trim().replace(/^whsec_/, '')).size < fewestDifferentCharacters);

/** What the demo and examples use says so, and everybody can read it in the repository. */
const isPublished = (value: string) => /demo|example|changeme/i.test(value);

const isOwnMachine = ({ hostname }: URL): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);

const sendsPasswordInTheClear = (address: string) => {
  const url = URL.parse(address);
  return url?.searchParams.get('tls') === 'off' && url.username !== '' && !isOwnMachine(url);
};
const isLive = (given: Record<string, string>) => /^[sr]k_live_/.test(given['STRIPE_SECRET_KEY'] ?? '');

/**
 * Real money must not meet a stand-in, a key that others know or can guess, or a line that others can read. All of it is
 * said at once.
 */
function liveKeyFaults(given: Record<string, string>): string[] {
  if (!isLive(given)) return [];
  const rules: readonly (readonly [name: string, isWrong: (value: string) => boolean, expected: string])[] = [
    ['STRIPE_API_BASE', () => true, 'it unset, or a test key'],
    ['COGNITO_ENDPOINT', () => true, 'it unset, or a test key'],
    ['PUBLIC_URL', (url) => URL.parse(url)?.protocol === 'http:', 'an https:// address'],
    [
      'PUBLIC_URL',
      (url) => isOwnMachine(URL.parse(url) ?? new URL('x:')),
      'the address that buyers type, not this machine',
    ],
    ['SESSION_KEYS', isPublished, 'keys of your own, by openssl rand -base64 48'],
    ['SESSION_KEYS', isWeak, 'random keys, by openssl rand -base64 48'],
    ['STRIPE_WEBHOOK_SECRET', isPublished, "your own endpoint's signing secret"],
    ['STRIPE_WEBHOOK_SECRET', isWeak, "your endpoint's signing secret as it is"],
    ['COGNITO_USER_POOL_ID', isPublished, 'a user pool of your own'],
    ['SMTP_URL', sendsPasswordInTheClear, 'smtps://, or smtp:// without ?tls=off: the password is in it'],
    ['MAIL_FROM', isPublished, 'a sender of your own'],
  ];
  return rules.flatMap(([name, isWrong, expected]) => {
    const value = given[name];
    return value !== undefined && isWrong(value)
      ? [`${name} must not be set like this together with a live payment key: expected ${expected}`]
      : [];
  });
}
