// The letter about a refund.

import { asPaid } from '#server/buying/charged.ts';
import { type DerivedOrder, deriveRecorded, keptLines } from '#server/buying/order-facts.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
import type { RefundFact } from '#server/buying/refunds-and-disputes.ts';
import { covers } from '#server/claiming/redeem-code.ts';
import { productById } from '#shared/catalogue.ts';
import { shopDayInWords } from '#shared/day-in-words.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { closing, type Desk, type Letter, list } from './letter.ts';
import { linkToOrder, titleOf, titlesOf } from './order-parts.ts';

/** A refund was made. @param elsewhere the adventures that the buyer has in other ways */
export function refundMade(
  order: RecordedOrder,
  refund: RefundFact,
  desk: Desk,
  elsewhere: readonly string[],
): Letter {
  const derived = deriveRecorded(order);
  const bought = order.purchase.lines.map(({ productId }) => productId);
  // All is given back as well by the last of several parts.
  const isWhole = derived.standing === 'refunded' || derived.standing === 'reversed';
  const givenBack = isWhole ? bought : bought.filter((id) => refund.productIds.includes(id));
  // Nothing stays of an order that was withdrawn from, or whose unlocks ended, for example with their account.
  const isKept = !desk.obstacle && holdsMoney(derived.standing);
  const amount = asPaid(order.purchase, refund.amountOre);
  const day = shopDayInWords(order.purchase.paidAt);
  // Whoever has bought more than once has to know which order it is, also where the money is for none of its products.
  const whichOrder =
    givenBack.length > 0 ? `your order of ${day}` : `your order for ${titlesOf(bought)}, of ${day},`;
  const { withdrawal } = order;
  const isWithdrawn = givenBack.some((id) => withdrawal?.productIds.includes(id));
  return {
    subject: `We are paying you back ${amount}`,
    parts: [
      `${amount} of ${whichOrder} is on its way back to you, by the means you paid with. A bank may take some days over it; if you paid shortly before, it may take the payment off your statement instead.`,
      ...(givenBack.length > 0 ? [list(givenBack.map(titleOf))] : []),
      ...(withdrawal && isWithdrawn ? [`This answers your withdrawal ${withdrawal.reference}.`] : []),
      ...(givenBack.length > 0
        ? [whatIsLocked(order, derived, givenBack, elsewhere)]
        : isKept
          ? [whatStays(order)]
          : []),
      linkToOrder(order, desk),
      ...closing(desk),
    ],
  };
}

/** What becomes of the products whose money goes back. */
function whatIsLocked(
  order: RecordedOrder,
  { withheld }: DerivedOrder,
  givenBack: readonly string[],
  elsewhere: readonly string[],
): string {
  const { gift, purchase } = order;
  if (gift && (givenBack.length === purchase.lines.length || keptLines(order).length === 0)) {
    return 'With the money, the gift is void: its link opens this no more, and where it was opened, this is locked again.';
  }
  // What the giver has does not unlock anything for whoever opens the gift.
  const isLost = (adventureId: string) =>
    withheld(adventureId) !== null && (gift !== null || !covers(elsewhere, [adventureId]));
  // What a product that left the catalogue unlocks is not known.
  const lost = givenBack.flatMap((id) => productById(id)?.unlocks.map(isLost) ?? [true]);
  if (gift) {
    if (lost.every((is) => is))
      return 'With the money, this is taken out of the gift, and where it was opened, this is locked again. The rest of the gift stays as it is.';
    return lost.some((is) => is)
      ? 'With the money, this is taken out of the gift, except for what the rest of it unlocks as well.'
      : 'The rest of the gift unlocks this as well, so the gift opens the same as before.';
  }
  return lost.some((is) => is)
    ? 'With the money, this is locked again in the app, unless you have it in another way as well.'
    : 'You have this in another way as well, so it stays unlocked.';
}

/** What stays when a part of the money goes back that names no product. */
function whatStays(order: RecordedOrder): string {
  const isAll = keptLines(order).length === order.purchase.lines.length;
  if (order.gift) return isAll ? 'The gift stays as it is.' : 'The rest of the gift stays as it is.';
  return isAll ? 'What you bought stays unlocked.' : 'The rest of what you bought stays unlocked.';
}
