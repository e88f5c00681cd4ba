// Whether this machine's clock may be trusted with what cannot be taken back.

import type { PaymentBooks } from '#server/buying/payment-provider.ts';
import { unlessFired } from '#server/repeat.ts';
import type { Clock, Log } from '#server/runtime.ts';

/** How far the clock may be ahead of the payment provider's, in milliseconds. */
const mostAheadMs = 60 * 60 * 1000;

export interface RightClockNeeds {
  books: Pick<PaymentBooks, 'now'>;
  clock: Clock;
  log: Log;
}

/**
 * A clock that is ahead makes everything old at once: what is kept for a time would be deleted too early, and for good. One that is
 * behind only deletes later.
 * @param mostUnasked as many times in a row the payment provider may give no answer before the clock is trusted all the same,
 * because what is old may not be kept for ever; not after it was found to be wrong
 * @returns a function that asks the provider for its time, and tells whether the clock is right; it logs a warning once each
 * time the clock is found to be wrong
 */
export function watchClock({ books, clock, log }: RightClockNeeds, mostUnasked: number) {
  let unasked = 0;
  let isWrong = false;
  return async (stopping: AbortSignal): Promise<boolean> => {
    // Whatever is in the way: the reconciler, which asks as well, reports it.
    const theirs = await unlessFired(books.now(), stopping).catch(() => null);
    if (theirs === null) {
      unasked += 1;
      return !isWrong && unasked > mostUnasked;
    }
    unasked = 0;
    const aheadMs = clock().getTime() - theirs.getTime();
    const wasWrong = isWrong;
    isWrong = aheadMs > mostAheadMs;
    if (isWrong && !wasWrong)
      log.warn(
        { seconds: Math.round(aheadMs / 1000) },
        'the clock of this machine is ahead of the payment provider’s: until it is set right nothing is deleted for its age, and no letter about a release is written',
      );
    return !isWrong;
  };
}
