import { beforeEach, describe, expect, it } from 'vitest';
import { text, time } from '#server/ledger/rows.ts';
import {
  anna,
  days,
  disputeOf,
  eventOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { futureFacts } from './payment-facts.ts';
import { PaymentProviderUnavailable, type ReceivedEvent } from './payment-provider.ts';
import { createReconciler, type ReconcileOptions, type ReconcileResult, reconcile } from './reconcile.ts';
import { noteReconciliation } from './reconciliations.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const run = (options?: ReconcileOptions) => reconcile(shop, options);
const paid = (id: string): ReceivedEvent => ({
  event: eventOf({ id: `evt_${id}`, objectId: `cs_${id}` }),
  subject: {
    kind: 'checkout_session',
    session: sessionOf({ id: `cs_${id}`, paymentIntentId: `pi_${id}` }),
  },
});
const runs = () =>
  shop.rows('SELECT {columns} FROM reconciliations ORDER BY started_at', {
    ...{ startedAt: time, finishedAt: time, since: time, result: text },
  });
const none = { seen: 0, missing: 0 };
const nothing = { events: none, sessions: none, facts: { seen: 0, news: 0 }, purchases: [], failed: 0 };

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
        ...{ 'facts.seen': 0, 'facts.news': 0, purchases: 1, failed: 0 },
      },
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
    expect(shop.metered).toEqual([]);
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
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([
      {
        level: 'error',
        fields: { err: expect.objectContaining({ code: expect.stringMatching(/^SQLITE_/) }) },
      },
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

  it('is a paid session without a purchase, and each order is named once', async () => {
    shop.events = [paid('1'), { ...paid('1'), event: eventOf({ id: 'evt_b' }) }];
    const { subject } = paid('1');
    shop.sessions = [
      ...(subject.kind === 'checkout_session' ? [subject.session] : []),
      sessionOf({ id: 'cs_2', paymentIntentId: 'pi_2' }),
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
    ...{ facts: { seen: 1, news: 0 }, purchases: ['cs_1', 'cs_2'], failed: 0 },
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

describe('a run that is to end', () => {
  it('does not begin once it is told so', async () => {
    shop.events = [paid('1')];
    await expect(run({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(await shop.verbs.findPurchase('cs_1')).toBeNull();
  });

  it('ends between two items, and what was done stays done', async () => {
    const stopping = new AbortController();
    shop.events = [paid('1'), paid('2')];
    const ended = run({ signal: stopping.signal, onProgress: () => stopping.abort(new Error('enough')) });
    await expect(ended).rejects.toThrow('enough');
    expect(await shop.verbs.findPurchase('cs_1')).not.toBeNull();
    expect(await shop.verbs.findPurchase('cs_2')).toBeNull();
    expect(await runs()).toEqual([]);
  });
});

describe('the reconciler of the server', () => {
  const never = new Promise<never>(() => undefined);
  /** Books whose first page never comes, and a promise that somebody waits for it. */
  function silentBooks() {
    const waiting = Promise.withResolvers<void>();
    const books = {
      ...shop.books,
      async *events(): AsyncGenerator<ReceivedEvent> {
        waiting.resolve();
        yield await never;
      },
    };
    return { books, waiting: waiting.promise };
  }
  const failing = (error: Error) => ({
    ...shop.books,
    // biome-ignore lint/correctness/useYield: it fails before its first item
    async *events(): AsyncGenerator<ReceivedEvent> {
      throw error;
    },
  });

  it('does one run at a time: whoever asks meanwhile waits for it', async () => {
    const reconciler = createReconciler(shop);
    const first = reconciler.run();
    expect(reconciler.run()).toBe(first);
    await first;
    expect(await runs()).toHaveLength(1);
    shop.now = minutes(60);
    await reconciler.run();
    expect(await runs()).toHaveLength(2);
  });

  it('is stopped also while a page of the provider is under way, and says nothing', async () => {
    const { books, waiting } = silentBooks();
    const reconciler = createReconciler({ ...shop, books });
    const running = reconciler.run();
    await waiting;
    await reconciler.stop();
    await running;
    expect(shop.logged).toEqual([]);
    expect(await runs()).toEqual([]);
  });

  it('leaves it to another process that is at it', async () => {
    const tasks: string[] = [];
    const ledger = {
      ...shop.ledger,
      async asLeader(task: string): Promise<boolean> {
        tasks.push(task);
        return false;
      },
    };
    await createReconciler({ ...shop, ledger }).run();
    expect(tasks).toEqual(['reconciler']);
    expect(shop.logged).toEqual([{ level: 'info', fields: {} }]);
  });

  it('never fails: an outage of the provider is a warning, anything else an error; the next run begins as this', async () => {
    const outage = new PaymentProviderUnavailable('down');
    await createReconciler({ ...shop, books: failing(outage) }).run();
    expect(shop.logged.splice(0)).toEqual([{ level: 'warn', fields: { err: outage } }]);
    const fault = new Error('x');
    await createReconciler({ ...shop, books: failing(fault) }).run();
    expect(shop.logged).toEqual([{ level: 'error', fields: { err: fault } }]);
    expect(await runs()).toEqual([]);
  });
});

describe('while the clock of the machine is two days ahead', () => {
  const ahead = () => reconcile({ ...shop, clock: () => days(2) });
  const grantsOf = async () =>
    (await shop.verbs.orderGrants('cs_1')).grants.map(({ withheldReason }) => withheldReason);

  it("a run is dated by the provider's time, the next one goes on from there, and the clock is named", async () => {
    await ahead();
    expect(await runs()).toMatchObject([{ startedAt: noon, finishedAt: noon, since: days(-30) }]);
    expect(shop.logged).toContainEqual({ level: 'error', fields: { seconds: 2 * 24 * 60 * 60 } });
    shop.now = days(1);
    expect((await run()).since).toEqual(minutes(-60));
    expect(shop.logged.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('what an earlier version dated in the future heals: it is read anew, and what comes later counts', async () => {
    await shop.verbs.recordPurchase(purchaseOf(), ['fod'], { by: 'webhook', event: null }, noon);
    for (const fact of [refundOf({ asOf: days(2) }), disputeOf({ asOf: days(2) })])
      await shop.verbs.recordPaymentFact(fact, { by: 'reconciler', event: null }, noon);
    await shop.verbs.recordPaymentFact(
      ...([refundOf({ status: 'failed', asOf: minutes(1) }), { by: 'webhook', event: null }, noon] as const),
    );
    expect(await grantsOf()).toEqual(['refunded']);
    expect(await shop.ledger.read(() => futureFacts(days(1)))).toEqual(['pi_1']);
    shop.now = days(1);
    // The refund failed and the dispute was won, a month after they were made.
    shop.books.paymentFacts = async function* () {};
    shop.facts = [
      refundOf({ status: 'failed', asOf: shop.now }),
      disputeOf({ status: 'won', asOf: shop.now }),
    ];
    await run();
    expect(await grantsOf()).toEqual([null]);
    expect(await shop.ledger.read(() => futureFacts(days(1)))).toEqual([]);
  });

  it('a run that was dated in the future is no point to go on from', async () => {
    const future = { startedAt: days(2), finishedAt: days(2), since: noon, result: {} };
    await shop.ledger.write([], () => noteReconciliation(future));
    expect((await run()).since).toEqual(days(-30));
    expect(await runs()).toMatchObject([{ startedAt: noon }]);
  });
});
