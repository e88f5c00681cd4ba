import type { Delivery } from './api/orders.ts';
import { shopDay } from './shop-day.ts';

/** What operators see of a gift. */
export interface GiftStanding {
  /** When somebody opened it; `null` while nobody has. */
  openedAt: Date | string | null;
  /** The letter's recipient, masked. */
  recipient: string | null;
  sendOn: string | null;
  /** The state of its newest letter. */
  letter: Delivery | null;
}

/** What moving the order of a gift does, before an operator confirms it. */
export const movedGiftText =
  'This is a gift: only its giver\u2019s order moves, and the new address is told its price. The giver sends the gift elsewhere on the page of the order.';

/** Where a gift stands, and who has the next step, for operators. */
export function giftStandingText({ openedAt, recipient, sendOn, letter }: GiftStanding): string {
  if (openedAt !== null) return `opened on ${shopDay(new Date(openedAt))}`;
  const itsLetter = `not opened yet. Its letter to ${recipient ?? 'an address that was erased'}`;
  switch (letter) {
    case 'waiting':
      return `${itsLetter} waits in the outbox${sendOn === null ? '' : `; its day is ${sendOn}`}`;
    case 'sent':
      return `${itsLetter} has gone out. Its buyer can send another on the page of the order`;
    case 'undelivered':
      return `${itsLetter} did not arrive. Its buyer names another address on the page of the order`;
    default:
      return 'not opened yet, and not sent by mail. Its buyer sends it, or prints its card, on the page of the order';
  }
}
