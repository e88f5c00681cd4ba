import type { OrderStatus, OwnOrder } from '#shared/api/orders.ts';
import { shopDayInWords } from '#shared/day-in-words.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { asCharged } from '#shared/presentment.ts';
import { shopTime } from '#shared/shop-days.ts';

/** What an order is of, in a line. */
export function titlesText({ products }: Pick<OwnOrder, 'products'>): string {
  return products.map(({ title, returned }) => (returned ? `${title} (given back)` : title)).join(', ');
}

/** An order among others of the same person, which may be of the same product and day: the time is the shop's. */
export function orderText(order: Pick<OwnOrder, 'products' | 'paidAt'>): string {
  const time = shopTime(new Date(order.paidAt));
  return `${titlesText(order)}, bought on ${shopDayInWords(order.paidAt)} at ${time}, Swedish time`;
}

const standings: Readonly<Record<OrderStatus, (order: OwnOrder) => string>> = {
  paid: () => 'Paid',
  partly_refunded: (order) => `Paid, of which ${asCharged(order.refundedOre ?? 0, order)} went back to you`,
  refunded: (order) => `Refunded: ${asCharged(order.refundedOre ?? order.totalOre, order)}`,
  disputed: () => 'Your bank is looking into this payment. Until it has decided, what it unlocked is locked',
  reversed: () => 'Your bank has taken this payment back',
  processing: () => 'Your payment is on its way',
  open: () => 'Not paid yet',
  failed: () => 'The payment failed',
  expired: () => 'The payment page closed before anything was paid',
};

/** Whether an order is a gift that somebody can still open. */
export const isUnopenedGift = ({ gift, status, withdrawal }: OwnOrder): boolean =>
  gift?.openedAt === null && holdsMoney(status) && typeof withdrawal?.receivedAt !== 'string';

/** An order's status in words: the payment first, then the withdrawal, if any. */
export function orderStatusText(order: OwnOrder): string {
  const sentences = [standings[order.status](order)];
  if (order.paidBefore && holdsMoney(order.status)) {
    const offer = order.withdrawal?.receivedAt ? '' : ', and can have this payment back';
    sentences.push(`You have the same by your order of ${shopDayInWords(order.paidBefore.at)}${offer}`);
  }
  if (order.ended) sentences.push('Nothing of it is unlocked any more');
  const settled = order.status === 'refunded' || order.status === 'reversed';
  if (order.gift && !settled) {
    const { openedAt } = order.gift;
    sentences.push(
      openedAt === null
        ? 'It is a gift that nobody has opened yet: send it, or print its card, on the page of the order'
        : `It is a gift that was opened on ${shopDayInWords(openedAt)}`,
    );
  }
  if (order.withdrawal && !settled) {
    const { receivedAt, keepsSome, paidBack } = order.withdrawal;
    const comesBack = paidBack ? '' : ', and the money comes back within 14 days of that day';
    sentences.push(
      receivedAt === null
        ? 'You can still withdraw from this purchase'
        : `You withdrew ${keepsSome ? 'from a part of it ' : ''}on ${shopDayInWords(receivedAt)}${comesBack}`,
    );
  }
  return sentences.length === 1 ? (sentences[0] ?? '') : `${sentences.join('. ')}.`;
}
