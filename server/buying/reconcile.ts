// The reconciler: compares the payment provider's records with ours, and records what is missing.

import { dayMs, earlier, later } from '#server/moments.ts';
import { undateMailService } from '#server/outbox/mail-service.ts';
import { type Repeated, repeat, unlessFired } from '#server/repeat.ts';
import { type FulfilOrderNeeds, fulfilOrder, obstacleTo } from './fulfil-order.ts';
import { openSeconds } from './opened-checkouts.ts';
import { askForMissingPapers } from './order-papers.ts';
import { undateFutureFacts } from './payment-facts.ts';
import { type CheckoutSession, type PaymentBooks, PaymentProviderUnavailable } from './payment-provider.ts';
import { findPurchase } from './purchases.ts';
import { currentSubject, receiveWebhookEvent } from './receive-webhook-event.ts';
import { lastReconciliation, noteReconciliation } from './reconciliations.ts';
import { recordPaymentFact } from './record-payment-fact.ts';
import type { PaymentFact } from './refunds-and-disputes.ts';
import { undateLetters } from './undate-letters.ts';
import { hasEvent } from './webhook-events.ts';

interface ReconcileNeeds extends FulfilOrderNeeds {
  books: PaymentBooks;
}

export interface ReconcileOptions {
  /** How far to look back. Default: to the start of the last complete run, or as far as events are kept. */
  since?: Date;
  /** Dry run: looks and counts, changes nothing. */
  dryRun?: boolean;
  /** Stops the run between two items; finished items stay done. */
  signal?: AbortSignal;
  /** Called after each item, for a display of the progress. */
  onProgress?: (result: ReconcileResult) => void;
}

/** What a run found and did; with `dryRun`, what it would have done. */
export interface ReconcileResult {
  since: Date;
  dryRun: boolean;
  /** Events of the provider that were checked, and how many of them were not in the ledger. */
  events: { seen: number; missing: number };
  /** Completed checkout sessions that were checked, and how many of them had no purchase although they were paid. */
  sessions: { seen: number; missing: number };
  /** Refunds and disputes that were checked, and how many of them were new (not counted by a dry run). */
  facts: { seen: number; news: number };
  /** Recorded purchases that lacked the VAT of a line or their invoice, and how many of them lack nothing any more. */
  papers: { missing: number; added: number };
  /** Checkout sessions whose purchase was missing. */
  purchases: string[];
  /** Items that could not be recorded; each is logged, and retried by the next run. */
  failed: number;
}

const minuteMs = 60 * 1000;
/** How often the reconciler runs. */
const everyMs = 60 * minuteMs;
/** Events can be read for 30 days (docs.stripe.com/api/events). */
const eventsKeptMs = 30 * dayMs;
/** Past this deviation a clock is not used as a source of times, in milliseconds; signatures are refused past it, too. */
const mostDeviationMs = 5 * minuteMs;
/** How long the first run is waited for at most, in milliseconds: the provider may not answer. */
const mostAwaitedMs = minuteMs;
/** Runs overlap, because clocks differ and the provider's lists lag a little. */
const overlapMs = 60 * minuteMs;

const byReconciler = { by: 'reconciler', event: null } as const;

/**
 * Finds at the payment provider what has not reached this database, and records it through the same functions as the
 * webhook. Our own database decides what is missing, not whether the provider calls an event delivered: after restoring a
 * backup, delivered events are missing too. Events cover the last 30 days; sessions, refunds and disputes are also read
 * in their present state, which reaches further back. Idempotent, and safe to run in parallel with everything else.
 * @throws {PaymentProviderUnavailable} when the provider does not answer; what was done stays done, and the next run
 * begins where this one did
 */
