import { mkdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { Finding } from '#server/operating/finding.ts';
import { admin } from '#tests/support/admin.ts';
import { buy, checkout, control, press } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

/** Opens the desk's shop, and closes it. */
let open: () => Promise<void>;
let close: () => Promise<void>;
const desk = new OperatedShop(
  (work) => {
    open = work;
  },
  (work) => {
    close = work;
  },
);
/** Tests share one healthy shop until one of them changes it. */
let isOpen = false;
let isInOrder = false;
beforeEach(async () => {
  if (isInOrder) return;
  if (isOpen) await close();
  isOpen = false;
  await open();
  isOpen = true;
  await provenBackup();
  isInOrder = true;
});
afterAll(async () => {
  if (isOpen) await close();
});

let other: Server | undefined;
afterEach(() => {
  other?.close();
  other = undefined;
});

const day = 24 * 60 * 60;

/** The settings of a healthy shop, for which the doctor reports no fault. */
const settings = () => ({
  ...desk.shop.environment,
  BACKUP_DIR: desk.path('backups'),
});

/** The parts of a broken set-up. */
interface Broken {
  /** Settings that differ, or a function that finds them; the shop is not changed. */
  settings?: Record<string, string> | (() => Promise<Record<string, string>>);
  /** The error of the operator's clock, in seconds. */
  seconds?: number;
}

const stripe = () => {
  const { hostname, port } = new URL(desk.shop.sandboxUrl);
  return new Stripe('sk_test_shop', { host: hostname, port: Number(port), protocol: 'http' });
};

/** Another server answers at an address. */
async function somebodyElse(status: number, type: string, body: string): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  other = server;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const set = (settings: NonNullable<Broken['settings']>): Broken => ({ settings });
const live = { STRIPE_SECRET_KEY: 'sk_live_1234567890', STRIPE_API_BASE: '', COGNITO_ENDPOINT: '' };

/** A set-up, the check that reports it, the verdict, the finding, and the advice. */
type Row = readonly [
  name: string,
  /** A function changes the shop itself. */
  make: Broken | (() => Promise<Broken>),
  check: string,
  verdict: 'wrong' | 'warning',
  found: RegExp,
  advice: RegExp,
];

const rows: readonly Row[] = [
  [
    'no payment key',
    set({ STRIPE_SECRET_KEY: '' }),
    'configuration',
    'wrong',
    /STRIPE_SECRET_KEY is not set/,
    /Set what is named/,
  ],
  [
    'a webhook secret that is none',
    set({ STRIPE_WEBHOOK_SECRET: 'secret' }),
    'configuration',
    'wrong',
    /STRIPE_WEBHOOK_SECRET is not right/,
    /Set/,
  ],
  [
    'an address that is none',
    set({ PUBLIC_URL: 'shop' }),
    'configuration',
    'wrong',
    /PUBLIC_URL is not right/,
    /Set/,
  ],
  [
    'short session keys',
    set({ SESSION_KEYS: 'short' }),
    'configuration',
    'wrong',
    /SESSION_KEYS is not right/,
    /Set/,
  ],
  [
    'a user pool id that is none',
    set({ COGNITO_USER_POOL_ID: 'pool' }),
    'configuration',
    'wrong',
    /COGNITO_USER_POOL_ID is not right/,
    /Set/,
  ],
  [
    'half the internet for proxies',
    set({ TRUST_PROXY: '0.0.0.0/0' }),
    'configuration',
    'wrong',
    /TRUST_PROXY is not right/,
    /Set/,
  ],
  [
    'a live key without TLS',
    set({ ...live, PUBLIC_URL: 'http://shop.example' }),
    'configuration',
    'wrong',
    /PUBLIC_URL must not .* https:/,
    /Set/,
  ],
  [
    'a live key on this machine',
    set({ ...live, PUBLIC_URL: 'https://localhost' }),
    'configuration',
    'wrong',
    /not this machine/,
    /Set/,
  ],
  [
    'a secret file that is not there',
    set({ SESSION_KEYS: '', SESSION_KEYS_FILE: '/none' }),
    'configuration',
    'wrong',
    /SESSION_KEYS_FILE cannot be read: there is no file/,
    /Set/,
  ],
  [
    'backups of PostgreSQL',
    set({ DATABASE_URL: 'postgres://u:p@127.0.0.1:9/d' }),
    'configuration',
    'wrong',
    /BACKUP_DIR must not be set together/,
    /Set/,
  ],
  [
    'a database directory that is a file',
    set(async () => ({ DATABASE_FILE: `${desk.file('a-file', '')}/site.sqlite` })),
    ...(['database', 'wrong', /a-file.site.sqlite is missing or empty.*DATABASE_FILE/, /^$/] as const),
  ],
  [
    'a database of a newer version',
    async () => {
      const db = new Database(desk.shop.config.databaseFile);
      db.prepare("INSERT INTO schema_migrations VALUES ('9999_of_tomorrow.sql', 'x', 'x')").run();
      db.close();
      return {};
    },
    ...(['database', 'wrong', /9999_of_tomorrow\.sql, which this version.*restore/, /^$/] as const),
  ],
  [
    'a damaged database',
    async () => {
      await desk.run([
        'codes',
        'create',
        '--campaign',
        'x',
        '--unlocks',
        'fod',
        '--count',
        '3000',
        '--out',
        desk.path('c'),
      ]);
      await desk.shop.stopSite();
      const db = new Database(desk.shop.config.databaseFile);
      db.pragma('journal_mode = DELETE');
      db.close();
      truncateSync(desk.shop.config.databaseFile, 200_000);
      return {};
    },
    ...(['database', 'wrong', /damaged\. Keep the file, and restore the newest backup/, /^$/] as const),
  ],
  [
    'a payment provider out of reach',
    set({ STRIPE_API_BASE: 'http://127.0.0.1:9' }),
    'payment key',
    'wrong',
    /payment provider failed/,
    /STRIPE_SECRET_KEY/,
  ],
  ['a clock that is ahead', { seconds: 300 }, 'clock', 'wrong', /30\d s ahead/, /NTP/],
  [
    'an identity service out of reach',
    set({ COGNITO_ENDPOINT: 'http://127.0.0.1:9' }),
    'identity keys',
    'wrong',
    /fetch failed/,
    /COGNITO_USER_POOL_ID/,
  ],
  [
    'another user pool',
    set({ COGNITO_USER_POOL_ID: 'eu-north-1_Another1' }),
    'identity keys',
    'wrong',
    /answer 4\d\d/,
    /COGNITO_USER_POOL_ID/,
  ],
  [
    'a client that the pool does not have',
    set({ COGNITO_CLIENT_ID: 'anotherclient' }),
    'sign-in client',
    'wrong',
    /no such client/,
    /COGNITO_CLIENT_ID/,
  ],
  [
    'a client without the flow that passkeys need',
    async () => {
      desk.shop.sandbox.identity.setChoice(false);
      return { settings: { COGNITO_FIRST_FACTORS: 'passkeys' } };
    },
    'sign-in client',
    'wrong',
    /COGNITO_FIRST_FACTORS/,
    /ALLOW_USER_AUTH/,
  ],
  [
    "an app's client that the pool does not have",
    set({ COGNITO_APP_CLIENT_IDS: 'testmobileapp,typo' }),
    "app's clients",
    'wrong',
    /no client typo/,
    /COGNITO_APP_CLIENT_IDS/,
  ],
  [
    "no app's client",
    set({ COGNITO_APP_CLIENT_IDS: '' }),
    "app's clients",
    'warning',
    /none is accepted/,
    /the app gets 401/,
  ],
  [
    'no webhook endpoint',
    async () => {
      desk.shop.sandbox.stripe.setWebhookUrl(null);
      return {};
    },
    ...([
      'webhook endpoint',
      'wrong',
      /there is none for http.*\/api\/stripe\/webhook$/,
      /"stripe setup"/,
    ] as const),
  ],
  [
    'an endpoint with an older address',
    async () => {
      desk.shop.sandbox.stripe.setWebhookUrl('https://old.example/api/stripe/webhook');
      return {};
    },
    ...(['webhook endpoint', 'wrong', /only for https:\/\/old\.example/, /"stripe setup"/] as const),
  ],
  [
    'an endpoint that is switched off',
    async () => {
      await stripe().webhookEndpoints.update('we_sandbox', { disabled: true });
      return {};
    },
    ...(['webhook endpoint', 'wrong', /switched off/, /"stripe setup"/] as const),
  ],
  [
    'an endpoint that lacks events',
    async () => {
      await stripe().webhookEndpoints.update('we_sandbox', {
        enabled_events: ['checkout.session.completed'],
      });
      return {};
    },
    ...([
      'webhook endpoint',
      'wrong',
      /does not get checkout\.session\.async_payment_succeeded, /,
      /"stripe setup"/,
    ] as const),
  ],
  [
    'an endpoint of another version',
    async () => {
      desk.shop.sandbox.stripe.setWebhookUrl(null);
      const url = `${desk.shop.url}/api/stripe/webhook`;
      await stripe().webhookEndpoints.create({ url, enabled_events: ['*'] });
      return {};
    },
    ...(['webhook endpoint', 'wrong', /come as the account's version/, /"stripe setup"/] as const),
  ],
  [
    'two endpoints of one address',
    async () => {
      const url = `${desk.shop.url}/api/stripe/webhook`;
      await stripe().webhookEndpoints.create({ url, enabled_events: ['*'], api_version: Stripe.API_VERSION });
      return {};
    },
    ...(['webhook endpoint', 'warning', /2 endpoints of one address/, /"stripe setup"/] as const),
  ],
  [
    'a restricted key that may not read endpoints',
    async () => {
      await control(desk.shop, 'restrict', { denied: 'webhook_read' });
      return { settings: { STRIPE_SECRET_KEY: 'rk_test_shop' } };
    },
    ...(['webhook endpoint', 'warning', /may not look/, /Webhook Endpoints: read/] as const),
  ],
  [
    'a restricted key that may not read events',
    async () => {
      await control(desk.shop, 'restrict', { denied: 'event_read' });
      return { settings: { STRIPE_SECRET_KEY: 'rk_test_shop' } };
    },
    ...(['payment key', 'wrong', /it lacks "Events: read" \(/, /API keys/] as const),
  ],
  [
    'events that never arrive',
    async () => {
      desk.shop.sandbox.stripe.setWebhookUrl(null);
      const { payUrl } = await checkout(desk.shop, ['fod'], newEmail());
      await press(payUrl, 'pay');
      await desk.shop.sandbox.stripe.deliveriesSettled();
      return { seconds: 20 * 60 };
    },
    ...(['webhook', 'wrong', /^1 of 1 events/, /"reconcile"/] as const),
  ],
  [
    'a public address that nothing answers',
    set({ PUBLIC_URL: 'http://127.0.0.1:9' }),
    ...(['public address', 'wrong', /fetch failed/, /PUBLIC_URL/] as const),
  ],
  [
    'a public address where the proxy finds no site',
    set(async () => ({ PUBLIC_URL: await somebodyElse(502, 'text/html', 'Bad Gateway') })),
    ...(['public address', 'wrong', /answers 502/, /the proxy hands requests/] as const),
  ],
  [
    'a public address where something else answers',
    set(async () => ({ PUBLIC_URL: await somebodyElse(200, 'text/html', 'parked') })),
    ...(['public address', 'wrong', /something else answers/, /the proxy/] as const),
  ],
  [
    'a public address where an older site answers',
    set(async () => {
      const config = { publicUrl: 'https://old.example', identity: { userPoolId: 'eu-north-1_Old' } };
      return { PUBLIC_URL: await somebodyElse(200, 'application/json', JSON.stringify(config)) };
    }),
    ...(['public address', 'wrong', /https:\/\/old\.example, eu-north-1_Old/, /started again/] as const),
  ],
  [
    'https without a proxy',
    set({ PUBLIC_URL: 'https://127.0.0.1:9' }),
    'proxy',
    'wrong',
    /no proxy is believed/,
    /TRUST_PROXY/,
  ],
  [
    'consent without a terms URL',
    set({ CHECKOUT_TERMS_CONSENT: 'required' }),
    'checkout',
    'wrong',
    /refuses checkouts/,
    /Public details/,
  ],
  ['backups switched off', set({ BACKUP_DIR: 'off' }), 'backups', 'warning', /switched off/, /BACKUP_DIR/],
  [
    'no backup at all',
    async () => {
      rmSync(desk.path('backups'), { recursive: true });
      return {};
    },
    ...(['backups', 'wrong', /there is none in /, /"backup"/] as const),
  ],
  [
    'backups that have stopped',
    { seconds: 3 * day },
    'backups',
    'wrong',
    /the newest 7\d h old/,
    /backup failed/,
  ],
  [
    'a drill that was long ago',
    { seconds: 130 * day },
    'restore drill',
    'warning',
    /1[23]\d days ago/,
    /"drill"/,
  ],
  [
    'a drill that went wrong',
    async () => {
      const bad = desk.path('bad.sqlite');
      await desk.run(['backup', bad]);
      truncateSync(bad, 100_000);
      await admin(settings(), ['drill', bad]);
      return {};
    },
    ...(['restore drill', 'wrong', /bad\.sqlite.*could not be relied on/, /"backup", and "drill"/] as const),
  ],
  [
    'an order that waits for a decision',
    async () => {
      const { sessionId } = await buy(desk.shop, ['fod', 'fist'], newEmail());
      await control(desk.shop, 'refund', { checkout_session: sessionId, amount: 1000 });
      return {};
    },
    ...(['open questions', 'warning', /^1 question waits/, /"orders attention"/] as const),
  ],
  ['a download that is not there', {}, 'downloads', 'warning', /missing: fod-artbook\.pdf/, /DOWNLOADS_DIR/],
];

/** Makes a backup whose name says that it is an hour old, and a restore drill of it, as in a healthy shop. */
async function provenBackup(): Promise<void> {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
  const file = desk.path(`backups/site-${hourAgo}.sqlite`);
  await desk.run(['backup', desk.path('first.sqlite')]);
  mkdirSync(desk.path('backups'));
  renameSync(desk.path('first.sqlite'), file);
  expect(await admin(settings(), ['drill'])).toMatchObject({ code: 0 });
}

it('A shop in order is told that it is: it writes no mail, and nobody has put the download there', async () => {
  const { code, json } = await admin(settings(), ['doctor', '--json']);
  const bad = json<Finding[]>().filter(({ verdict }) => verdict !== 'ok');
  expect(bad.map(({ check }) => check)).toEqual(['mail service', 'downloads']);
  expect(code).toBe(0);
});

it('At least thirty broken set-ups are named', () => {
  expect(new Set(rows.map(([name]) => name)).size).toBeGreaterThanOrEqual(30);
});

it.each(rows)(
  'The doctor names %s, and says what to do',
  async (_name, make, check, verdict, found, advice) => {
    if (typeof make === 'function') isInOrder = false;
    const { settings: over = {}, seconds = 0 } = typeof make === 'function' ? await make() : make;
    const differing = typeof over === 'function' ? await over() : over;
    const clock = () => new Date(Date.now() + seconds * 1000);
    const { code, json } = await admin({ ...settings(), ...differing }, ['doctor', '--json'], { clock });
    const named = json<Finding[]>().find((finding) => finding.check === check);
    expect(named).toEqual({
      ...{ check, verdict },
      found: expect.stringMatching(found),
      advice: expect.stringMatching(advice),
    });
    if (verdict === 'wrong') expect(code).toBe(1);
  },
);
