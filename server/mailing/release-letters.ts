// Letters on the day on which a pre-order comes out.

import type { Ledger } from '#server/ledger/ledger.ts';
import { integer, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { catalogue } from '#shared/catalogue.ts';
import { opensOn } from '#shared/release-days.ts';
import { shopDay } from '#shared/shop-day.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import { writeLetter } from './outbox.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** For how long after a release its letters are looked for, in days: an outage ends sooner. */
const lookBackDays = 7;
/** Letters that one transaction writes: buyers who pay meanwhile have their turn. */
const atOnce = 200;

const sold = query(
  `SELECT DISTINCT purchases.id, checkout_session_id
   FROM purchases JOIN purchase_lines ON purchase_lines.purchase_id = purchases.id
   WHERE product_id IN (?*) AND paid_at < ? AND purchases.id > ?
     AND NOT EXISTS (SELECT 1 FROM gifts WHERE gifts.purchase_id = purchases.id) ORDER BY purchases.id LIMIT ?`,
  { id: integer, checkoutSessionId: text },
);

/**
 * Writes to those who had bought ahead for themselves what has come out in the last days, a letter for each order and day. Called from time
 * to time; what is written already stays one letter.
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
          const letter = { kind: 'pre-order-out', subject, purchaseId: id, details: { productIds } } as const;
          yield* writeLetter({ ...letter, happenedAt, bulk: true }, at);
        }
        return orders.at(-1)?.id ?? from;
      });
      isMore = after > from;
    }
  }
}

/** The products that came out in the last days, by their day. */
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
