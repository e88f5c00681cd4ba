// Whether the mail service is down: judged by its answers, noted in the database, waited for with backoff.

import type { Ledger } from '#server/ledger/ledger.ts';
import { noteMailFault } from '#server/outbox/mail-service.ts';
import { pauseAfter } from '#server/repeat.ts';
import type { Clock, Log } from '#server/runtime.ts';
import type { SendOutcome } from './mail-transport.ts';

/** Backoff while the service is down, in milliseconds. */
const pausesMs = [500, 2000, 5000, 15_000, 60_000];

interface WatchNeeds {
  ledger: Ledger;
  clock: Clock;
  log: Log;
}

/** Watches over the mail service of one sending process. */
export function watchMailService({ ledger, clock, log }: WatchNeeds) {
  /** Since the last judgement: whether a letter got an answer, and the fault of the last one that got none. */
  let isAnswered = false;
  let lastFault: string | null = null;
  /** Judgements in a row that it is down. */
  let failures = 0;
  /** On the process's own clock, in milliseconds. */
  let restUntil = 0;
  /** The fault that is stored in the database; unknown at first, so that the first answer clears an old fault. */
  let notedFault: string | null | undefined;

  async function note(fault: string | null): Promise<void> {
    if (notedFault === fault) return;
    await ledger.amend(() => noteMailFault(fault, clock()));
    notedFault = fault;
  }

  return {
    /** Whether it is not to be asked for now, because it was down just before. */
    isAtRest: () => performance.now() < restUntil,
    /** Whether a letter got no answer since the last judgement. */
    isInDoubt: () => lastFault !== null,
    /** Hears of the outcome of a letter. */
    async heed(outcome: SendOutcome): Promise<void> {
      if (outcome.kind === 'unavailable') lastFault = outcome.fault;
      else {
        isAnswered = true;
        failures = 0;
        await note(null);
      }
    },
    /**
     * Judges it by the outcomes since the last judgement: while other letters are answered, a broken connection concerns only
     * its own letter. One that is down is left at rest, and the second time in a row its fault is logged and noted.
     */
    async isDown(): Promise<boolean> {
      const fault = isAnswered ? null : lastFault;
      [isAnswered, lastFault] = [false, null];
      if (fault === null) return false;
      failures += 1;
      restUntil = performance.now() + pauseAfter(failures, pausesMs);
      if (failures > 1) {
        if (notedFault !== fault)
          log.error({ fault }, 'the mail service takes no letters; they wait in the outbox');
        await note(fault);
      }
      return true;
    },
  };
}
