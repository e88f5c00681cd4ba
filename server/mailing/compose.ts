// Composes the mail of a letter in the outbox, from the data at the moment of sending.

import { hash } from 'node:crypto';
import { openAttention } from '#server/buying/attention.ts';
import { isBuyerErased } from '#server/buying/erased-orders.ts';
import { deriveRecorded } from '#server/buying/order-facts.ts';
import { findStanding, type Standing, unlockingLines } from '#server/buying/order-standing.ts';
import { findPurchase, purchasesOfAddress } from '#server/buying/purchases.ts';
import { isOnItsWayBack } from '#server/buying/refunds-and-disputes.ts';
import { unlockedOtherwise } from '#server/buying/repeated-orders.ts';
import { opensInOrder } from '#server/buying/withdrawal-right.ts';
import { integer, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import type { LetterKind, OrderLetterKind, OtherLetterKind } from '#server/outbox/letter-kinds.ts';
import { type HeldLetter, isStillWaiting } from '#server/outbox/outbox.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { claimLinkDays, claimLinkOf, giftLinkDays } from '#server/owning/claim-links.ts';
import { isRecipientForgotten } from '#server/owning/gifts.ts';
import type { Cipher } from '#server/runtime.ts';
import { paths } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import { accountDeleted, newDevice } from './letters/account-letters.ts';
import { giftLetter, giftUndelivered } from './letters/gift-letter.ts';
import type { Desk, Letter } from './letters/letter.ts';
import { dailySummary } from './letters/operator-letters.ts';
import {
  addressCorrected,
  orderConfirmation,
  orderLinks,
  orderMoved,
  paymentFailed,
  paymentProcessing,
  preOrderOut,
  preOrderPutOff,
  withdrawalAcknowledged,
  withdrawalDeclared,
} from './letters/order-letters.ts';
import { refundMade } from './letters/refund-letter.ts';
import { renderLetter } from './letters/render.ts';
import type { OutgoingMail } from './mail-transport.ts';
import { formerDayOf, releaseDayOf } from './release-letters.ts';

/** A letter's content and recipient. */
interface Composed {
  to: string;
  letter: Letter;
}

/**
 * The mail of a letter, or `null` when there is nothing to say any more. Call it in one snapshot.
 * @throws when data that the letter needs is missing, which is a bug
 */
export function* composeMail(held: HeldLetter, desk: Desk): Script<OutgoingMail | null> {
  const composed =
    held.purchaseId === null
      ? yield* composeWithoutOrder(held, desk)
      : yield* composeForOrder(held, held.purchaseId, desk);
  if (!composed) return null;
  return {
    messageId: messageIdOf(held, desk),
    to: composed.to,
    replyTo: desk.facts.email.support,
    ...renderLetter(composed.letter),
  };
}

/**
 * Always the same for the same letter, so that receivers recognise a duplicate. One that comes with another link is none: after a
 * restore the link of the first may be dead, and the second the only one that works.
 */
function messageIdOf({ kind, subject }: HeldLetter, { publicUrl, claimUrl }: Desk): string {
  const digest = (words: string, length: number) => hash('sha256', words).slice(0, length);
  const link = claimUrl === null ? '' : `.${digest(claimUrl, 16)}`;
  return `<${digest(`${kind} ${subject}`, 32)}${link}@${new URL(publicUrl).hostname}>`;
}

/** Letters that contain their order's claim link. */
const carriers: ReadonlySet<LetterKind> = new Set(['order-confirmation', 'address-corrected', 'gift']);

/**
 * Makes the script that creates or extends a letter's claim link. `null` for letters without one; when there is nothing
 * to claim, because somebody has it already or it was refunded; and when the letter was replaced after delivery started,
 * because a new link is only for the new recipient. Run it before {@link composeMail}.
 */
export function claimUrlFor(
  { id, kind, purchaseId }: HeldLetter,
  { publicUrl, now }: Pick<Desk, 'publicUrl' | 'now'>,
  cipher: Cipher,
): (() => Script<string | null>) | null {
  if (purchaseId === null || !carriers.has(kind)) return null;
  return function* () {
    const checkoutSessionId = yield* lockedPurchase.one(purchaseId);
    // Whatever replaces a letter locks the purchase too, so this cannot change until the link is made.
    if (!(yield* isStillWaiting(id))) return null;
    const found = yield* findStanding(checkoutSessionId);
    if (!found || found.error !== null || found.owners.length > 0) return null;
    // A gift's link is on the page of its order; the letter to the buyer may be seen by the recipient.
    const isGift = found.order.gift !== null;
    if (isGift !== (kind === 'gift')) return null;
    const days = isGift ? giftLinkDays : claimLinkDays;
    const { token } = yield* claimLinkOf(cipher, checkoutSessionId, now, days)();
    return `${publicUrl}${paths.open(token)}`;
  };
}

const lockedPurchase = query(
  'SELECT checkout_session_id FROM purchases WHERE id = ? FOR NO KEY UPDATE',
  text,
);
const sessionOfPurchase = query('SELECT checkout_session_id FROM purchases WHERE id = ?', text);

/**
 * The letters that are sent about an order whose buyer was erased: about money, which the buyer was told may still come, and to
 * the recipient of a gift. Others may be written, or sent again by an operator, after that.
 */
const toErased: ReadonlySet<LetterKind> = new Set<LetterKind>([
  'refund',
  'withdrawal-acknowledged',
  'withdrawal-declared',
  'gift',
]);

function* composeForOrder(held: HeldLetter, purchaseId: number, around: Desk): Script<Composed | null> {
  const checkoutSessionId = yield* sessionOfPurchase.one(purchaseId);
  const found = yield* findStanding(checkoutSessionId);
  if (!found) return null;
  if (!toErased.has(held.kind) && (yield* isBuyerErased(purchaseId))) return null;
  const { order, error: obstacle } = found;
  const desk: Desk = { ...around, obstacle };
  const to = order.purchase.email;
  const { withdrawal, refunds } = order;
  switch (held.kind) {
    case 'order-confirmation':
      return { to, letter: orderConfirmation(order, desk, held.details?.['invoiceUrl']) };
    case 'address-corrected':
      return { to, letter: addressCorrected(order, desk) };
    case 'gift': {
      // The gift was opened from the card, refunded, given to somebody else, or its recipient was erased meanwhile: then
      // nothing is sent. Whether it is sent later, says maySayItLater.
      const waits = obstacle === null && order.gift?.openedAt === null;
      if (!waits || !(yield* isStillWaiting(held.id)) || held.recipient === null || desk.claimUrl === null)
        return null;
      return { to: held.recipient, letter: giftLetter(whatIsGiven(found), desk.claimUrl, desk) };
    }
    case 'gift-undelivered': {
      const { gift } = order;
      // Its giver has sent it elsewhere or wants to print it, somebody has opened it, or it was given back meanwhile.
      if (obstacle !== null || gift?.openedAt !== null) return null;
      const isForgotten = yield* isRecipientForgotten(purchaseId);
      // A letter that was dropped because its recipient was erased is none any more, and neither is their address known.
      const waits = gift.letter === 'undelivered' || (gift.letter === null && isForgotten);
      if (!waits || (gift.recipient === null && !isForgotten)) return null;
      return { to, letter: giftUndelivered(whatIsGiven(found), gift.recipient, desk) };
    }
    case 'order-moved':
      return held.recipient === null ? null : { to: held.recipient, letter: orderMoved(desk) };
    case 'withdrawal-acknowledged':
      // An operator has found since that it was not the buyer's.
      if (withdrawal?.reference !== held.subject) return null;
      return { to: withdrawal.email, letter: withdrawalAcknowledged(withdrawal, order, desk) };
    case 'withdrawal-declared':
      // The address may have been corrected to the one that declared it.
      if (withdrawal?.reference !== held.subject || withdrawal.email === to) return null;
      return { to, letter: withdrawalDeclared(withdrawal, order, desk) };
    case 'refund': {
      const refund = refunds.find(({ id }) => id === held.subject);
      // The payment may have failed since, and then the money is not pending any more.
      if (!refund || !isOnItsWayBack(refund)) return null;
      return { to, letter: refundMade(order, refund, desk, yield* unlockedOtherwise(purchaseId)) };
    }
    case 'pre-order-out': {
      const kept = keptProducts(found, releaseDayOf(held));
      return kept.length > 0 ? { to, letter: preOrderOut(order, kept, desk) } : null;
    }
    case 'pre-order-put-off': {
      const days = { before: formerDayOf(held), now: releaseDayOf(held) };
      // It is out by now, or the day was put off once more.
      const kept = days.now > shopDay(desk.now) ? keptProducts(found, days.now) : [];
      return kept.length > 0 ? { to, letter: preOrderPutOff(order, kept, days, desk) } : null;
    }
    default:
      throw new Error(`A letter ${held.kind satisfies OtherLetterKind} is about no order`);
  }
}

/** The order of a gift, with only what refunds have left of it. */
const whatIsGiven = (found: Standing): Standing['order'] => ({
  ...found.order,
  purchase: { ...found.order.purchase, lines: unlockingLines(found) },
});

/**
 * Whether a letter with nothing to say now may have it later: while the bank looks into a payment, or a withdrawal counts whose
 * money has not gone back, nothing of the order is to be opened, so that there is no gift to send and no pre-order to be glad of.
 */
export function* maySayItLater({ purchaseId, kind }: HeldLetter): Script<boolean> {
  if (purchaseId === null) return false;
  const checkoutSessionId = yield* sessionOfPurchase.one(purchaseId);
  const found = yield* findStanding(checkoutSessionId);
  if (found?.error === 'order_withdrawn')
    return ofWhatIsUnlocked.has(kind) && !deriveRecorded(found.order).withdrawalPaidBack;
  return found?.error === 'order_disputed';
}

const ofWhatIsUnlocked: ReadonlySet<LetterKind> = new Set<LetterKind>([
  'gift',
  'gift-undelivered',
  'pre-order-out',
  'pre-order-put-off',
]);

/** The products whose day this is, and that their buyer still has and has not withdrawn from. */
function keptProducts(found: Standing, day: string): string[] {
  const withdrawn = found.order.withdrawal?.productIds ?? [];
  const kept = unlockingLines(found).map(({ productId }) => productId);
  return kept.filter((id) => opensInOrder(found.order, id, '') === day && !withdrawn.includes(id));
}

/** In one letter; who has bought more has an account, which lists them all. */
const mostOrderLinks = 50;

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const writtenAbout = query('SELECT count(*) FROM letters WHERE kind = ? AND subject = ?', integer);

function* composeWithoutOrder(
  { kind, subject, recipient, details, writtenAt }: HeldLetter,
  desk: Desk,
): Script<Composed | null> {
  // The recipient was erased meanwhile.
  if (recipient === null) return null;
  switch (kind) {
    case 'payment-processing':
    case 'payment-failed': {
      // The payment has settled after all, or is known to have failed by now.
      if (yield* findPurchase(subject)) return null;
      const hasFailed = (yield* writtenAbout.one('payment-failed' satisfies LetterKind, subject)) > 0;
      if (kind === 'payment-processing' && hasFailed) return null;
      const checkout = {
        checkoutSessionId: subject,
        productIds: textsIn(details?.['productIds']),
        amount: String(details?.['amount']),
        isGift: details?.['isGift'] === true,
      };
      const letter = kind === 'payment-failed' ? paymentFailed : paymentProcessing;
      return { to: recipient, letter: letter(checkout, desk) };
    }
    case 'order-links': {
      const purchases = yield* purchasesOfAddress(recipient, mostOrderLinks);
      return purchases.length > 0 ? { to: recipient, letter: orderLinks(purchases, desk) } : null;
    }
    case 'account-deleted':
      return { to: recipient, letter: accountDeleted(desk, details?.['hadAccount'] !== false) };
    case 'new-device':
      return { to: recipient, letter: newDevice(String(details?.['device']), writtenAt, desk) };
    case 'daily-summary': {
      const open = yield* openAttention();
      const { refused, dead, putOff } = yield* outboxFigures(desk.now);
      if (open.length + refused + dead + putOff === 0) return null;
      const byReason = [...Map.groupBy(open, ({ reason }) => reason)];
      const questions = byReason.map(([reason, orders]) => ({ reason, orders: orders.length }));
      return { to: recipient, letter: dailySummary({ questions, refused, dead, putOff }, desk) };
    }
    default:
      throw new Error(`A letter ${kind satisfies OrderLetterKind} needs its order`);
  }
}
