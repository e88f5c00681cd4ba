import { beforeEach, describe, expect, it } from 'vitest';
import { text } from '#server/ledger/rows.ts';
import { anna } from '#tests/support/accounts.ts';
import { notedRuns, paidEvent as paid } from '#tests/support/reconciling.ts';
import {
  days,
  disputeOf,
  eventOf,
  minutes,
  noon,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { InvalidWebhookEvent, type ReceivedEvent } from './payment-provider.ts';
import { type ReconcileOptions, type ReconcileResult, reconcile } from './reconcile.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const run = (options?: ReconcileOptions) => reconcile(shop, options);
const runs = () => notedRuns(shop);

const none = { seen: 0, missing: 0 };
const nothing = {
  events: none,
  sessions: none,
  facts: { seen: 0, news: 0 },
  ...{ papers: { missing: 0, added: 0 }, purchases: [], failed: 0 },
};

describe('a run of the reconciler looks back', () => {
  it('as far as events are kept, 30 days, when there was none before; a day further for sessions', async () => {
    expect(await run()).toEqual({ since: days(-30), dryRun: false, ...nothing });
    expect(shop.asked).toEqual([
      ['events', days(-30)],
      ['completedSessions', days(-31)],
      ['paymentFacts', days(-30)],
    ]);
  });

  it('to an hour before the last complete one began, however long ago that was', async () => {
    await run();
    shop.now = days(50);
    expect((await run()).since).toEqual(minutes(-60));
    shop.now = days(51);
    expect((await run()).since).toEqual(minutes(-60, days(50)));
  });

  it('as far as it is told', async () => {
    expect((await run({ since: days(-3) })).since).toEqual(days(-3));
    expect(shop.asked).toContainEqual(['completedSessions', days(-4)]);
  });
});

describe('a complete run is noted, so that the next one goes on from it', () => {
  it('with what it did, and is counted', async () => {
    shop.events = [paid('1')];
    const result = await run();
    expect(await runs()).toEqual([
      { startedAt: noon, finishedAt: noon, since: days(-30), result: JSON.stringify(result) },
    ]);
    expect(shop.metered).toContainEqual([
      'reconciled',
      {
        ...{ 'events.seen': 1, 'events.missing': 1, 'sessions.seen': 0, 'sessions.missing': 0 },
        ...{
          'facts.seen': 0,
          'facts.news': 0,
          'papers.missing': 0,
          'papers.added': 0,
          purchases: 1,
          failed: 0,
        },
      },
      true,
    ]);
    expect(shop.logged.at(-1)).toEqual({ level: 'info', fields: { ...result, purchases: 1 } });
  });

  it('once a moment: a second run of the same moment takes its place', async () => {
    await run();
    shop.events = [paid('1')];
    await run({ since: days(-40) });
    const noted = await runs();
    expect(noted).toHaveLength(1);
    expect(noted[0]).toMatchObject({ since: days(-40) });
    expect(String(noted[0]?.['result'])).toContain('"cs_1"');
  });

  it('for 90 days', async () => {
    await run();
    shop.now = days(90);
    await run();
    expect(await runs()).toHaveLength(2);
    shop.now = minutes(1, days(90));
    await run();
    expect((await runs()).map(({ startedAt }) => startedAt)).toEqual([days(90), shop.now]);
  });

  it('but not when it looked back less far than usual', async () => {
    await run({ since: minutes(1, days(-30)) });
    expect(await runs()).toEqual([]);
    expect(shop.metered).toEqual([['reconciled', expect.anything(), false]]);
    await run({ since: days(-30) });
    expect(await runs()).toHaveLength(1);
  });

  it('nor when something could not be taken in: that is logged, kept from the others, and tried again', async () => {
    const bad = paid('2');
    const twice = { productId: 'fod', priceOre: 1 };
    if (bad.subject.kind === 'checkout_session') bad.subject.session.lines = [twice, twice];
    shop.events = [paid('1'), bad, paid('3')];
    expect(await run()).toMatchObject({ purchases: ['cs_1', 'cs_3'], failed: 1, events: { missing: 3 } });
    expect(await runs()).toEqual([]);
    expect(shop.metered).toContainEqual([
      ...['reconciled', expect.objectContaining({ purchases: 2, failed: 1 }), false],
    ]);
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([
      {
        level: 'error',
        fields: {
          item: bad.event.id,
          err: expect.objectContaining({ code: expect.stringMatching(/^SQLITE_/) }),
        },
      },
    ]);
  });

  it('nor when an event cannot be read: the others come in all the same', async () => {
    const odd: ReceivedEvent = {
      ...{ event: eventOf({ id: 'evt_odd' }), subject: { kind: 'unreadable', why: 'Its refund' } },
    };
    shop.events = [odd, paid('1')];
    expect(await run()).toMatchObject({ purchases: ['cs_1'], failed: 1 });
    expect(await runs()).toEqual([]);
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', fields: { item: 'evt_odd', err: expect.any(InvalidWebhookEvent) } },
    ]);
  });

  it('nor when it only looked', async () => {
    await run({ dryRun: true });
    expect(await runs()).toEqual([]);
    expect(shop.metered).toEqual([]);
  });
});

