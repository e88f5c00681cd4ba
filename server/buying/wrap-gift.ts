// A gift's card and letter: recipient, day of delivery, words.

import type { Script } from '#server/ledger/script.ts';
import { countLocks } from '#server/outbox/address-letters.ts';
import { mailService } from '#server/outbox/mail-service.ts';
import { dropLetters, removeUntriedLetters, writeLetter } from '#server/outbox/outbox.ts';
import { endClaimLinksOf } from '#server/owning/claim-links.ts';
import {
  countGiftLetter,
  type Gift,
  type GiftCard,
  isForAnother,
  lettersLeftOf,
  writeCard,
} from '#server/owning/gifts.ts';
import { Refusal } from '#server/refusal.ts';
import type { GiftWrapping, Order } from '#shared/api/orders.ts';
import { isGiftDay } from '#shared/gift-day.ts';
import { plainLine, plainText } from '#shared/gift-words.ts';
import { holdsLink } from '#shared/holds-link.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { shopDay } from '#shared/shop-day.ts';
import { hourOfShopDay } from '#shared/shop-days.ts';
import { findStanding } from './order-standing.ts';
import { type OrderStatusNeeds, orderStatus } from './order-status.ts';
import { orderNotFound, requireBuyer, type Viewer } from './order-viewer.ts';
import { lockPurchase } from './purchases.ts';

/** Letters of later days are sent from this hour on, in the shop's time zone. */
export const letterHour = 8;

/**
 * Writes the card of a gift for its buyer, and schedules its letter: at once, or on a later day from 08:00 in the shop's
 * time zone. It may be repeated until somebody has opened the gift: an unsent letter is replaced, or called off by a card
 * without a recipient, and a new address ends the link that the first one was sent. If the same card is sent again because
 * its answer was lost, no second letter is written.
 * @returns the order, as the buyer sees it now
 * @throws {Refusal} `order_not_found`, `forbidden` for anybody but the buyer, `invalid_email`, `invalid_request` for a
 * day that is over or too far away, `text_has_links`, `gift_not_possible` when there is nothing to give,
 * `gift_letters_used_up`
 * @throws {PaymentProviderUnavailable} when the order is not recorded yet and cannot be looked up
 */
export async function wrapGift(
  needs: OrderStatusNeeds,
  checkoutSessionId: string,
  wrapping: GiftWrapping,
  viewer: Viewer,
): Promise<Order> {
  const { ledger, clock, log } = needs;
  const at = clock();
  const card = checkedCard(wrapping, at);
  // Looking at a paid order records it, if the webhook has not come yet.
  if (!(await orderStatus(needs, checkoutSessionId, viewer))) throw orderNotFound();
  const locks = card.recipient === null ? [] : countLocks(card.recipient);
  await ledger.write(locks, function* () {
    const row = yield* lockPurchase(checkoutSessionId);
    const found = row && (yield* findStanding(checkoutSessionId));
    if (!row || !found) throw new Refusal('gift_not_possible', 'The money for this order is not here yet.');
    const { gift, purchase } = found.order;
    yield* requireBuyer(viewer, purchase, at);
    if (gift === null || found.error !== null || gift.openedAt !== null) {
      throw new Refusal('gift_not_possible', 'There is nothing in this order to give away now.');
    }
    if (isWrittenAlready(gift, card, wrapping)) return;
    // However often a card is written anew, what nobody was sent counts for nothing.
    const replaces = (yield* removeUntriedLetters(row.id, 'gift')) > 0;
    yield* dropLetters(row.id, ['gift'], at);
    const { recipient } = card;
    // The recipient of the first letter must not open what is now meant for somebody else.
    if (yield* isForAnother(row.id, recipient)) yield* endClaimLinksOf(checkoutSessionId, at);
    yield* writeCard(row.id, card);
    if (recipient !== null) yield* scheduleLetter(row.id, gift, { ...card, recipient, replaces }, at);
  });
  log.info({ checkoutSession: checkoutSessionId, byLetter: card.recipient !== null }, 'a gift was wrapped');
  const order = await orderStatus(needs, checkoutSessionId, viewer);
  if (!order) throw orderNotFound();
  return order;
}

/** Whether exactly this card was written, with its letter, after its buyer saw this number of letters. */
function isWrittenAlready(gift: Gift, card: GiftCard, { sendOn, lettersWritten }: GiftWrapping): boolean {
  if (lettersWritten === undefined || lettersWritten >= gift.letters || gift.letter === null) return false;
  // The day as it was asked for: the first attempt may have been before midnight.
  if (gift.sendOn !== card.sendOn && gift.sendOn !== sendOn) return false;
  const parts = ['recipient', 'sender', 'message'] as const;
  return parts.every((part) => card[part] === gift[part]);
}

/**
 * Writes the letter of a gift, at once or for its day.
 * @param letter `sendOn`: the shop's day, `YYYY-MM-DD`; `replaces`: it takes the place of one that nobody was sent
 * @throws {Refusal} `gift_not_possible` where the shop sends no mail, `gift_letters_used_up`
 */
function* scheduleLetter(
  purchaseId: number,
  gift: Gift,
  { recipient, sendOn, replaces }: { recipient: string; sendOn: string; replaces: boolean },
  at: Date,
): Script<void> {
  if ((yield* mailService()).owedSince === null) {
    throw new Refusal('gift_not_possible', 'This shop sends no mail: print the card.', 'recipient');
  }
  const usedUp = (detail: string) => new Refusal('gift_letters_used_up', detail, 'recipient');
  if (!replaces && lettersLeftOf(gift) === 0)
    throw usedUp('This gift has had all its letters: print the card.');
  const subject = yield* countGiftLetter(purchaseId, { recipient, sendOn, replaces });
  if (subject === null)
    throw usedUp('This address gets enough gifts on that day: choose another day, or print the card.');
  const letter = { kind: 'gift', subject, purchaseId, recipient } as const;
  // Today means at once, even before the hour at which letters of other days are sent.
  const dueAt = sendOn === shopDay(at) ? at : hourOfShopDay(sendOn, letterHour);
  yield* writeLetter({ ...letter, happenedAt: at, dueAt }, at);
}

/** The card as it is kept. @throws {Refusal} `invalid_email`, `invalid_request` for its day, `text_has_links` */
function checkedCard({ recipient, sendOn, sender = '', message = '' }: GiftWrapping, at: Date) {
  const email = recipient === null ? null : normaliseEmail(recipient);
  if (email !== null && !isEmail(email))
    throw new Refusal('invalid_email', inputMessages.emailInvalid, 'recipient');
  const today = shopDay(at);
  if (sendOn !== undefined && !isGiftDay(sendOn, today)) {
    throw new Refusal('invalid_request', 'Choose a day from today on, within a year.', 'sendOn');
  }
  const on = sendOn !== undefined && sendOn > today ? sendOn : today;
  const words = { sender: plainLine(sender), message: plainText(message) };
  for (const [field, text] of Object.entries(words)) {
    if (!holdsLink(text)) continue;
    throw new Refusal(
      'text_has_links',
      'Write it without links, addresses and telephone numbers, and put a space after each full stop and colon.',
      field,
    );
  }
  return {
    recipient: email,
    sendOn: on,
    sender: words.sender || null,
    message: words.message || null,
  };
}
