// Whether this machine's clock may be trusted with what cannot be taken back.

import type { PaymentBooks } from '#server/buying/payment-provider.ts';
import { unlessFired } from '#server/repeat.ts';
import type { Clock, Log } from '#server/runtime.ts';

/** How far the clock may be ahead of the payment provider's, in milliseconds. */
const mostAheadMs = 60 * 60 * 1000;
/** How soon the payment provider is asked again about a clock that is not trusted, in milliseconds. */
const askAgainMs = 10_000;

interface RightClockNeeds {
  books: Pick<PaymentBooks, 'now'>;
  clock: Clock;
  log: Log;
}

/** Watches over the clock of one process. */
export type ClockWatch = ReturnType<typeof watchClock>;

/**
 * A clock that is ahead makes everything old or due at once: what is kept for a time would be deleted and what is for a day would
 * be sent too early, and for good. One that is behind only does so later. Once the payment provider has told its time, that goes on
 * by the process's own clock, which nobody sets, so a jump of the machine's clock is seen without another answer. A warning is logged
 * once each time the clock is found to be ahead.
 */
export function watchClock({ books, clock, log }: RightClockNeeds) {
  const began = performance.now();
  /** How far the process's own clock is behind the payment provider's, in milliseconds; `null` before its first answer. */
  let behindMs: number | null = null;
  let wasAhead = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  function ask(): Promise<void> {
    askedAt = performance.now();
    asking ??= books
      .now()
      .then(
        (theirs) => {
          behindMs = theirs.getTime() - performance.now();
        },
        // Whatever is in the way: the reconciler, which asks as well, reports it.
        () => undefined,
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  function isTrusted(silenceMs: number): boolean {
    if (behindMs === null) return performance.now() - began > silenceMs;
    const aheadMs = clock().getTime() - (performance.now() + behindMs);
    const isAhead = aheadMs > mostAheadMs;
    if (isAhead && !wasAhead)
      log.warn(
        { seconds: Math.round(aheadMs / 1000) },
        'the clock of this machine is ahead of the payment provider’s: until it is set right nothing is deleted for its age, no gift is sent, and no letter about a release is written',
      );
    wasAhead = isAhead;
    return !isAhead;
  }

  return {
    /** Asks the payment provider for its time. It never fails; the signal ends it. */
    ask: (stopping: AbortSignal): Promise<void> => unlessFired(ask(), stopping).catch(() => undefined),
    /**
     * Whether the clock may be trusted, as far as it is known now.
     * @param silenceMs for how long after the start nothing is done while the payment provider has told no time, in milliseconds
     */
    isTrusted,
    /** The same, for who asks often: where it may not, the payment provider is asked meanwhile. */
    isTrustedSoon(silenceMs: number): boolean {
      const trusted = isTrusted(silenceMs);
      if (!trusted && performance.now() - askedAt >= askAgainMs) void ask();
      return trusted;
    },
  };
}
