// Whether this machine's clock may be trusted with what cannot be taken back.

import type { PaymentBooks } from '#server/buying/payment-provider.ts';
import { unlessFired } from '#server/repeat.ts';
import type { Clock, Log } from '#server/runtime.ts';

/** How far the clock may be ahead of the payment provider's, in milliseconds. */
const mostAheadMs = 60 * 60 * 1000;
/** For how long an answer of the payment provider serves, in milliseconds. */
const answerServesMs = 60 * 1000;

interface RightClockNeeds {
  books: Pick<PaymentBooks, 'now'>;
  clock: Clock;
  log: Log;
}

/** What is known of the clock: `unknown` while the payment provider gives no answer, unless the clock was ahead before. */
type ClockState = 'right' | 'ahead' | 'unknown';

/** Watches over the clock of one process. */
export type ClockWatch = ReturnType<typeof watchClock>;

/**
 * A clock that is ahead makes everything old or due at once: what is kept for a time would be deleted and what is for a day would
 * be sent too early, and for good. One that is behind only does so later. A warning is logged once each time the clock is found
 * to be ahead.
 */
export function watchClock({ books, clock, log }: RightClockNeeds) {
  let isAhead = false;
  /** On the process's own clock, in milliseconds. */
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(stopping: AbortSignal): Promise<ClockState> {
    // Whatever is in the way: the reconciler, which asks as well, reports it.
    const theirs = await unlessFired(books.now(), stopping).catch(() => null);
    askedAt = performance.now();
    if (theirs === null) return isAhead ? 'ahead' : 'unknown';
    const aheadMs = clock().getTime() - theirs.getTime();
    const wasAhead = isAhead;
    isAhead = aheadMs > mostAheadMs;
    if (isAhead && !wasAhead)
      log.warn(
        { seconds: Math.round(aheadMs / 1000) },
        'the clock of this machine is ahead of the payment provider’s: until it is set right nothing is deleted for its age, no gift is sent, and no letter about a release is written',
      );
    return isAhead ? 'ahead' : 'right';
  }

  return {
    /** Asks the payment provider for its time. It never fails; the signal ends it. */
    ask,
    /** Whether the clock is known to be ahead, from an answer of the last minute. It never fails; the signal ends it. */
    async isAhead(stopping: AbortSignal): Promise<boolean> {
      if (performance.now() - askedAt >= answerServesMs) await ask(stopping);
      return isAhead;
    },
  };
}
