import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { text, time } from '#server/ledger/rows.ts';
import { mailService, noteMailService } from '#server/outbox/mail-service.ts';
import { notedRuns, paidEvent as paid } from '#tests/support/reconciling.ts';
import {
  days,
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import { futureFacts } from './payment-facts.ts';
import { PaymentProviderUnavailable, type ReceivedEvent } from './payment-provider.ts';
import { type ReconcileOptions, reconcile, startReconciler } from './reconcile.ts';
import { noteReconciliation } from './reconciliations.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const run = (options?: ReconcileOptions) => reconcile(shop, options);
const runs = () => notedRuns(shop);

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

  it('leaves nothing at the signal, which lasts as long as the process', async () => {
    const { signal } = new AbortController();
    shop.events = [paid('1'), paid('2')];
    await run({ signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
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

  async function runOnce(needs: Parameters<typeof startReconciler>[0]): Promise<void> {
    const reconciler = startReconciler(needs);
    await reconciler.run();
    await reconciler.stop();
  }

  it('does one run at a time: whoever asks meanwhile waits for it', async () => {
    const reconciler = startReconciler(shop);
    const first = reconciler.run();
    expect(reconciler.run()).toBe(first);
    await first;
    expect(await runs()).toHaveLength(1);
    shop.now = minutes(60);
    await reconciler.run();
    expect(await runs()).toHaveLength(2);
    await reconciler.stop();
  });

  it('runs every hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const now = vi.fn(shop.books.now);
    const reconciler = startReconciler({ ...shop, books: { ...shop.books, now } });
    await reconciler.run();
    now.mockClear();
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000 - 1);
    expect(now).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(now).toHaveBeenCalled();
    await reconciler.stop();
  });

  it('is stopped also while a page of the provider is under way, and says nothing', async () => {
    const { books, waiting } = silentBooks();
    const reconciler = startReconciler({ ...shop, books });
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
    await runOnce({ ...shop, ledger });
    expect(tasks).toEqual(['reconciler']);
    expect(shop.logged).toEqual([{ level: 'info', fields: {} }]);
  });

  /** Whether the reconciler has told that it has caught up, now and a minute after its start. */
  async function caughtUp(needs: Parameters<typeof startReconciler>[0]) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const reconciler = startReconciler(needs);
    let hasCaughtUp = false;
    void reconciler.caughtUp.then(() => {
      hasCaughtUp = true;
    });
    const isToldAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      await new Promise(setImmediate);
      return hasCaughtUp;
    };
    // The ledger commits in turns of the event loop, which the timers do not count.
    for (let turn = 0; turn < 20; turn += 1) await isToldAfter(0);
    const told = [hasCaughtUp, await isToldAfter(60_000 - 1), await isToldAfter(1)];
    await reconciler.stop();
    return told;
  }

  it('has caught up after its first run, also one that failed, and otherwise a minute after its start', async () => {
    expect(await caughtUp(shop)).toEqual([true, true, true]);
    const outage = new PaymentProviderUnavailable('down');
    expect(await caughtUp({ ...shop, books: failing(outage) })).toEqual([true, true, true]);
    expect(await caughtUp({ ...shop, books: silentBooks().books })).toEqual([false, false, true]);
    const elsewhere = { ...shop.ledger, asLeader: async () => false };
    expect(await caughtUp({ ...shop, ledger: elsewhere })).toEqual([false, false, true]);
  });

  it('never fails: an outage of the provider is a warning, anything else an error; the next run begins as this', async () => {
    const outage = new PaymentProviderUnavailable('down');
    await runOnce({ ...shop, books: failing(outage) });
    expect(shop.logged.splice(0)).toEqual([{ level: 'warn', fields: { err: outage } }]);
    const fault = new Error('x');
    await runOnce({ ...shop, books: failing(fault) });
    expect(shop.logged).toEqual([{ level: 'error', fields: { err: fault } }]);
    expect(await runs()).toEqual([]);
  });
});

it('A clock that is at most five minutes off is not named', async () => {
  const named = async (clock: Date) => {
    shop.logged = [];
    await reconcile({ ...shop, clock: () => clock });
    return shop.logged.some(({ level }) => level === 'error');
  };
  expect([await named(minutes(5)), await named(minutes(-5)), await named(minutes(6))]).toEqual([
    false,
    false,
    true,
  ]);
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

  it('a mail service that was first there meanwhile owes letters from now on, beginning with those of this run', async () => {
    await shop.ledger.write([], () => noteMailService(true, days(2)));
    shop.events = [paid('1')];
    await reconcile({ ...shop, clock: () => days(2) }, { dryRun: true });
    expect((await shop.ledger.read(mailService)).owedSince).toEqual(minutes(-60, days(2)));
    await ahead();
    expect((await shop.ledger.read(mailService)).owedSince).toEqual(minutes(-60));
    expect(await shop.rows('SELECT {columns} FROM letters', { kind: text })).toEqual([
      { kind: 'order-confirmation' },
    ]);
    // One that is right stays as it is.
    shop.now = days(1);
    await run();
    expect((await shop.ledger.read(mailService)).owedSince).toEqual(minutes(-60));
  });

  it('a letter that was written meanwhile waits no longer once it is set right, which is told', async () => {
    await shop.ledger.write([], () => noteMailService(true, days(-1)));
    await shop.verbs.recordPurchase(purchaseOf(), ['fod'], { by: 'webhook', event: null }, days(2));
    const due = () => shop.rows('SELECT {columns} FROM letters', { dueAt: time });
    await run({ dryRun: true });
    expect(await due()).toEqual([{ dueAt: days(2) }]);
    await run();
    expect(await due()).toEqual([{ dueAt: noon }]);
    expect(shop.logged.filter(({ level }) => level === 'warn')).toEqual([
      { level: 'warn', fields: { letters: 1 } },
    ]);
  });

  it('a run that was dated in the future is no point to go on from', async () => {
    const future = { startedAt: days(2), finishedAt: days(2), since: noon, result: {} };
    await shop.ledger.write([], () => noteReconciliation(future));
    expect((await run()).since).toEqual(days(-30));
    expect(await runs()).toMatchObject([{ startedAt: noon }]);
  });
});