export async function reconcile(
  needs: ReconcileNeeds,
  options: ReconcileOptions = {},
): Promise<ReconcileResult> {
  const { ledger, log, metrics, books } = needs;
  const { dryRun = false, signal } = options;
  const startedAt = await books.now();
  reportDeviation(needs, startedAt);
  if (!dryRun) await undoFutureTimes(needs, startedAt);
  const since = options.since ?? (await usualSince(needs, startedAt));
  const result: ReconcileResult = {
    since,
    dryRun,
    events: { seen: 0, missing: 0 },
    sessions: { seen: 0, missing: 0 },
    facts: { seen: 0, news: 0 },
    papers: { missing: 0, added: 0 },
    purchases: [],
    failed: 0,
  };
  const run = { needs, options, result };
  await takeEvents(run);
  await takeSessions(run);
  await takeFacts(run, startedAt);
  result.papers = await askForMissingPapers(needs, startedAt, { dryRun, signal });

  // The next run must not start from one that looked back less far than usual, or left something undone.
  const isComplete = !dryRun && result.failed === 0 && since <= (await usualSince(needs, startedAt));
  if (isComplete) {
    const finishedAt = await books.now();
    await ledger.write([], () => noteReconciliation({ startedAt, finishedAt, since, result }));
  }
  if (!dryRun) metrics.reconciled(countsOf(result), isComplete);
  log.info({ ...result, purchases: result.purchases.length }, 'reconciled with the payment provider');
  return result;
}

/** A run in progress, which counts in its result. */
interface Run {
  needs: ReconcileNeeds;
  options: ReconcileOptions;
  result: ReconcileResult;
}

/** The events that are not in the ledger. */
async function takeEvents(run: Run): Promise<void> {
  const { needs, result } = run;
  await each(
    run,
    needs.books.events(result.since),
    ({ event }) => event.id,
    async ({ event, subject: told }) => {
      result.events.seen += 1;
      if (await needs.ledger.read(() => hasEvent(event.id))) return;
      result.events.missing += 1;
      const subject = await currentSubject(needs, { event, subject: told });
      const session = subject.kind === 'checkout_session' ? subject.session : null;
      const isNew = session && (await lacksPurchase(run, session));
      if (!result.dryRun) await receiveWebhookEvent(needs, { event, subject }, 'reconciler');
      if (isNew) notePurchase(run, session);
    },
  );
}

/** The paid sessions without a purchase. They are listed by when they were opened: a payment page is open for a day. */
async function takeSessions(run: Run): Promise<void> {
  const { needs, result } = run;
  await each(
    run,
    needs.books.completedSessions(earlier(result.since, openSeconds * 1000)),
    ({ id }) => id,
    async (session) => {
      result.sessions.seen += 1;
      if (!(await lacksPurchase(run, session))) return;
      result.sessions.missing += 1;
      if (!result.dryRun) await fulfilOrder(needs, session, byReconciler);
      notePurchase(run, session);
    },
  );
}

/** The states of refunds and disputes that are not recorded. */
async function takeFacts(run: Run, startedAt: Date): Promise<void> {
  const { ledger, books, clock } = run.needs;
  const { since, dryRun, facts } = run.result;
  const takeFrom = (source: AsyncIterable<PaymentFact>) =>
    each(
      run,
      source,
      ({ id }) => id,
      async (fact) => {
        facts.seen += 1;
        if (dryRun) return;
        const outcome = await recordPaymentFact(ledger, fact, byReconciler, clock());
        if (outcome !== 'unchanged') facts.news += 1;
      },
    );
  await takeFrom(books.paymentFacts(since));
  if (dryRun) return;
  // A fact dated by a clock that was ahead would count as newer than everything after it.
  const latest = later(startedAt, overlapMs);
  const misdated = await ledger.write([], () => undateFutureFacts(latest));
  for (const paymentIntentId of misdated) await takeFrom(books.paymentFactsOf(paymentIntentId));
}

/** Whether a session is paid, and has no purchase here. */
async function lacksPurchase({ needs }: Run, session: CheckoutSession): Promise<boolean> {
  if (obstacleTo(session) !== null) return false;
  return (await needs.ledger.read(() => findPurchase(session.id))) === null;
}

/** An event and the list of sessions may both bring a purchase. */
function notePurchase({ result: { purchases } }: Run, { id }: CheckoutSession): void {
  if (!purchases.includes(id)) purchases.push(id);
}

