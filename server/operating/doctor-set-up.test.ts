import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopDay } from '#shared/shop-day.ts';
import {
  daysFromNow,
  payments as usualPayments,
  settings as usualSettings,
  well,
} from '#tests/support/doctors-site.ts';
import { at, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { setUpChecks } from './doctor-set-up.ts';
import { noteDrill } from './drill.ts';
import { type DoctorNeeds, runChecks } from './finding.ts';
import { type WebhookEndpoint, webhookUrlOf } from './payment-set-up.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

/** The finding of one check when something is not as usual: verdict, text, advice. */
async function finding(
  name: string,
  over: { [Part in 'settings' | 'probes' | 'payments']?: Partial<DoctorNeeds[Part]> } = {},
) {
  const findings = await runChecks(
    setUpChecks({
      ...{ ledger: desk.ledger, clock: desk.clock, probes: { ...well, ...over.probes } },
      payments: { ...usualPayments, ...over.payments },
      settings: { ...usualSettings, ...over.settings },
    }),
  );
  const finding = findings.find(({ check }) => check === name);
  if (!finding) throw new Error(`There is no check ${name}`);
  return [finding.verdict, finding.found, finding.advice];
}

describe('The webhook endpoint', () => {
  const good: WebhookEndpoint = {
    ...{ id: 'we_1', url: webhookUrlOf(usualSettings.publicUrl), enabled: true, events: ['b', 'a', 'c'] },
    apiVersion: '2025-12-24.name',
  };
  const mend = 'Run "stripe setup": it makes or mends the endpoint.';
  const among = (...endpoints: Partial<WebhookEndpoint>[]) =>
    finding('webhook endpoint', {
      payments: { endpoints: async () => endpoints.map((over) => ({ ...good, ...over })) },
    });

  it('is in order with every event that is acted on, in a version of the same release', async () => {
    const inOrder = ['ok', 'we_1, all events, 2026-02-02.name', ''];
    expect(await among({})).toEqual(inOrder);
    expect(await among({ events: ['*'] })).toEqual(inOrder);
    expect(await among({ url: 'https://other.example' }, {}, { enabled: false })).toEqual(inOrder);
  });

  it('is missing where there is none of this address, and others are named', async () => {
    expect(await among()).toEqual([
      'wrong',
      'there is none for https://shop.example/api/stripe/webhook',
      mend,
    ]);
    expect(await among({ url: 'https://a.example' }, { url: 'https://b.example' })).toEqual([
      ...[
        'wrong',
        'there is none for https://shop.example/api/stripe/webhook, only for https://a.example, https://b.example',
      ],
      mend,
    ]);
  });

  it.each([
    [
      'switched off',
      [{ enabled: false }],
      'the endpoint for https://shop.example/api/stripe/webhook is switched off',
    ],
    ['without an event', [{ events: ['b', 'c'] }], 'it does not get a'],
    ['without any', [{ events: [] }], 'it does not get a, b'],
    [
      'of another release',
      [{ apiVersion: '2025-01-01.other' }],
      'its events come as 2025-01-01.other, and 2026-02-02.name is read here',
    ],
    [
      'of no version',
      [{ apiVersion: null }],
      "its events come as the account's version, and 2026-02-02.name is read here",
    ],
  ])('is wrong %s', async (_what, endpoints, words) => {
    expect(await among(...endpoints)).toEqual(['wrong', words, mend]);
  });

  it('that is there twice brings every event twice', async () => {
    expect(await among({}, { id: 'we_2' }, { id: 'we_3', enabled: false })).toEqual([
      ...['warning', '2 endpoints of one address: every event comes so often', mend],
    ]);
  });

  it('cannot be looked at with a key that may not; another failure is one', async () => {
    const endpoints = (error: unknown) => ({ payments: { endpoints: () => Promise.reject(error) } });
    const forbidden = Object.assign(new Error('no'), { code: 'forbidden' });
    expect(await finding('webhook endpoint', endpoints(forbidden))).toEqual([
      ...['warning', 'the payment key may not look at webhook endpoints'],
      'Give it "Webhook Endpoints: read", so that the endpoint can be looked after.',
    ]);
    expect(await finding('webhook endpoint', endpoints(new Error('down')))).toEqual([
      ...['wrong', 'down', 'The payment provider has to be asked for its endpoints, and does not answer.'],
    ]);
  });
});

describe('The certificate', () => {
  const lasting = (from: number, to: number) =>
    finding('certificate', {
      probes: { certificate: async () => ({ from: daysFromNow(from), to: daysFromNow(to) }) },
    });
  const renewal =
    "See in the proxy's log why it is not renewed: the authority has to reach ports 80 and 443 under this name.";
  const dayIn = (days: number) => shopDay(daysFromNow(days));

  it('is in order until it should have been renewed: two weeks before its end', async () => {
    expect(await lasting(-76, 14)).toEqual(['ok', `until ${dayIn(14)}`, '']);
    expect(await lasting(-76.1, 13.9)).toEqual([
      'warning',
      `it ends on ${dayIn(13.9)}, and was not renewed`,
      renewal,
    ]);
    expect((await lasting(-352, 13))[0]).toBe('warning');
  });

  it('that is short is renewed when a fifth of its time is left', async () => {
    expect((await lasting(-4.8, 1.2))[0]).toBe('ok');
    expect((await lasting(-4.9, 1.1))[0]).toBe('warning');
  });

  it('is wrong from its end on', async () => {
    const ended = `it ended on ${dayIn(0)}: browsers and the payment provider refuse it`;
    expect(await lasting(-90, 0)).toEqual(['wrong', ended, renewal]);
    expect((await lasting(-91, -1))[0]).toBe('wrong');
  });

  it('is none where there is no TLS, as on one’s own machine', async () => {
    const none = { probes: { certificate: async () => null } };
    expect(await finding('certificate', none)).toEqual(['ok', 'none: PUBLIC_URL has no TLS', '']);
  });
});

describe('The public address', () => {
  const answered = (status: number, config: { publicUrl: string; userPoolId: string } | null) =>
    finding('public address', { probes: { publicSite: async () => ({ status, config }) } });
  const proxy = 'See that the proxy hands requests to the port that the site listens on.';

  it('is wrong where something else answers', async () => {
    expect(await answered(200, null)).toEqual([
      'wrong',
      'https://shop.example something else answers',
      proxy,
    ]);
    expect(await answered(502, null)).toEqual(['wrong', 'https://shop.example answers 502', proxy]);
  });

  it.each([
    ['https://old.example', 'pool'],
    ['https://shop.example', 'other'],
  ])('is wrong where a site of other settings answers: %s, %s', async (publicUrl, userPoolId) => {
    expect(await answered(200, { publicUrl, userPoolId })).toEqual([
      'wrong',
      `https://shop.example is answered by a site with other settings (${publicUrl}, ${userPoolId})`,
      `${proxy} A site that runs with older settings has to be started again.`,
    ]);
  });
});

it.each([
  ['https://shop.example', 1, 'ok', 'believed'],
  ['https://shop.example', ['10.0.0.0/8'], 'ok', 'believed'],
  ['http://localhost:3000', 1, 'ok', 'believed'],
  ['http://localhost:3000', 0, 'ok', 'none'],
  ['https://shop.example', 0, 'wrong', expect.stringContaining('no proxy is believed')],
])(
  'Of %s with a proxy that is believed (%s) the doctor says %s',
  async (publicUrl, trustProxy, verdict, words) => {
    const advice = verdict === 'ok' ? '' : 'Set TRUST_PROXY to the number of proxies on the way.';
    expect(await finding('proxy', { settings: { publicUrl, trustProxy } })).toEqual([verdict, words, advice]);
  },
);

it.each(['Agreed', null])(
  'A checkout is tried whatever is consented to (%s), and what refuses it is said with its own advice',
  async (checkoutConsentText) => {
    const refused = (words: string, isAboutTerms: boolean) =>
      finding('checkout', {
        settings: { checkoutConsentText },
        payments: { tryCheckout: async () => ({ words, isAboutTerms }) },
      });
    expect(await refused('no terms of service', true)).toEqual([
      ...['wrong', 'the payment provider refuses checkouts: no terms of service'],
      expect.stringMatching(/^Put the address of your terms of service into Stripe.* CHECKOUT_TERMS_CONSENT/),
    ]);
    expect(await refused('Your account cannot currently make live charges.', false)).toEqual([
      ...[
        'wrong',
        'the payment provider refuses checkouts: Your account cannot currently make live charges.',
      ],
      expect.stringMatching(/^Nobody can buy meanwhile\. (?!.*terms of service)/),
    ]);
    expect(await finding('checkout', { settings: { checkoutConsentText } })).toEqual([
      ...['ok', 'a payment page was made, and closed', ''],
    ]);
  },
);

it('Whether consent is asked for is said: without it every order can be withdrawn from', async () => {
  expect(await finding('consent')).toEqual(['ok', 'asked for before paying', '']);
  const without = await finding('consent', { settings: { checkoutConsentText: null } });
  expect(without).toEqual(['ok', 'not asked for: every order can be withdrawn from for 14 days', '']);
});

it("The site's client is tried in the ways that the site offers", async () => {
  const asked: unknown[][] = [];
  const signInClient: typeof well.signInClient = async (...question) => {
    asked.push(question);
    return 'hides users';
  };
  const look = (passkeys: boolean, mailedCodes: boolean) =>
    finding('sign-in client', {
      settings: {
        identity: { ...usualSettings.identity, passkeys, mailedCodes, acceptedClientIds: ['site'] },
      },
      probes: { signInClient },
    });
  expect(await look(true, false)).toEqual(['ok', 'there; it hides who has an account (docs/cognito.md)', '']);
  await look(false, true);
  await look(false, false);
  expect(asked).toEqual([
    ['site', 'every'],
    ['site', 'every'],
    ['site', 'password'],
  ]);
});

it.each([
  ['missing', 'the pool has no such client', 'Set COGNITO_CLIENT_ID to the id that the pool shows.'],
  [
    'has a secret',
    'it has a secret, which a browser cannot keep',
    expect.stringContaining('deploy/cognito.yaml'),
  ],
  ['no SRP', 'it does not allow sign-in by SRP', expect.stringContaining('ALLOW_USER_SRP_AUTH')],
  [
    'no choice',
    'it does not allow what COGNITO_FIRST_FACTORS offers',
    expect.stringContaining('ALLOW_USER_AUTH'),
  ],
] as const)('A client of the site that is "%s" is wrong', async (client, words, advice) => {
  expect(await finding('sign-in client', { probes: { signInClient: async () => client } })).toEqual([
    ...['wrong', words, advice],
  ]);
});

describe('The payment mode', () => {
  const live = { settings: { stripe: { testMode: false } } };

  it('tells the test orders of a shop that takes real payments, and is in order', async () => {
    expect(await finding('payment mode', live)).toEqual(['ok', 'real orders only', '']);
    await desk.sell(1);
    await desk.sell(2);
    const found = 'real orders, and 2 test orders from before, which unlock what they sold';
    expect(await finding('payment mode', live)).toEqual(['ok', found, '']);
    expect(await finding('payment mode')).toEqual(['ok', 'test orders only', '']);
  });

  it('warns of a test key beside real orders', async () => {
    await desk.sell(1, { live: true });
    const [verdict, found] = await finding('payment mode');
    expect([verdict, found]).toEqual([
      'warning',
      'a test key beside 1 real order, as TEST_ON_REAL_ORDERS allows',
    ]);
    expect(await finding('payment mode', live)).toEqual(['ok', 'real orders only', '']);
  });
});

describe("The app's clients", () => {
  const among = (...appClientIds: string[]) =>
    finding("app's clients", {
      settings: { identity: { ...usualSettings.identity, acceptedClientIds: ['site', ...appClientIds] } },
      probes: {
        signInClient: async (id, ways) => (id === 'gone' && ways === 'password' ? 'missing' : 'has a secret'),
      },
    });

  it('are there, whatever ways of signing in they have', async () => {
    expect(await among('ios')).toEqual(['ok', 'there', '']);
    expect(await among('ios', 'android')).toEqual(['ok', 'all 2 there', '']);
  });

  it('are named when the pool has none of that id, or when none is accepted', async () => {
    expect(await among('ios', 'gone')).toEqual([
      ...['wrong', 'the pool has no client gone'],
      'Set COGNITO_APP_CLIENT_IDS to the ids that the pool shows.',
    ]);
    expect(await among()).toEqual([
      ...['warning', 'none is accepted'],
      "Set COGNITO_APP_CLIENT_IDS: without the app's client the app gets 401 for what was bought.",
    ]);
  });
});

it('A database that a restore kept is named until it is removed, and on a database server none is looked for', async () => {
  const keptDatabases = () => ['/data/site.sqlite.before-restore-20260101T120000'];
  expect(await finding('kept databases', { probes: { keptDatabases } })).toEqual([
    'warning',
    '/data/site.sqlite.before-restore-20260101T120000, left by a restore',
    expect.stringContaining('then remove each'),
  ]);
  const settings = { databaseUrl: 'postgres://shop' };
  expect((await finding('kept databases', { probes: { keptDatabases }, settings }))[0]).toBe('ok');
});

describe('Backups', () => {
  const found = (backups: ReturnType<typeof well.backups>) =>
    finding('backups', { probes: { backups: () => backups } });
  const daily = { directory: '/b', everyHours: 24, count: 3 };
  const old = (hours: number) => ({ ...daily, newest: new Date(at.getTime() - hours * 3_600_000) });

  it('are left to a database server, and may be switched off', async () => {
    const ofTheServer = ['ok', 'the database server has its own', ''];
    expect(await finding('backups', { settings: { databaseUrl: 'postgres://shop' } })).toEqual(ofTheServer);
    expect(await found('off')).toEqual([
      ...['warning', 'switched off', 'Set BACKUP_DIR, unless something else copies the database.'],
    ]);
  });

  it('are wrong where there is none', async () => {
    expect(await found({ ...daily, newest: null })).toEqual([
      ...['wrong', 'there is none in /b'],
      'The site makes the first soon after its start. See "backup failed" in its log, or run "backup".',
    ]);
  });

  it('may be two hours late; two turns late they are wrong', async () => {
    const advice = 'See whether the site runs, and "backup failed" in its log.';
    expect(await found(old(26))).toEqual(['ok', '3 in /b, the newest 26 h old', '']);
    expect(await found(old(26.5))).toEqual(['warning', '3 in /b, the newest 26 h old', advice]);
    expect((await found(old(48)))[0]).toBe('warning');
    expect(await found(old(48.5))).toEqual(['wrong', '3 in /b, the newest 48 h old', advice]);
  });
});

describe('The restore drill', () => {
  const advice = 'Run "drill": it restores the newest backup elsewhere and compares.';
  const drilled = async (faults: string[], daysAgo: number) => {
    await noteDrill(desk.needs, 'site-1.sqlite', {
      ...{ ...(await desk.ledger.inspect()), faults, purchasesExpected: null },
    });
    desk.turnTo(new Date(at.getTime() + daysAgo * 24 * 3_600_000));
    return finding('restore drill');
  };

  it('is missed where none was ever made, unless a database server has its own', async () => {
    expect(await finding('restore drill')).toEqual([
      ...['warning', 'no backup was ever restored to try it', advice],
    ]);
    expect(await finding('restore drill', { settings: { databaseUrl: 'postgres://shop' } })).toEqual([
      ...['ok', 'the database server has its own', ''],
    ]);
  });

  it('is good for 120 days', async () => {
    expect(await drilled([], 120.9)).toEqual(['ok', 'site-1.sqlite, 120 days ago', '']);
    desk.turnTo(new Date(at.getTime() + 121 * 24 * 3_600_000));
    expect(await finding('restore drill')).toEqual(['warning', 'site-1.sqlite, 121 days ago', advice]);
  });

  it('is wrong where the backup was not whole', async () => {
    expect(await drilled(['page 3'], 0.5)).toEqual([
      ...['wrong', 'site-1.sqlite, 0 days ago: could not be relied on', 'Run "backup", and "drill" again.'],
    ]);
  });
});
