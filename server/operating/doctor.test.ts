import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteReconciliation } from '#server/buying/reconciliations.ts';
import { recordFraudWarning } from '#server/buying/record-payment-fact.ts';
import { DatabaseFault } from '#server/ledger/ledger.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { shopDay } from '#shared/shop-day.ts';
import { shopMoment } from '#shared/shop-days.ts';
import { daysFromNow, doctorAt, down, payments, settings, well, whole } from '#tests/support/doctors-site.ts';
import { at, later, type OperatorsDesk, openDesk, refundOf } from '#tests/support/operators-desk.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { doctorsChecks } from './doctor.ts';
import { noteDrill } from './drill.ts';
import { runChecks } from './finding.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const { findings, finding } = doctorAt(() => desk);

describe('The doctor', () => {
  it('finds nothing wrong with a site in order', async () => {
    const report = { ...whole, purchasesExpected: 3 };
    await noteDrill(desk.needs, 'site-1.sqlite', report);
    await desk.ledger.write([], () => noteMailService(true, at));
    expect(await findings()).toEqual(
      [
        ['database', 'whole, 3 purchases, 1.3 MB'],
        ['disk space', '50.0 of 100.0 GB free'],
        ['payment key', 'accepted'],
        ['clock', '0 s ahead of the payment provider'],
        ['stored times', 'none of the future'],
        ['identity keys', '2 published'],
        ['webhook', 'no events in the last three days'],
        ['reconciler', 'no complete run yet'],
        ['open questions', 'none'],
        ['withdrawals', 'none to be paid back'],
        ['paid twice', 'nothing'],
        ['fraud warnings', 'none'],
        ['mail service', 'ready, sends as shop@example.com'],
        ['outbox', 'can be written, 0 waiting'],
        ['downloads', 'all there'],
        ['webhook endpoint', 'we_1, all events, 2026-02-02.name'],
        ['public address', 'https://shop.example answers'],
        ['certificate', `until ${shopDay(daysFromNow(60))}`],
        ['payment mode', 'test orders only'],
        ['proxy', 'believed'],
        ['checkout', 'a payment page was made, and closed'],
        ['consent', 'asked for before paying'],
        ['sign-in client', 'there'],
        ["app's clients", 'there'],
        ['backups', '3 in /backups, the newest 0 h old'],
        ['restore drill', 'site-1.sqlite, 0 days ago'],
        ['kept databases', 'none beside the database'],
      ].map(([check, found]) => ({ check, verdict: 'ok', found, advice: '' })),
    );
  });

  it('names what a clock that was ahead has dated in the future', async () => {
    const tomorrow = new Date(at.getTime() + 24 * 60 * 60 * 1000);
    await desk.ledger.recordPaymentFact(refundOf(1, { asOf: tomorrow }), { by: 'webhook', event: null }, at);
    expect(await finding('stored times')).toEqual([
      'wrong',
      'refunds or disputes of 1 payments are dated in the future',
      'The clock was ahead. Set it right, and run "reconcile": it reads them anew.',
    ]);
  });

  it('says when the reconciler ran last, and that it has not for three hours', async () => {
    const run = { startedAt: at, finishedAt: at, since: at, result: {} };
    await desk.ledger.write([], () => noteReconciliation(run));
    const found = `its last complete run ended ${shopMoment(at)}`;
    desk.turnTo(new Date(at.getTime() + 3 * 60 * 60_000));
    expect(await finding('reconciler')).toEqual(['ok', found, '']);
    desk.turnTo(new Date(at.getTime() + 3 * 60 * 60_000 + 1));
    expect(await finding('reconciler')).toEqual([
      'warning',
      found,
      expect.stringContaining('See that a site'),
    ]);
  });

  it('goes on looking when a check fails, and says with what caused it what to do', async () => {
    await desk.ledger.write([], () => noteMailService(true, at));
    const list = await findings({
      paymentApi: down('the key was refused'),
      identityKeys: down('no answer', new Error('ECONNREFUSED')),
      disk: down('no disk', 'not an error'),
      recentEventIds: () => Promise.reject('a bare word'),
      mailService: async () => 'ECONNECTION',
      missingDownloads: down('EACCES'),
      publicSite: down('fetch failed', new Error('ENOTFOUND')),
      certificate: down('no TLS'),
      signInClient: down('no answer'),
      backups: () => {
        throw new Error('EACCES');
      },
      keptDatabases: () => {
        throw new Error('EACCES');
      },
    });
    expect(list.map(({ check, verdict, found }) => [check, verdict, found])).toEqual([
      ['database', 'ok', 'whole, 3 purchases, 1.3 MB'],
      ['disk space', 'wrong', 'no disk'],
      ['payment key', 'wrong', 'the key was refused'],
      ['clock', 'wrong', 'the key was refused'],
      ['stored times', 'ok', 'none of the future'],
      ['identity keys', 'wrong', 'no answer: ECONNREFUSED'],
      ['webhook', 'wrong', 'a bare word'],
      ['reconciler', 'ok', 'no complete run yet'],
      ['open questions', 'ok', 'none'],
      ['withdrawals', 'ok', 'none to be paid back'],
      ['paid twice', 'ok', 'nothing'],
      ['fraud warnings', 'ok', 'none'],
      ['mail service', 'wrong', 'ECONNECTION'],
      ['outbox', 'ok', 'can be written, 0 waiting'],
      ['downloads', 'wrong', 'EACCES'],
      ['webhook endpoint', 'ok', 'we_1, all events, 2026-02-02.name'],
      ['public address', 'wrong', 'fetch failed: ENOTFOUND'],
      ['certificate', 'wrong', 'no TLS'],
      ['payment mode', 'ok', 'test orders only'],
      ['proxy', 'ok', 'believed'],
      ['checkout', 'ok', 'a payment page was made, and closed'],
      ['consent', 'ok', 'asked for before paying'],
      ['sign-in client', 'wrong', 'no answer'],
      ["app's clients", 'wrong', 'no answer'],
      ['backups', 'wrong', 'EACCES'],
      ['restore drill', 'warning', 'no backup was ever restored to try it'],
      ['kept databases', 'wrong', 'EACCES'],
    ]);
    expect(list.filter(({ verdict, advice }) => verdict === 'wrong' && advice.length < 20)).toEqual([]);
    expect(list.find(({ check }) => check === 'payment key')?.advice).toContain('STRIPE_SECRET_KEY');
    expect(list.find(({ check }) => check === 'identity keys')?.advice).toContain('COGNITO_USER_POOL_ID');
    expect(list.find(({ check }) => check === 'downloads')?.advice).toContain('DOWNLOADS_DIR');
  });

  it('also when the database does not answer, and each is told of as it begins', async () => {
    const failing = down('the database is gone');
    const ledger = { ...desk.ledger, inspect: failing, read: failing };
    const told: string[] = [];
    const list = await runChecks(
      doctorsChecks({ ledger, probes: well, clock: desk.clock, migrations: [], payments, settings }),
      (check) => told.push(check),
    );
    expect(told).toEqual(list.map(({ check }) => check));
    const gone = [
      ...[
        'database',
        'stored times',
        'webhook',
        'reconciler',
        'open questions',
        'withdrawals',
        'paid twice',
        'fraud warnings',
        'outbox',
      ],
    ];
    expect(
      list.filter(({ verdict }) => verdict === 'wrong').map(({ check, found }) => [check, found]),
    ).toEqual([...gone, 'payment mode', 'restore drill'].map((check) => [check, 'the database is gone']));
    expect(list.filter(({ verdict, advice }) => verdict === 'wrong' && advice.length < 20)).toEqual([]);
  });

  it('says of a fault of the database that is known what to do about that', async () => {
    const message = 'prepared statement "1" already exists';
    const read = () => Promise.reject(new DatabaseFault('POSTGRES_42P05', message, false, null));
    const list = await runChecks(
      doctorsChecks({
        ...{ ledger: { ...desk.ledger, read }, probes: well, clock: desk.clock, migrations: [] },
        ...{ payments, settings },
      }),
    );
    expect(list.find(({ check }) => check === 'withdrawals')).toEqual({
      ...{ check: 'withdrawals', verdict: 'wrong', advice: '' },
      found: expect.stringContaining('max_prepared_statements'),
    });
  });

  it('asks the payment provider once for its key and its clock', async () => {
    let asked = 0;
    await findings({
      async paymentApi() {
        asked += 1;
        return at;
      },
    });
    expect(asked).toBe(1);
  });

  it('finds a damaged database, and one that lacks migrations', async () => {
    expect(await finding('database', {}, { faults: ['page 3', 'page 4'] })).toEqual([
      ...['wrong', 'page 3; page 4', expect.stringContaining('restore the newest whole backup')],
    ]);
    expect(await finding('database', {}, { migrations: ['0001_a.sql'] })).toEqual([
      ...[
        'wrong',
        '1 migrations applied, 2 known',
        expect.stringContaining('Start the site of this version'),
      ],
    ]);
  });

  it('advises no restore of a PostgreSQL database: an index or a constraint is mended where it is', async () => {
    const ledger = {
      ...desk.ledger,
      inspect: async () => ({ ...whole, faults: ['The index a is not valid'] }),
    };
    const onPostgres = { ...settings, databaseUrl: 'postgres://shop@db/shop' };
    const checks = doctorsChecks({
      ...{ ledger, probes: well, clock: desk.clock, migrations: whole.migrations, payments },
      settings: onPostgres,
    });
    expect((await runChecks(checks))[0]).toMatchObject({
      ...{ verdict: 'wrong', advice: expect.stringContaining('REINDEX') },
    });
  });

  it('names each right that the payment key lacks, and what does not work without it; a right for the set-up may be gone', async () => {
    const selling = { right: 'Checkout Sessions: write', neededFor: 'selling', setUpOnly: false };
    const disputes = { right: 'Disputes: read', neededFor: 'finding disputes', setUpOnly: false };
    const setUp = { right: 'Webhook Endpoints: write', neededFor: 'set-up', setUpOnly: true };
    const keyWith = async (...granted: boolean[]) => {
      const all = [selling, disputes, setUp];
      const rights = async () => all.map((one, place) => ({ ...one, granted: granted[place] ?? false }));
      const checks = doctorsChecks({
        ...{ ledger: desk.ledger, probes: well, clock: desk.clock, migrations: [], settings },
        payments: { ...payments, rights },
      });
      return (await runChecks(checks)).find(({ check }) => check === 'payment key');
    };
    expect(await keyWith(true, true, false)).toMatchObject({ verdict: 'ok', found: 'accepted' });
    expect(await keyWith(false, false, true)).toMatchObject({
      verdict: 'wrong',
      found: 'it lacks "Checkout Sessions: write" (selling), "Disputes: read" (finding disputes)',
      advice: expect.stringContaining('Developers > API keys'),
    });
  });

  it.each([
    [1_000_000_000, 'ok'],
    [999_999_999, 'warning'],
    [200_000_000, 'warning'],
    [199_999_999, 'wrong'],
  ])('calls %d bytes of free disk %s', async (freeBytes, verdict) => {
    const found = await finding('disk space', { disk: async () => ({ freeBytes, totalBytes: 2e9 }) });
    expect(found.slice(0, 2)).toEqual([verdict, `${(freeBytes / 1e9).toFixed(1)} of 2.0 GB free`]);
    expect(found[2]).toEqual(verdict === 'ok' ? '' : expect.stringContaining('A full disk stops sales'));
  });

  it('leaves the disk of a database server to the server', async () => {
    expect(await finding('disk space', { disk: async () => null })).toEqual([
      ...['ok', 'the database server has its own', ''],
    ]);
  });

  it.each([
    [29.4, 'ok', '29 s ahead of'],
    [30, 'warning', '30 s ahead of'],
    [-30, 'warning', '30 s behind'],
    [119, 'warning', '119 s ahead of'],
    [120, 'wrong', '120 s ahead of'],
    [-120, 'wrong', '120 s behind'],
  ])('calls a clock that is %d s off %s', async (seconds, verdict, words) => {
    const theirs = new Date(at.getTime() - seconds * 1000);
    expect(await finding('clock', { paymentApi: async () => theirs })).toEqual([
      ...[verdict, `${words} the payment provider`],
      verdict === 'ok' ? '' : expect.stringContaining('(NTP)'),
    ]);
  });

  it('compares the clock of the moment in which the provider had answered', async () => {
    const found = await finding('clock', {
      async paymentApi() {
        desk.turnTo(later);
        return later;
      },
    });
    expect(found[1]).toBe('0 s ahead of the payment provider');
  });

  it('says so when the provider did not tell its time', async () => {
    expect(await finding('clock', { paymentApi: async () => null })).toEqual([
      ...['warning', 'the provider did not tell its time', 'Compare the clock with another one.'],
    ]);
  });

  it('finds an identity service that publishes no keys', async () => {
    expect(await finding('identity keys', { identityKeys: async () => 0 })).toEqual([
      ...['wrong', 'none published', 'See whether the user pool exists.'],
    ]);
    expect((await finding('identity keys', { identityKeys: async () => 1 }))[0]).toBe('ok');
  });

  it.each([
    ['there', 'ok', ''],
    ['hides users', 'ok', ''],
    ['missing', 'wrong', 'COGNITO_CLIENT_ID'],
    ['has a secret', 'wrong', 'deploy/cognito.yaml'],
    ['no SRP', 'wrong', 'ALLOW_USER_SRP_AUTH'],
    ['no choice', 'wrong', 'ALLOW_USER_AUTH'],
  ] as const)('calls an app client that is "%s" %s', async (client, verdict, advice) => {
    const found = await finding('sign-in client', { signInClient: async () => client });
    expect(found[0]).toBe(verdict);
    expect(found[2]).toEqual(advice === '' ? '' : expect.stringContaining(advice));
  });

  it.each([
    [26, 'ok'],
    [27, 'warning'],
    [48, 'warning'],
    [49, 'wrong'],
  ])('calls a newest backup of %d hours %s, when one a day is made', async (hours, verdict) => {
    const newest = new Date(at.getTime() - hours * 3_600_000);
    const backups = () => ({ directory: '/b', everyHours: 24, count: 1, newest });
    expect((await finding('backups', { backups }))[0]).toBe(verdict);
  });

  it('counts questions that wait for a decision, and names downloads that are not there', async () => {
    const lines = ['fod', 'fist'].map((productId) => ({ productId, priceOre: 100 }));
    await desk.sell(1, { lines, totalOre: 200 });
    await desk.ledger.recordPaymentFact(refundOf(1, { amountOre: 7 }), { by: 'webhook', event: null }, at);
    expect(await finding('open questions')).toEqual([
      ...['warning', '1 question waits for a decision', '"orders attention" lists them.'],
    ]);
    expect(await finding('downloads', { missingDownloads: async () => ['a.pdf', 'b.pdf'] })).toEqual([
      ...['warning', 'missing: a.pdf, b.pdf', expect.stringContaining('DOWNLOADS_DIR')],
    ]);
  });

  it('names the day by which the money of a withdrawal has to be back, and is wrong after it', async () => {
    const withdraw = async (number: number, receivedAt: Date) => {
      await desk.sell(number);
      await desk.ledger.recordWithdrawal(`cs_${number}`, {
        ...{ reference: `W-${number}`, name: 'Anna', email: 'anna@example.com', productIds: ['fod'] },
        ...{ refundOre: 25_000, confirmation: 'I withdraw', receivedAt },
      });
    };
    await withdraw(1, daysFromNow(1));
    await withdraw(2, at);
    const due = shopDay(daysFromNow(14));
    const found = [`2 to be paid back, the first by ${due}`, expect.stringContaining('--withdrawn')];
    expect(await finding('withdrawals')).toEqual(['warning', ...found]);
    desk.turnTo(daysFromNow(14));
    expect(await finding('withdrawals')).toEqual(['warning', ...found]);
    desk.turnTo(daysFromNow(15));
    expect(await finding('withdrawals')).toEqual(['wrong', ...found]);
    for (const number of [1, 2])
      await desk.ledger.recordPaymentFact(refundOf(number), { by: 'webhook', event: null }, at);
    expect(await finding('withdrawals')).toEqual(['ok', 'none to be paid back', '']);
  });

  it.each([
    ['forward', '2026-03-22T22:30:00Z', '2026-04-05'],
    ['back', '2026-10-24T22:30:00Z', '2026-11-08'],
  ])(
    'counts the days of that in Stockholm, also over the night in which the clocks go %s',
    async (_way, received, due) => {
      await desk.sell(1);
      await desk.ledger.recordWithdrawal('cs_1', withdrawalOf({ receivedAt: new Date(received) }));
      desk.turnTo(new Date(`${due}T12:00:00Z`));
      const found = [`1 to be paid back, the first by ${due}`, expect.stringContaining('--withdrawn')];
      expect(await finding('withdrawals')).toEqual(['warning', ...found]);
    },
  );

  it('counts payments that were made twice, and those that a bank calls fraudulent, among what waits', async () => {
    const lines = ['fod', 'fist'].map((productId) => ({ productId, priceOre: 100 }));
    await desk.sell(1, { lines, totalOre: 200 });
    await desk.ledger.recordPaymentFact(refundOf(1, { amountOre: 7 }), { by: 'webhook', event: null }, at);
    expect(await finding('paid twice')).toEqual(['ok', 'nothing', '']);
    expect(await finding('fraud warnings')).toEqual(['ok', 'none', '']);
    await desk.sell(2);
    expect(await finding('paid twice')).toEqual([
      ...['warning', '1 order was paid for by another as well', expect.stringContaining('orders refund')],
    ]);
    await desk.sell(3);
    expect((await finding('paid twice'))[1]).toBe('2 orders were paid for by another as well');
    const warn = (number: number) => {
      const warning = {
        id: `issfr_${number}`,
        paymentIntentId: `pi_${number}`,
        isActionable: true,
        asOf: at,
      };
      return recordFraudWarning(desk.ledger, warning, { by: 'webhook', event: null }, at);
    };
    await warn(2);
    expect(await finding('fraud warnings')).toEqual([
      ...['warning', '1 payment is called fraudulent by a bank'],
      expect.stringContaining('Decide within a day or two'),
    ]);
    await warn(3);
    expect((await finding('fraud warnings'))[1]).toBe('2 payments are called fraudulent by a bank');
  });

  it('compares stored times with the clock of the payment provider, or its own when that does not answer', async () => {
    const asOf = new Date(at.getTime() + 15 * 60_000);
    const take = (number: number, moment: Date) =>
      desk.ledger.recordPaymentFact(refundOf(number, { asOf: moment }), { by: 'webhook', event: null }, at);
    await take(1, asOf);
    expect((await finding('stored times'))[0]).toBe('ok');
    const theirs = new Date(at.getTime() - 1);
    expect((await finding('stored times', { paymentApi: async () => theirs }))[0]).toBe('wrong');
    expect((await finding('stored times', { paymentApi: down('no answer') }))[0]).toBe('ok');
    await take(2, new Date(asOf.getTime() + 1));
    expect((await finding('stored times', { paymentApi: down('no answer') }))[0]).toBe('wrong');
  });
});