/** Takes in the items of a list. One that fails does not stop the others. */
async function each<T>(
  { needs: { log }, options: { signal, onProgress }, result }: Run,
  source: AsyncIterable<T>,
  idOf: (item: T) => string,
  take: (item: T) => Promise<void>,
): Promise<void> {
  for await (const item of endable(source, signal)) {
    try {
      await take(item);
    } catch (error) {
      result.failed += 1;
      log.error(
        { item: idOf(item), err: error },
        'the reconciler could not take something in and will try it again',
      );
    }
    onProgress?.(result);
  }
}

/** Logs an error when this machine's clock is off. @param now the provider's time, UTC */
function reportDeviation({ clock, log }: ReconcileNeeds, now: Date): void {
  const aheadMs = clock().getTime() - now.getTime();
  if (Math.abs(aheadMs) <= mostDeviationMs) return;
  log.error(
    { seconds: Math.round(aheadMs / 1000) },
    'the clock of this machine differs from the payment provider’s, whose time is used instead: set it right',
  );
}

/**
 * Lets no letter wait for a time that a clock which was ahead has set. Before a run, so that the orders that it finds are
 * confirmed. @param now the provider's time, UTC
 */
async function undoFutureTimes({ ledger, clock, log }: ReconcileNeeds, now: Date): Promise<void> {
  const ours = clock();
  const letters = await ledger.write([], function* () {
    yield* undateMailService(now);
    return yield* undateLetters(now, ours);
  });
  if (letters > 0)
    log.warn(
      { letters },
      'letters that waited for a time which a wrong clock had set are sent when they should be',
    );
}

/** The counters of a run. */
function countsOf(result: ReconcileResult): Record<string, number> {
  const { events, sessions, facts, papers, purchases, failed } = result;
  return {
    'events.seen': events.seen,
    'events.missing': events.missing,
    'sessions.seen': sessions.seen,
    'sessions.missing': sessions.missing,
    'facts.seen': facts.seen,
    'facts.news': facts.news,
    'papers.missing': papers.missing,
    'papers.added': papers.added,
    purchases: purchases.length,
    failed,
  };
}

/** The default start of a run: where the last complete one began, however long ago that was. */
async function usualSince({ ledger }: ReconcileNeeds, now: Date): Promise<Date> {
  const { startedAt } = await ledger.read(() => lastReconciliation(now));
  return new Date(startedAt ? startedAt.getTime() - overlapMs : now.getTime() - eventsKeptMs);
}

/**
 * The items of a list until the signal fires, even while the next page is being loaded.
 * @throws the signal's reason once it has fired
 */
async function* endable<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  while (true) {
    signal?.throwIfAborted();
    const next = await unlessFired(iterator.next(), signal);
    if (next.done) return;
    yield next.value;
  }
}

/** The reconciler of a site. */
interface Reconciler extends Repeated {
  /**
   * Settles once what happened while no site ran is taken in: after this process's first run, even one that failed, or after a
   * minute. While another process is at it, that is not known here, and the minute passes.
   */
  caughtUp: Promise<void>;
}

/**
 * Starts the reconciler: it runs now and every hour, and one process at a time on the same database. A run never fails:
 * an outage of the provider is a warning in the log. What a run has done when it is stopped stays done.
 */
export function startReconciler(needs: ReconcileNeeds): Reconciler {
  const caughtUp = Promise.withResolvers<void>();
  setTimeout(caughtUp.resolve, mostAwaitedMs).unref();

  async function runOnce(stopping: AbortSignal): Promise<void> {
    try {
      const ran = await needs.ledger.asLeader('reconciler', async () => {
        try {
          await reconcile(needs, { signal: stopping });
        } finally {
          caughtUp.resolve();
        }
      });
      if (!ran) needs.log.info({}, 'another process is reconciling');
    } catch (error) {
      if (stopping.aborted) return;
      if (error instanceof PaymentProviderUnavailable) {
        needs.log.warn({ err: error }, 'the payment provider does not answer; reconciling goes on next time');
      } else {
        needs.log.error({ err: error }, 'reconciling failed and is tried again next time');
      }
    }
  }

  return { ...repeat(runOnce, everyMs), caughtUp: caughtUp.promise };
}
