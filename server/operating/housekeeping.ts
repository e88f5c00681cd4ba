// Housekeeping: deletes expired data, finishes interrupted deletions, writes the letters of the day.

import { sweepDeletedAccounts } from '#server/accounts/browser-session.ts';
import { type EraseAccountNeeds, finishErasures } from '#server/accounts/erase-account.ts';
import { removeOldDevices } from '#server/accounts/known-devices.ts';
import { removeExpiredSessions } from '#server/accounts/sessions.ts';
import { removeOldCheckouts } from '#server/buying/opened-checkouts.ts';
import { removeOldErasures } from '#server/identity/erased-accounts.ts';
import { writeDailySummary } from '#server/mailing/daily-summary.ts';
import { writePostponementLetters, writeReleaseLetters } from '#server/mailing/release-letters.ts';
import { removeOldLetters } from '#server/outbox/outbox.ts';
import { removeOldClaimLinks } from '#server/owning/claim-links.ts';
import { removeOldGiftLetters } from '#server/owning/gifts.ts';
import { shopDay } from '#shared/shop-day.ts';

/** Interval of housekeeping, in milliseconds. */
export const housekeepingEveryMs = 15 * 60 * 1000;
/** How often the identity service is asked whether accounts with sessions still exist, in milliseconds. */
const sweepEveryMs = 24 * 60 * 60 * 1000;

interface HousekeepingNeeds extends EraseAccountNeeds {
  /** Recipient of the daily summary; `null` for a shop without a mail service. */
  mail: { summaryTo: string | null } | null;
}

/**
 * The periodic work of a site: deletes expired data, writes the letters of the day, and finishes interrupted account
 * deletions. Only one process on the same database does it at a time (leader lock).
 * @returns a function for one round; it fails when the database or the identity service does, and the next round
 * continues
 */
export function createHousekeeping(needs: HousekeepingNeeds): () => Promise<void> {
  const { ledger, clock, mail } = needs;
  let sweepAt = clock().getTime() + housekeepingEveryMs;
  return async () => {
    await ledger.asLeader('housekeeping', async () => {
      await ledger.amend(() => removeExpiredSessions(clock()));
      await ledger.amend(() => removeOldDevices(clock()));
      await ledger.amend(() => removeOldErasures(clock()));
      await ledger.amend(() => removeOldCheckouts(clock()));
      await ledger.amend(() => removeOldClaimLinks(clock()));
      await ledger.amend(() => removeOldLetters(clock()));
      await ledger.amend(() => removeOldGiftLetters(shopDay(clock())));
      if (mail) {
        await writePostponementLetters(ledger, clock());
        await writeReleaseLetters(ledger, clock());
        if (mail.summaryTo !== null) await writeDailySummary(ledger, mail.summaryTo, clock());
      }
      await finishErasures(needs);
      if (clock().getTime() >= sweepAt) {
        sweepAt = clock().getTime() + sweepEveryMs;
        await sweepDeletedAccounts(needs);
      }
    });
  };
}
