import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ownFacts } from '#tests/support/example-facts.ts';
import { demoEnvironment } from '../scripts/demo-settings.ts';
import { ConfigurationError, environmentSchema, readConfig, readStorage } from './config.ts';

const complete = {
  PUBLIC_URL: 'https://shop.example.com/',
  STRIPE_SECRET_KEY: 'sk_test_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_first0123456789, whsec_second0123456789',
  COGNITO_USER_POOL_ID: 'eu-north-1_AbCdEfGhI',
  COGNITO_CLIENT_ID: 'webclient',
  COGNITO_APP_CLIENT_IDS: 'appclient',
  SESSION_KEYS: 'Zr4pW9xQm2Lc7VtB1nHs6KfYd3GjE8ua',
};

/** A company of its own, as a live key wants it. */
const directory = mkdtempSync(join(tmpdir(), 'site-file-'));
const siteFile = join(directory, 'site.json');
const writeSiteFile = (facts: object = ownFacts) => writeFileSync(siteFile, JSON.stringify(facts));
beforeAll(() => writeSiteFile());
afterEach(() => writeSiteFile());
afterAll(() => rmSync(directory, { recursive: true }));
const liveKey = { STRIPE_SECRET_KEY: 'sk_live_1234567890', SITE_FILE: siteFile };