describe('what has not reached this database', () => {
  it('is an event that is not in the ledger; those that are there are only counted', async () => {
    shop.events = [paid('1')];
    await run();
    shop.events = [paid('1'), paid('2'), { event: eventOf({ id: 'evt_o' }), subject: { kind: 'other' } }];
    expect(await run()).toMatchObject({ events: { seen: 3, missing: 2 }, purchases: ['cs_2'] });
    expect(await shop.rows('SELECT {columns} FROM webhook_events', { id: text, broughtBy: text })).toEqual([
      { id: 'evt_1', broughtBy: 'reconciler' },
      { id: 'evt_2', broughtBy: 'reconciler' },
      { id: 'evt_o', broughtBy: 'reconciler' },
    ]);
    expect(await shop.verbs.ownedGrants(anna, noon)).toHaveLength(2);
  });

  it('is a purchase of which only an event of another version tells, as the provider has it now', async () => {
    const { event } = paid('1');
    const subject = { kind: 'outdated', object: 'checkout.session', id: 'cs_1' } as const;
    shop.events = [{ event, subject, otherVersion: '2024-06-20' }];
    const session = sessionOf({ id: 'cs_1', paymentIntentId: 'pi_1', totalOre: 50_000 });
    shop.books = { ...shop.books, subjectNow: async () => ({ kind: 'checkout_session', session }) };
    expect(await run({ dryRun: true })).toMatchObject({ events: { missing: 1 }, purchases: ['cs_1'] });
    expect(await run()).toMatchObject({ events: { missing: 1 }, purchases: ['cs_1'], failed: 0 });
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ totalOre: 50_000 });
  });

  it('is a paid session without a purchase, and each order is named once', async () => {
    shop.events = [paid('1'), { ...paid('1'), event: eventOf({ id: 'evt_b' }) }];
    const { subject } = paid('1');
    shop.sessions = [
      ...(subject.kind === 'checkout_session' ? [subject.session] : []),
      sessionOf({ id: 'cs_2', paymentIntentId: 'pi_2', chargedAt: minutes(-30) }),
      sessionOf({ id: 'cs_3', paymentStatus: 'unpaid' }),
      sessionOf({ id: 'cs_4', lines: [] }),
    ];
    expect(await run()).toMatchObject({
      ...{ events: { seen: 2, missing: 2 }, sessions: { seen: 4, missing: 1 }, purchases: ['cs_1', 'cs_2'] },
    });
    expect(shop.metered.filter(([name]) => name === 'purchase')).toEqual([
      ['purchase', 'reconciler', 60],
      ['purchase', 'reconciler', 1800],
    ]);
  });

  it('is no event of an order that is recorded, not paid, or another shop’s', async () => {
    shop.sessions = [sessionOf({ id: 'cs_1', paymentIntentId: 'pi_1' })];
    await run();
    const other = (id: string, over: object): ReceivedEvent => ({
      ...{ event: eventOf({ id }), subject: { kind: 'checkout_session', session: sessionOf(over) } },
    });
    shop.events = [
      paid('1'),
      other('evt_2', { id: 'cs_2', paymentStatus: 'unpaid' }),
      other('evt_3', { id: 'cs_3', lines: [] }),
    ];
    expect(await run()).toMatchObject({ events: { seen: 3, missing: 3 }, purchases: [] });
  });

  it('is a refund or dispute that says something new', async () => {
    shop.facts = [refundOf(), disputeOf()];
    expect((await run()).facts).toEqual({ seen: 2, news: 2 });
    shop.facts = [refundOf(), disputeOf({ status: 'won', asOf: minutes(1) })];
    expect((await run()).facts).toEqual({ seen: 2, news: 1 });
  });
});

it('a dry run counts what it would do and changes nothing', async () => {
  shop.events = [paid('1')];
  shop.sessions = [sessionOf({ id: 'cs_1' }), sessionOf({ id: 'cs_2' })];
  shop.facts = [refundOf()];
  expect(await run({ dryRun: true })).toEqual({
    ...{ since: days(-30), dryRun: true, events: { seen: 1, missing: 1 }, sessions: { seen: 2, missing: 2 } },
    ...{ facts: { seen: 1, news: 0 }, papers: { missing: 0, added: 0 } },
    ...{ purchases: ['cs_1', 'cs_2'], failed: 0 },
  });
  expect(await shop.verbs.findPurchase('cs_1')).toBeNull();
  expect(await shop.verbs.hasEvent('evt_1')).toBe(false);
  expect(shop.locks).toEqual([]);
});

it('progress is told after each item', async () => {
  shop.events = [paid('1')];
  shop.facts = [refundOf()];
  const told: number[][] = [];
  await run({ onProgress: (result: ReconcileResult) => told.push([result.events.seen, result.facts.seen]) });
  expect(told).toEqual([
    [1, 0],
    [1, 1],
  ]);
});
