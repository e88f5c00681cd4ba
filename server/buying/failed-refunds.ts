// Refunds that failed: the buyer was told that the money is on its way, and has to get it in another way
// (docs.stripe.com/refunds#failed-refunds).

import { isOnItsWayBack, type KnownRefund } from './refunds-and-disputes.ts';

/**
 * The failed refunds of a payment whose money was not given anew since, in one refund or in parts. A refund stands in for
 * a failed one when it was made after that had failed and names no other products. If it fails as well, it is the one
 * that waits.
 * @param refunds all of one payment
 */
export function failedForGood(refunds: readonly KnownRefund[]): KnownRefund[] {
  const left = new Map(refunds.map((refund) => [refund, refund.amountOre]));
  const failed = refunds
    .filter(({ status }) => status === 'failed')
    .toSorted((a, b) => +failedAt(a) - +failedAt(b));
  return failed.filter((one) => {
    const anew = refunds.filter((other) => standsInFor(other, one)).toSorted(byTime);
    let missing = one.amountOre;
    const taken = new Map<KnownRefund, number>();
    for (const other of anew) {
      const part = Math.min(missing, left.get(other) ?? 0);
      taken.set(other, part);
      missing -= part;
    }
    if (missing > 0) return true;
    for (const [other, part] of taken) left.set(other, (left.get(other) ?? 0) - part);
    return false;
  });
}

const byTime = (one: KnownRefund, other: KnownRefund) => Number(one.countedAt) - Number(other.countedAt);
const failedAt = ({ reinstatedAt, asOf }: KnownRefund): Date => reinstatedAt ?? asOf;

function standsInFor(other: KnownRefund, failed: KnownRefund): boolean {
  const { status, countedAt, productIds } = other;
  if (countedAt === null || !(isOnItsWayBack(other) || status === 'failed')) return false;
  return countedAt > failedAt(failed) && productIds.every((id) => failed.productIds.includes(id));
}