function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('is read whole from a complete environment', () => {
    expect(readConfig(complete)).toMatchObject({
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
    expect(readConfig({ ...complete, ...apps }).apps).toEqual({
      ios: ['ABCDE12345.com.example.app'],
      iosScheme: null,
      android: [{ package: 'com.example.app', fingerprints: [fingerprint] }],
    });
    const faults = faultsOf({
      ...complete,
      IOS_APP_IDS: 'com.example.app',
      IOS_APP_SCHEME: 'javascript',
      ANDROID_APPS: `com.example.app=${fingerprint.toLowerCase()}`,
    });
    expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual([
      ...['ANDROID_APPS', 'IOS_APP_IDS', 'IOS_APP_SCHEME'],
    ]);
  });

  it('reports all faults at once, each with the name of its variable and what is expected', () => {
    const faults = faultsOf({
      ...complete,
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

  it.each([
    'PUBLIC_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'COGNITO_USER_POOL_ID',
    'COGNITO_CLIENT_ID',
    'SESSION_KEYS',
  ])('demands %s', (name) => {
    expect(faultsOf({ ...complete, [name]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not set`)),
    ]);
  });

  it('never quotes a faulty value, because it may be a secret with a typing error', () => {
    const faults = faultsOf({
      ...complete,
      STRIPE_SECRET_KEY: 'sk-live-hunter2',
      STRIPE_WEBHOOK_SECRET: 'hunter2',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join('\n')).not.toMatch(/hunter2/);
  });

  it.each(['STRIPE_API_BASE', 'COGNITO_ENDPOINT'])('refuses a live payment key together with %s', (name) => {
    const live = { ...complete, ...liveKey };
    expect(faultsOf(live)).toEqual([]);
    expect(faultsOf({ ...live, [name]: 'http://localhost:3001' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must not`)),
    ]);
    expect(faultsOf({ ...complete, [name]: 'http://localhost:3001' })).toEqual([]);
  });

  it('refuses beside a live key what the demo uses, all of it at once', () => {
    const faults = faultsOf({ ...demoEnvironment({}), STRIPE_SECRET_KEY: 'sk_live_1234567890' });
    for (const [name, expected] of [
      ['PUBLIC_URL', 'an https:// address'],
      ['PUBLIC_URL', 'not this machine'],
      ['STRIPE_API_BASE', 'it unset'],
      ['COGNITO_ENDPOINT', 'it unset'],
      ['COGNITO_USER_POOL_ID', 'a user pool of your own'],
      ['SESSION_KEYS', 'keys of your own'],
      ['STRIPE_WEBHOOK_SECRET', 'your own endpoint'],
      ['MAIL_FROM', 'a sender of your own'],
      ['SITE_FILE', 'your company’s facts'],
    ] as const) {
      expect(faults.filter((fault) => fault.startsWith(`${name} `) && fault.includes(expected))).toHaveLength(
        1,
      );
    }
    expect(faults).toHaveLength(9);
    expect(faultsOf(demoEnvironment({}))).toEqual([]);
  });

  it.each([
    ['SESSION_KEYS', 'k'.repeat(48)],
    ['SESSION_KEYS', `Zr4pW9xQm2Lc7VtB1nHs6KfYd3GjE8ua,${'ab'.repeat(20)}`],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['PUBLIC_URL', 'https://127.0.0.1:3000'],
    ['PUBLIC_URL', 'https://[::1]'],
    ['PUBLIC_URL', 'http://shop.example.com'],
  ])('refuses beside a live key a %s of %s', (name, value) => {
    expect(faultsOf({ ...complete, [name]: value })).toEqual([]);
    const live = { ...complete, ...liveKey, STRIPE_SECRET_KEY: 'rk_live_1234567890' };
    expect(faultsOf(live)).toEqual([]);
    expect(faultsOf({ ...live, [name]: value })).toEqual([expect.stringMatching(`^${name} must not`)]);
  });

  it('reads where mail is handed over, encrypted unless it is said or stays on this machine', () => {
    const mailOf = (SMTP_URL: string, MAIL_FROM = 'shop@shop.example.org') =>
      readConfig({ ...complete, SMTP_URL, MAIL_FROM }).mail;
    expect(mailOf('smtps://me%40x:p%2Fw@mail.example.org', '"The Shop" <a@b.example>')).toEqual({
      ...{ host: 'mail.example.org', port: 465, tls: 'secure', login: { user: 'me@x', password: 'p/w' } },
      from: { name: 'The Shop', address: 'a@b.example' },
    });
    expect(mailOf('smtp://mail.example.org')).toMatchObject({ port: 587, tls: 'required', login: null });
    expect(mailOf('smtp://relay:25?tls=off')).toMatchObject({ host: 'relay', port: 25, tls: 'off' });
    expect(mailOf('smtp://127.0.0.1:2525')).toMatchObject({ tls: 'off' });
    expect(mailOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', tls: 'off' });
    expect(readConfig(complete).mail).toBeNull();
  });

  it.each([
    ['SMTP_URL', { SMTP_URL: 'https://mail.example.org', MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.org?tls=maybe', MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example.org?tls=off', MAIL_FROM: 'a@b.example' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'nobody' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.org' }],
    ['SMTP_URL', { MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { OPERATOR_MAIL: 'a@b.example' }],
  ])('refuses a mail service without its other half, or one that it cannot read: %s', (name, settings) => {
    expect(faultsOf({ ...complete, ...settings })).toEqual([expect.stringMatching(`^${name} is not`)]);
  });

  it('refuses beside a live key a mail service whose password others could read', () => {
    const live = { ...complete, ...liveKey, MAIL_FROM: 'a@b.org' };
    expect(faultsOf({ ...live, SMTP_URL: 'smtp://relay?tls=off' })).toEqual([]);
    expect(faultsOf({ ...live, SMTP_URL: 'smtp://me:secret@relay?tls=off' })).toEqual([
      expect.stringMatching(/^SMTP_URL must not/),
    ]);
  });

  it.each(['abc', '1.2.3.4/99', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '1.2.3', '1.2.3.4,', '-1', '1.2.3.4/x'])(
    'refuses to trust the proxies %s',
    (TRUST_PROXY) => {
      expect(faultsOf({ ...complete, TRUST_PROXY })).toEqual([
        expect.stringMatching(/^TRUST_PROXY is not right/),
      ]);
    },
  );

  it.each(['0', '2', '10.0.0.7', '10.0.0.0/8, 2001:db8::1', 'fc00::/7', '104.16.0.0/13'])(
    'trusts the proxies %s',
    (TRUST_PROXY) => expect(faultsOf({ ...complete, TRUST_PROXY })).toEqual([]),
  );

  it('takes secrets from files, as orchestrators hand them out, and says which one cannot be read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
    const file = join(directory, 'keys');
    writeFileSync(file, `${complete.SESSION_KEYS}\n`);
    const { SESSION_KEYS: _, ...rest } = complete;
    try {
      expect(readConfig({ ...rest, SESSION_KEYS_FILE: file }).sessionKeys).toEqual([complete.SESSION_KEYS]);
      const unreadable = faultsOf({ ...rest, SESSION_KEYS_FILE: join(directory, 'nothing') });
      expect(unreadable.join('\n')).toMatch(/^SESSION_KEYS_FILE cannot be read: ENOENT/);
      expect(faultsOf({ ...rest, PORT_FILE: file, SESSION_KEYS: complete.SESSION_KEYS })).toEqual([]);
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
    expect(() => backups({ ...postgres, BACKUP_DIR: '/b' })).toThrow('BACKUP_DIR must not be set together');
  });

  it('of the data alone needs no secret, and says its own faults', () => {
    expect(readStorage({ DATA_DIR: '/d' })).toMatchObject({
      databaseFile: '/d/site.sqlite',
      databaseUrl: null,
    });
    expect(() => readStorage({ BACKUP_KEEP: 'all' })).toThrow(/BACKUP_KEEP is not right/);
  });

  it("takes the example's facts without a live key, and a company's own with and without one", () => {
    expect(readConfig(complete).facts.company.name).toBe('Black Ether Audio AB');
    expect(readConfig({ ...complete, SITE_FILE: siteFile }).facts.company.name).toBe('Ember & Ash AB');
    expect(readConfig({ ...complete, ...liveKey }).facts.links.mainSite).toBe(
      'https://www.ember-and-ash.se/',
    );
  });

  it('refuses the example beside a live key, naming every fact at once', () => {
    const faults = faultsOf({ ...complete, ...liveKey, SITE_FILE: 'site.example.json' });
    const named = faults.map((fault) => /^SITE_FILE (\S+): an example/.exec(fault)?.[1]);
    expect(named).toEqual([
      ...['name', 'registrationNumber', 'vatNumber', 'phone'].map((name) => `company.${name}`),
      ...['street', 'postalCode', 'city'].map((name) => `company.address.${name}`),
      ...['support', 'bugs', 'press', 'investors', 'jobs', 'privacy', 'security'].map(
        (name) => `email.${name}`,
      ),
      ...['stores.android', 'stores.ios'],
      ...['mainSite', 'merchandiseShop', 'communityChat', 'pledgeManager'].map((name) => `links.${name}`),
      ...['maceandmagic.link', 'maceandmagic.video', 'coc_aatt.video', 'dracula.link', 'dracula.video'].map(
        (name) => `adventures.${name}`,
      ),
    ]);
  });

  it.each([
    ['email', { support: 'help@shop.example.org' }, 'email.support'],
    ['links', { communityChat: 'https://chat.test/room' }, 'links.communityChat'],
    ['stores', { ios: 'https://apps.apple.com/app/id0000' }, 'stores.ios'],
    [
      'stores',
      { android: 'https://play.google.com/store/apps/details?id=com.example.game' },
      'stores.android',
    ],
    ['company', { name: 'TODO' }, 'company.name'],
  ] as const)('refuses beside a live key a placeholder in %s: %o', (part, over, named) => {
    writeSiteFile({ ...ownFacts, [part]: { ...ownFacts[part], ...over } });
    expect(faultsOf({ ...complete, SITE_FILE: siteFile })).toEqual([]);
    expect(faultsOf({ ...complete, ...liveKey })).toEqual([
      expect.stringContaining(`SITE_FILE ${named}: an example`),
    ]);
  });

  it('says what is wrong with a site file: each fact by its path, what there is not, and what cannot be read', () => {
    const { company } = ownFacts;
    writeSiteFile({
      ...ownFacts,
      company: { ...company, phone: 'none', address: { ...company.address, city: ' ' } },
      stores: { android: 'https://play.google.com.evil.se/x', ios: null },
      telephone: 1,
    });
    const faults = faultsOf({ ...complete, SITE_FILE: siteFile });
    for (const path of ['company.phone', 'company.address.city', 'stores.android', 'telephone'])
      expect(faults.filter((fault) => fault.startsWith(`SITE_FILE ${path}:`))).toHaveLength(1);
    expect(faults).toHaveLength(4);
    writeFileSync(siteFile, '{');
    expect(faultsOf({ ...complete, SITE_FILE: siteFile })).toEqual([
      expect.stringMatching(/^SITE_FILE is no JSON/),
    ]);
    expect(faultsOf({ ...complete, SITE_FILE: join(directory, 'none') })).toEqual([
      'SITE_FILE cannot be read: ENOENT',
    ]);
  });

  it('lets one mailbox do for all', () => {
    writeSiteFile({
      ...ownFacts,
      email: { support: 'hej@ember-and-ash.se', press: 'press@ember-and-ash.se' },
    });
    expect(readConfig({ ...complete, SITE_FILE: siteFile }).facts.email).toMatchObject({
      bugs: 'hej@ember-and-ash.se',
      press: 'press@ember-and-ash.se',
    });
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
    expect(() => backups({ ...postgres, BACKUP_DIR: '/b' })).toThrow('BACKUP_DIR must not be set together');
  });

  it('of the data alone needs no secret, and says its own faults', () => {
    expect(readStorage({ DATA_DIR: '/d' })).toMatchObject({
      databaseFile: '/d/site.sqlite',
      databaseUrl: null,
    });
    expect(() => readStorage({ BACKUP_KEEP: 'all' })).toThrow(/BACKUP_KEEP is not right/);
  });

  it('is published by compose to the machine itself only, for the proxy', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const [caddy = ''] = /^ {2}caddy:\n(?: {4}.*\n)+/m.exec(compose) ?? [];
    const published = (text: string) =>
      [...text.matchAll(/^ +- "(\S+:\d+:\d+|\d+:\d+)(?:\/udp)?"$/gm)].map(([, mapping]) => mapping);
    // The world reaches the proxy that ends TLS, and nothing else.
    expect(published(caddy)).toEqual(['80:80', '443:443', '443:443']);
    const others = published(compose.replace(caddy, ''));
    expect(others.length).toBeGreaterThan(0);
    for (const mapping of others) expect(mapping).toMatch(/^127\.0\.0\.1:/);
  });

  it('has its log rotated by compose, and slow bodies waited for by the proxy there', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const blocks = [...compose.matchAll(/^ {2}(\w+):\n((?: {4}.*\n)+)/gm)];
    const services = blocks.filter(([, , about]) => /^ {4}(build|image):/m.test(about ?? ''));
    expect(services).toHaveLength(6);
    for (const [, name, about] of services)
      expect([name, about]).toEqual([name, expect.stringContaining('logging: *rotated-log')]);
    expect(compose).toMatch(/max-size: 10m/);
    for (const proxy of [compose, readFileSync('deploy/Caddyfile', 'utf8')]) {
      expect(proxy).toMatch(/request_buffers 512KiB/);
      // A restart is waited for, and no request is lost.
      expect(proxy).toMatch(/lb_try_duration \d+s/);
    }
  });

  it('names the same variables in .env.example and in the schema', () => {
    const example = readFileSync('.env.example', 'utf8');
    const named = [...example.matchAll(/^([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
  });
});
