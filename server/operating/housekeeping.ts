// Housekeeping: deletes expired data, finishes interrupted deletions, writes the letters of the day.

import { sweepDeletedAccounts } from '#server/accounts/browser-session.ts';
import { type EraseAccountNeeds, finishErasures } from '#server/accounts/erase-account.ts';
import { removeOldDevices } from '#server/accounts/known-devices.ts';
import { removeExpiredSessions } from '#server/accounts/sessions.ts';
import { checkoutsAtOnce, removeOldCheckouts } from '#server/buying/opened-checkouts.ts';
import { removeOldCards } from '#server/buying/remove-old-cards.ts';
import { eventsAtOnce, removeOldEvents } from '#server/buying/webhook-events.ts';
import { forgetOldDeclarers } from '#server/buying/withdrawals.ts';
import { removeOldErasures } from '#server/identity/erased-accounts.ts';
import type { Script } from '#server/ledger/script.ts';
import { writeDailySummary } from '#server/mailing/daily-summary.ts';
import { writePostponementLetters, writeReleaseLetters } from '#server/mailing/release-letters.ts';
import { dayMs } from '#server/moments.ts';
import { removeOldAddressLetters } from '#server/outbox/address-letters.ts';
import { mailService, noteMailService } from '#server/outbox/mail-service.ts';
import { dropStrandedLetters, removeOldLetters } from '#server/outbox/outbox.ts';
import { removeOldClaimLinks } from '#server/owning/claim-links.ts';
import { shopDay } from '#shared/shop-day.ts';
import type { ClockWatch } from './right-clock.ts';

/** Interval of housekeeping, in milliseconds. */
export const housekeepingEveryMs = 15 * 60 * 1000;
/** How often the identity service is asked whether accounts with sessions still exist, in milliseconds. */
const sweepEveryMs = dayMs;

/** How long the payment provider's time is waited for, in milliseconds: what is old may not be kept for ever. */
const clockSilenceMs = dayMs;
/** What a clock that is ahead would do too early, and for good; a release that was put off would be over, and nobody told of it. */
const byTheClock: ReadonlySet<string> = new Set([
  'expired data',
  'letters about postponements',
  'letters about releases',
]);

interface HousekeepingNeeds extends EraseAccountNeeds {
  clockWatch: Pick<ClockWatch, 'ask' | 'isTrusted'>;
  /** Recipient of the daily summary; `null` for a shop without a mail service. */
  mail: { summaryTo: string | null } | null;
}

/** Pieces of housekeeping, by what the log calls them; long ones end early once the signal fires. */
export type Chores = Readonly<Record<string, (stopping: AbortSignal) => unknown>>;

/**
 * The periodic work of a site: deletes expired data, writes the letters of the day, and finishes interrupted account
 * deletions. Only one process on the same database does it at a time (leader lock). What is done for its age waits while the
 * clock is ahead (right-clock.ts).
 * @param ownChores what every process does for itself, before that
 * @returns a function for one round. A chore that fails is logged, keeps no other from being done, and is done again in the
 * next round
 */
export function createHousekeeping(
  needs: HousekeepingNeeds,
  ownChores: Chores,
): (stopping: AbortSignal) => Promise<void> {
  const { ledger, clock, log, mail, clockWatch } = needs;
  const summaryTo = mail?.summaryTo ?? null;
  let sweepAt = clock().getTime() + housekeepingEveryMs;
  const chores: Chores = {
    'expired data': removeExpired,
    ...(mail && {
      'letters about postponements': () => writePostponementLetters(ledger, clock()),
      'letters about releases': () => writeReleaseLetters(ledger, clock()),
    }),
    ...(summaryTo !== null && { 'daily summary': () => writeDailySummary(ledger, summaryTo, clock()) }),
    'interrupted deletions': (stopping) => finishErasures(needs, stopping),
    'accounts deleted elsewhere': sweepOnceADay,
  };

  async function removeExpired(): Promise<void> {
    await ledger.amend(() => removeExpiredSessions(clock()));
    await ledger.amend(() => removeOldDevices(clock()));
    await ledger.amend(() => removeOldErasures(clock()));
    // Those of a busy hour all end in the same hour, and anybody can open thousands.
    await inParts(removeOldCheckouts, checkoutsAtOnce);
    await inParts(removeOldEvents, eventsAtOnce);
    await ledger.amend(() => forgetOldDeclarers(clock()));
    await ledger.amend(() => removeOldClaimLinks(clock()));
    await ledger.amend(() => dropStrandedLetters(clock()));
    await ledger.amend(() => removeOldLetters(clock()));
    await ledger.amend(() => removeOldAddressLetters(shopDay(clock())));
    await ledger.write([], () => removeOldCards(clock()));
  }

  /** Others have their turn between two parts. @param atOnce how many rows are removed at once, as long as there are more */
  async function inParts(remove: (at: Date) => Script<number>, atOnce: number): Promise<void> {
    while ((await ledger.amend(() => remove(clock()))) === atOnce) await new Promise(setImmediate);
  }

  /** A site without a mail service that starts on the same database ends the letters of all, and knows of no other. */
  async function oweLettersAgain(): Promise<void> {
    if ((await ledger.read(mailService)).owedSince !== null) return;
    log.warn({}, 'no letters were written, because a site without SMTP_URL has started on this database');
    await ledger.write([], () => noteMailService(true, clock()));
  }

  async function sweepOnceADay(stopping: AbortSignal): Promise<void> {
    const leftMs = sweepAt - clock().getTime();
    // With more than a day left, the clock was ahead when the time was set.
    if (leftMs > 0 && leftMs <= sweepEveryMs) return;
    sweepAt = clock().getTime() + sweepEveryMs;
    await sweepDeletedAccounts(needs, stopping);
  }

  async function choresNow(stopping: AbortSignal): Promise<Chores> {
    await clockWatch.ask(stopping);
    if (clockWatch.isTrusted(clockSilenceMs)) return chores;
    return Object.fromEntries(Object.entries(chores).filter(([name]) => !byTheClock.has(name)));
  }

  async function doEach(some: Chores, stopping: AbortSignal): Promise<void> {
    for (const [chore, work] of Object.entries(some)) {
      if (stopping.aborted) return;
      try {
        await work(stopping);
      } catch (error) {
        log.warn({ err: error, chore }, 'a chore of housekeeping failed and is done again next time');
      }
    }
  }

  const all: Chores = {
    ...ownChores,
    // By each process: the leader may be the one without a mail service.
    ...(mail && { 'letters that are owed': oweLettersAgain }),
    'chores for all processes': (stopping) =>
      ledger.asLeader('housekeeping', async () => doEach(await choresNow(stopping), stopping)),
  };
  return (stopping) => doEach(all, stopping);
}
