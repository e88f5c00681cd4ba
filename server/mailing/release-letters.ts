// Letters on the release day of a pre-order.

import type { Ledger } from '#server/ledger/ledger.ts';
import { integer, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { catalogue } from '#shared/catalogue.ts';
import { opensOn } from '#shared/release-days.ts';
import { shopDay } from '#shared/shop-day.ts';
import { startOfShopDay } from '#shared/shop-days.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** For how many days after a release letters are still written, in case of an outage. */
const lookBackDays = 7;
/** Letters per transaction, so that buyers who pay meanwhile can write in between. */
const atOnce = 200;

const sold = query(
  `SELECT DISTINCT purchases.id, checkout_session_id
   FROM purchases JOIN purchase_lines ON purchase_lines.purchase_id = purchases.id
   WHERE product_id IN (?*) AND paid_at < ? AND purchases.id > ?
     AND NOT EXISTS (SELECT 1 FROM gifts WHERE gifts.purchase_id = purchases.id) ORDER BY purchases.id LIMIT ?`,
  { id: integer, checkoutSessionId: text },
);

/**
 * Writes to the buyers of pre-orders (not gifts) that were released in the last days, one letter per order and day.
 * Called from time to time; idempotent.
 */
export async function writeReleaseLetters(ledger: Ledger, at: Date): Promise<void> {
  for (const [day, productIds] of recentReleases(at)) {
    const happenedAt = startOfShopDay(day);
    for (let after = 0, isMore = true; isMore; ) {
      const from = after;
      after = await ledger.write([], function* () {
        const orders = yield* sold.all(productIds, happenedAt, from, atOnce);
        for (const { id, checkoutSessionId } of orders) {
          const subject = `${checkoutSessionId} ${day}`;
          const letter = { kind: 'pre-order-out', subject, purchaseId: id, happenedAt } as const;
          yield* writeLetter({ ...letter, bulk: true }, at);
        }
        return orders.at(-1)?.id ?? from;
      });
      isMore = after > from;
    }
  }
}

/**
 * The day that the letter of a release is about, from its subject, so that it is known even when the letter is sent again
 * long after the outbox has deleted its details.
 */
export const releaseDayOf = ({ subject }: { subject: string }): string => subject.split(' ').at(-1) ?? '';

/** The products released in the last days, by day. */
function recentReleases(at: Date): Map<string, string[]> {
  const today = shopDay(at);
  const earliest = shopDay(new Date(at.getTime() - lookBackDays * dayMs));
  const releases = new Map<string, string[]>();
  for (const product of catalogue) {
    const day = opensOn(product, '');
    if (day === null || day > today || day < earliest) continue;
    releases.set(day, [...(releases.get(day) ?? []), product.id]);
  }
  return releases;
}
