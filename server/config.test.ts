import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { completeSettings, faultsOf, ownSiteFile } from '#tests/support/configuration.ts';
import { environmentSchema } from './config/environment.ts';
import { readConfig, readPaymentSettings, readStorage } from './config.ts';
import { publicConfigOf } from './http/routes/site.ts';

describe('the configuration', () => {
  it('is read whole from a complete environment', () => {
    expect(readConfig(completeSettings)).toMatchObject({
      port: 3000,
      publicUrl: 'https://shop.example.com',
      allowedOrigins: ['https://shop.example.com'],
      trustProxy: 0,
      databaseFile: 'data/site.sqlite',
      stripe: {
        webhookSecrets: ['whsec_first0123456789', 'whsec_second0123456789'],
        apiBase: null,
        testMode: true,
      },
      identity: {
        acceptedClientIds: ['webclient', 'appclient'],
        origin: 'https://cognito-idp.eu-north-1.amazonaws.com',
      },
    });
  });

  it('knows the mobile apps, and refuses ids, schemes and fingerprints that no phone would take', () => {
    const fingerprint = Array(32).fill('0F').join(':');
    const apps = {
      IOS_APP_IDS: 'ABCDE12345.com.example.app',
      ANDROID_APPS: `com.example.app=${fingerprint}`,
    };
    expect(readConfig({ ...completeSettings, ...apps }).apps).toEqual({
      ios: ['ABCDE12345.com.example.app'],
      iosScheme: null,
      android: [{ package: 'com.example.app', fingerprints: [fingerprint] }],
    });
    // An app may be signed with another certificate one day, and both are known until everybody has the new one.
    const other = Array(32).fill('AB').join(':');
    const both = `com.example.app=${fingerprint}, com.example.beta=${other}, com.example.app=${other}`;
    expect(readConfig({ ...completeSettings, ANDROID_APPS: both }).apps.android).toEqual([
      { package: 'com.example.app', fingerprints: [fingerprint, other] },
      { package: 'com.example.beta', fingerprints: [other] },
    ]);
    const faults = faultsOf({
      ...completeSettings,
      IOS_APP_IDS: 'com.example.app',
      IOS_APP_SCHEME: 'javascript',
      ANDROID_APPS: `com.example.app=${fingerprint.toLowerCase()}`,
    });
    expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual([
      ...['ANDROID_APPS', 'IOS_APP_IDS', 'IOS_APP_SCHEME'],
    ]);
  });

  it('asks for consent only where it is set, with a text of its own that links to the terms', () => {
    const consent = (settings: Record<string, string>) =>
      readConfig({ ...completeSettings, ...settings }).checkoutConsentText;
    expect(consent({})).toBeNull();
    const asked = { CHECKOUT_TERMS_CONSENT: 'required' };
    expect(consent(asked)).toContain(`(https://shop.example.com/terms)`);
    expect(consent({ ...asked, CHECKOUT_CONSENT_TEXT: 'I agree.' })).toBe('I agree.');
  });

  it('makes a missing database unasked only with a test key: beside a live one it may have been lost', () => {
    const { liveKey, remove } = ownSiteFile();
    onTestFinished(remove);
    const may = (more: object) => readConfig({ ...completeSettings, ...more }).mayCreateDatabase;
    expect([may({}), may(liveKey), may({ ...liveKey, CREATE_DATABASE: 'yes' })]).toEqual([true, false, true]);
  });

  it('lets operators in only with a second factor where the pool has one, unless that is off', () => {
    const needed = (COGNITO_MFA: string, OPERATOR_SECOND_FACTOR?: string) =>
      readConfig({ ...completeSettings, COGNITO_MFA, OPERATOR_SECOND_FACTOR }).operatorsNeedFactor;
    expect([needed('on'), needed('on', 'off'), needed('off')]).toEqual([true, false, false]);
  });

  it('of the payment provider alone is refused with a live key as the whole one is', () => {
    const { PUBLIC_URL, STRIPE_SECRET_KEY } = completeSettings;
    const given = { PUBLIC_URL, STRIPE_SECRET_KEY, STRIPE_API_BASE: 'http://localhost:3001' };
    expect(readPaymentSettings(given)).toMatchObject({ apiBase: 'http://localhost:3001' });
    expect(() => readPaymentSettings({ ...given, STRIPE_SECRET_KEY: 'sk_live_1234567890' })).toThrow(
      'STRIPE_API_BASE must not be set',
    );
  });

  it('reports all faults at once, each with the name of its variable and what is expected', () => {
    const faults = faultsOf({
      ...completeSettings,
      PORT: 'eighty',
      PUBLIC_URL: 'shop',
      STRIPE_SECRET_KEY: '',
      SESSION_KEYS: 'short',
    });
    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).toMatch(/PORT is not right: expected a port number/);
    expect(faults.join('\n')).toMatch(/PUBLIC_URL is not right: expected an http:\/\/ or https:\/\/ address/);
    expect(faults.join('\n')).toMatch(/STRIPE_SECRET_KEY is not set: expected the secret key/);
    expect(faults.join('\n')).toMatch(/SESSION_KEYS is not right: expected keys of at least 32/);
  });

  it('says of a setting that is missed which variable may have been meant for it', () => {
    const { STRIPE_SECRET_KEY: key, ...others } = completeSettings;
    expect(faultsOf({ ...others, STRIPE_SECRT_KEY: key })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY is not set/),
      'STRIPE_SECRT_KEY is no setting and has no effect: is STRIPE_SECRET_KEY meant?',
    ]);
  });

  it.each([
    'PUBLIC_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'COGNITO_USER_POOL_ID',
    'COGNITO_CLIENT_ID',
    'SESSION_KEYS',
  ])('demands %s', (name) => {
    expect(faultsOf({ ...completeSettings, [name]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not set`)),
    ]);
  });

  it.each([
    ['PUBLIC_URL', 'https://shop.example.com/shop', 'an address without a path, a query or a password'],
    ['PUBLIC_URL', 'https://me:hunter2@shop.example.com', 'an address without a path, a query or a password'],
    ['ALLOWED_ORIGINS', 'https://a.example.org/?b=1', 'an address without a path, a query or a password'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_first0123456789,', 'something on both sides of every comma'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_first0123456789 whsec_second0123456789', 'signing secrets'],
    ['RATE_LIMIT_FACTOR', '1e300', 'a number above 0, and at most a million'],
    ['PORT', '0x1000', 'a port number'],
    ['PORT', '65536', 'a port number'],
    ['METRICS_PORT', '1e3', 'a port number'],
    ['BACKUP_KEEP', '2.5', 'a whole number of at least 1'],
    ['MOST_REQUESTS_AT_ONCE', '0x200', 'a whole number of at least 10'],
    ['BACKUP_EVERY_HOURS', '169', 'a number of hours above 0, and at most 168'],
    ['COGNITO_APP_CLIENT_IDS', 'iosclient; androidclient', "the ids of the app's clients"],
  ])('takes nothing for granted that %s does not mean: %s', (name, value, expected) => {
    expect(faultsOf({ ...completeSettings, [name]: value })).toEqual([
      expect.stringContaining(`${name} is not right: expected ${expected}`),
    ]);
  });

  it('never quotes a faulty value, because it may be a secret with a typing error', () => {
    const faults = faultsOf({
      ...completeSettings,
      STRIPE_SECRET_KEY: 'sk-live-hunter2',
      STRIPE_WEBHOOK_SECRET: 'hunter2',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join('\n')).not.toMatch(/hunter2/);
  });

  it.each(['abc', '1.2.3.4/99', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '1.2.3', '1.2.3.4,', '-1', '1.2.3.4/x'])(
    'refuses to trust the proxies %s',
    (TRUST_PROXY) => {
      expect(faultsOf({ ...completeSettings, TRUST_PROXY })).toEqual([
        expect.stringMatching(/^TRUST_PROXY is not right/),
      ]);
    },
  );

  it.each(['0', '2', '10.0.0.7', '10.0.0.0/8, 2001:db8::1', 'fc00::/7', '104.16.0.0/13'])(
    'trusts the proxies %s',
    (TRUST_PROXY) => expect(faultsOf({ ...completeSettings, TRUST_PROXY })).toEqual([]),
  );

  it.each([
    [{}, { passkeys: false, mailedCodes: false }],
    [{ COGNITO_FIRST_FACTORS: 'passkeys' }, { passkeys: true, mailedCodes: false }],
    [{ COGNITO_FIRST_FACTORS: 'mailed-codes, passkeys' }, { passkeys: true, mailedCodes: true }],
    // The older name, alone and beside the newer one.
    [{ COGNITO_PASSKEYS: 'on' }, { passkeys: true, mailedCodes: false }],
    [
      { COGNITO_PASSKEYS: 'on', COGNITO_FIRST_FACTORS: 'mailed-codes' },
      { passkeys: true, mailedCodes: true },
    ],
    // To the pool each of them is one factor, and it demands two.
    [
      { COGNITO_MFA: 'required', COGNITO_PASSKEYS: 'on', COGNITO_FIRST_FACTORS: 'mailed-codes' },
      { passkeys: false, mailedCodes: false },
    ],
  ])('offers in place of a password what %o says', (settings, offered) => {
    expect(readConfig({ ...completeSettings, ...settings }).identity).toMatchObject(offered);
  });

  it.each([
    ['off', { authenticator: false, authenticatorRequired: false }],
    ['on', { authenticator: true, authenticatorRequired: false }],
    ['required', { authenticator: true, authenticatorRequired: true }],
  ])(
    'offers an authenticator app where the pool takes one, and knows whether it demands it: %s',
    (mfa, offered) => {
      const config = readConfig({ ...completeSettings, COGNITO_MFA: mfa });
      expect(config.identity).toMatchObject(offered);
      const { authenticator, authenticatorRequired = false } = publicConfigOf(config).identity;
      expect({ authenticator, authenticatorRequired }).toEqual(offered);
    },
  );

  it('has tax reckoned and invoices made only where that is said', () => {
    const { reckonsTax, makesInvoices } = readPaymentSettings(completeSettings);
    expect([reckonsTax, makesInvoices]).toEqual([false, false]);
    const asked = readPaymentSettings({ ...completeSettings, TAX: 'stripe', INVOICES: 'on' });
    expect([asked.reckonsTax, asked.makesInvoices]).toEqual([true, true]);
  });

  it('says which log levels there are', () => {
    expect(faultsOf({ ...completeSettings, LOG_LEVEL: 'loud' })).toEqual([
      expect.stringMatching(
        /^LOG_LEVEL is not right: expected fatal, error, warn, info, debug, trace or silent/,
      ),
    ]);
  });

  it('refuses a first factor that it does not know', () => {
    const faults = faultsOf({ ...completeSettings, COGNITO_FIRST_FACTORS: 'passkeys,sms' });
    expect(faults.join()).toContain('expected passkeys, mailed-codes, or both');
  });

  it('takes secrets from files, as orchestrators hand them out, and says which one cannot be read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
    const file = join(directory, 'keys');
    writeFileSync(file, `${completeSettings.SESSION_KEYS}\n`);
    const { SESSION_KEYS: _, ...rest } = completeSettings;
    try {
      expect(readConfig({ ...rest, SESSION_KEYS_FILE: file }).sessionKeys).toEqual([
        completeSettings.SESSION_KEYS,
      ]);
      const unreadable = faultsOf({ ...rest, SESSION_KEYS_FILE: join(directory, 'nothing') });
      expect(unreadable.join('\n')).toMatch(/^SESSION_KEYS_FILE cannot be read: there is no file/);
      expect(faultsOf({ ...rest, PORT_FILE: file, SESSION_KEYS: completeSettings.SESSION_KEYS })).toEqual([]);
      expect(faultsOf({ ...completeSettings, SESSION_KEYS_FILE: file })).toEqual([
        'SESSION_KEYS and SESSION_KEYS_FILE are both set: expected one of them',
      ]);
      writeFileSync(file, '\n');
      expect(faultsOf({ ...completeSettings, DATABASE_URL_FILE: file })).toEqual([
        'DATABASE_URL_FILE is an empty file: expected the secret in it',
      ]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('has backups beside the database unless they are elsewhere, off, or the business of PostgreSQL', () => {
    const backups = (environment: NodeJS.ProcessEnv) => readStorage(environment).backups;
    expect(backups({ DATA_DIR: '/d' })).toEqual({ directory: '/d/backups', everyHours: 24, keep: 14 });
    expect(backups({ BACKUP_DIR: '/b', BACKUP_KEEP: '3' })).toEqual({
      ...{ directory: '/b', everyHours: 24, keep: 3 },
    });
    expect(backups({ BACKUP_DIR: 'off' })).toBeNull();
    const postgres = { DATABASE_URL: 'postgres://u:p@h/d' };
    expect(backups(postgres)).toBeNull();
    expect(backups({ ...postgres, BACKUP_DIR: 'off' })).toBeNull();
    expect(faultsOf({ ...completeSettings, ...postgres, BACKUP_DIR: '/b' })).toEqual([
      expect.stringMatching(/^BACKUP_DIR must not be set together/),
    ]);
    // "database copy" needs both, in a container whose image sets BACKUP_DIR.
    expect(readStorage({ ...postgres, DATA_DIR: '/d', BACKUP_DIR: '/b' })).toMatchObject({
      ...{ databaseFile: '/d/site.sqlite', databaseUrl: postgres.DATABASE_URL, backups: null },
    });
  });

  it('warns where operators are let in without the second factor that they seem to need', () => {
    const warnings = (settings: NodeJS.ProcessEnv) =>
      readConfig({ ...completeSettings, OPERATOR_GROUP: 'shopkeepers', ...settings }).warnings;
    expect(warnings({ OPERATOR_SECOND_FACTOR: 'required' })).toEqual([
      expect.stringMatching(/^OPERATOR_SECOND_FACTOR has no effect while COGNITO_MFA is off/),
    ]);
    expect(warnings({ COGNITO_MFA: 'on' })).toEqual([]);
    expect(warnings({ COGNITO_MFA: 'required' })).toEqual([]);
    for (const named of [{ COGNITO_PASSKEYS: 'on' }, { COGNITO_FIRST_FACTORS: 'mailed-codes' }])
      expect(warnings({ COGNITO_MFA: 'required', ...named })).toEqual([
        expect.stringMatching(/^COGNITO_FIRST_FACTORS has no effect while COGNITO_MFA is required/),
      ]);
    expect(warnings({ OPERATOR_SECOND_FACTOR: 'off' })).toEqual([]);
    expect(warnings({ OPERATOR_GROUP: '' })).toEqual([]);
    expect(warnings({ OPERATOR_GROUP: '', SMPT_URL: 'x' })).toEqual([
      'SMPT_URL is no setting and has no effect: is SMTP_URL meant?',
    ]);
  });

  it('warns of an address without TLS, except on this machine', () => {
    const warnings = (url: string) => readConfig({ ...completeSettings, PUBLIC_URL: url }).warnings;
    expect(warnings('http://shop.example.com')).toEqual([expect.stringMatching(/^PUBLIC_URL is not https:/)]);
    for (const url of ['https://shop.example.com', 'http://localhost:3000', 'http://127.0.0.1'])
      expect(warnings(url)).toEqual([]);
  });

  it('of the data alone needs no secret, and says its own faults', () => {
    expect(readStorage({ DATA_DIR: '/d' })).toMatchObject({
      databaseFile: '/d/site.sqlite',
      databaseUrl: null,
    });
    expect(() => readStorage({ BACKUP_KEEP: 'all' })).toThrow(/BACKUP_KEEP is not right/);
  });

  it('names the same variables in .env.example and in the schema, and those of compose', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const composed = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    const example = readFileSync('.env.example', 'utf8');
    const named = [...example.matchAll(/^([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual([...Object.keys(environmentSchema.shape), ...composed].toSorted());
  });
});
