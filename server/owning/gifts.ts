// Gifts: paid orders whose unlocks belong to nobody until somebody opens the gift's claim link. The order stays the
// buyer's, with its price, its letters and its right of withdrawal; whoever opens the gift gets grants, and learns
// nothing of the order.

import { byAccount } from '#server/identity/cause.ts';
import { atAddressSince, type Leaving } from '#server/identity/leaving.ts';
import { flag, integer, nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, type Expression, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import { countLetterTo, uncountLetterTo } from '#server/outbox/address-letters.ts';
import { deliveryOf, type LetterState } from '#server/outbox/letter-states.ts';
import { dropLetters } from '#server/outbox/outbox.ts';
import type { Delivery } from '#shared/api/orders.ts';
import { productById } from '#shared/catalogue.ts';
import { shopDay } from '#shared/shop-day.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { giftLinkDays } from './claim-links.ts';
import { grantAdventures } from './grants.ts';

/** Most letters per gift, without those that nobody was sent. */
export const mostGiftLetters = 10;

const insert = command('INSERT INTO gifts (purchase_id, buyer_email) VALUES (?, ?)');
const cardShape = {
  recipient: nullable(text),
  sender: nullable(text),
  message: nullable(text),
  sendOn: nullable(text),
} as const;
/** The text of a gift's card, and the address and day of its letter. */
export type GiftCard = Row<typeof cardShape>;
/** SQL for the letters of a gift that count: all but those that were dropped before they were tried. */
const isCounted = `letters.purchase_id = gifts.purchase_id AND letters.kind = 'gift'
  AND NOT (letters.state = 'dropped' AND letters.tries = 0)`;
const giftShape = {
  ...cardShape,
  /** How many letters were written, with those that were replaced: the number of the newest. */
  letters: integer,
  /** How many of them count: one that was replaced or dropped before it was tried went to nobody. */
  countedLetters: integer,
} as const;
const ofPurchase = query(
  `SELECT recipient, sender, message, send_on, letters, (
     SELECT count(*) FROM letters WHERE ${isCounted}) AS counted_letters
   FROM gifts WHERE purchase_id = ?`,
  giftShape,
);
// What an operator takes back is the giver's again, to be sent to somebody else.
const isOpening = "coalesce(revoked_reason, '') <> 'operator'";
const openedAt = query(
  `SELECT min(granted_at) FROM grants WHERE purchase_id = ? AND ${isOpening}`,
  nullable(time),
);
// The link of a letter that had gone out when an operator took the gift back opens nothing any more.
const newestLetter = query(
  `SELECT state FROM letters WHERE purchase_id = ? AND kind = 'gift' AND NOT EXISTS (
     SELECT 1 FROM grants WHERE grants.purchase_id = letters.purchase_id
       AND revoked_reason = 'operator' AND revoked_at > letters.ended_at)
   ORDER BY id DESC LIMIT 1`,
  word<LetterState>(),
);

/** Stands for a recipient whose address was removed: nobody knows it any more, and the letter's link may still be there. */
const erasedRecipient = '';

/** A gift and its state. */
export interface Gift extends Row<typeof giftShape> {
  /** When somebody opened it; `null` while nobody has, and once an operator has taken all of it back. */
  openedAt: Date | null;
  /** The delivery state of its newest letter; `null` if none was written, or none is valid any more. */
  letter: Delivery | null;
}

const opened = query(`SELECT id FROM grants WHERE purchase_id = ? AND ${isOpening} ORDER BY id`, integer);
/** The numbers of the grants by which a gift is opened: once all of them are taken back, it is its giver's again. */
export const openingGrants = (purchaseId: number): Script<number[]> => opened.all(purchaseId);

/** Notes that an order is a gift, in the transaction that records it. */
export function* addGift(purchaseId: number, buyerEmail: string): Script<void> {
  yield* insert.run(purchaseId, buyerEmail);
}

/** The gift data of an order, or `null` for an order that the buyer keeps. */
export function* giftOf(purchaseId: number): Script<Gift | null> {
  const gift = yield* ofPurchase.get(purchaseId);
  if (!gift) return null;
  const state = (yield* newestLetter.get(purchaseId)) ?? 'dropped';
  return {
    ...gift,
    recipient: gift.recipient === erasedRecipient ? null : gift.recipient,
    openedAt: yield* openedAt.one(purchaseId),
    letter: state === 'dropped' ? null : deliveryOf(state),
  };
}

const cardsTo = query('SELECT {columns} FROM gifts WHERE recipient = ? ORDER BY purchase_id', cardShape);
/** The cards of the gifts for an address. */
export const giftsFor = (email: string | null): Script<GiftCard[]> => cardsTo.all(email);

/**
 * Whether a gift's letter goes, or went, to another person than the gift is for now.
 * @param recipient `null` for a card to print, which is for the same person, unless that one was erased since
 */
export function* isForAnother(purchaseId: number, recipient: string | null): Script<boolean> {
  const { recipient: known } = yield* ofPurchase.one(purchaseId);
  if (known === erasedRecipient) return true;
  return known !== null && recipient !== null && known !== recipient;
}

/** How many more letters a gift may have. */
export const lettersLeftOf = ({ countedLetters }: Pick<Gift, 'countedLetters'>): number =>
  Math.max(0, mostGiftLetters - countedLetters);

/** What the products of an order unlock, without duplicates. */
export function unlocksOf(lines: readonly { productId: string }[]): AdventureId[] {
  return [...new Set(lines.flatMap(({ productId }) => productById(productId)?.unlocks ?? []))];
}

/** Gives a gift's unlocks to the account that opened it; the caller must then withhold what its order's facts withhold. */
export function* openGift(
  purchaseId: number,
  lines: readonly { productId: string }[],
  accountId: string,
  at: Date,
): Script<void> {
  const grant = { accountId, email: null, purchaseId, grantedAt: at };
  yield* grantAdventures(
    'purchase',
    unlocksOf(lines).map((adventureId) => ({ ...grant, adventureId })),
    byAccount,
    at,
  );
}

const setCard = command(
  'UPDATE gifts SET recipient = ?, sender = ?, message = ?, send_on = ? WHERE purchase_id = ?',
);
const countLetter = query(
  'UPDATE gifts SET letters = letters + 1 WHERE purchase_id = ? RETURNING letters',
  integer,
);
const setWords = command(
  `UPDATE gifts SET sender = ?, message = ?, send_on = ?, recipient = CASE WHEN EXISTS (
     SELECT 1 FROM letters WHERE ${isCounted} AND letters.state <> 'refused') THEN nullif(recipient, '${erasedRecipient}') END
   WHERE purchase_id = ?`,
);
/**
 * Writes a gift's card. One without a recipient is printed, and its link stays as it is: the address of a letter that has, or may
 * have, gone out with it is kept, so that naming another one later ends the link ({@link isForAnother}).
 */
export function* writeCard(purchaseId: number, card: GiftCard): Script<void> {
  const { recipient, sender, message, sendOn } = card;
  if (recipient === null) yield* setWords.run(sender, message, sendOn, purchaseId);
  else yield* setCard.run(recipient, sender, message, sendOn, purchaseId);
}

/**
 * Counts a gift's letter, in a transaction that holds the locks of its address (`countLocks`).
 * @param replaces the gift's newest letter was never tried and is replaced by this one
 * @returns the letter's subject, or `null` when the address has reached its limit for that day
 */
export function* countGiftLetter(
  purchaseId: number,
  { recipient, sendOn: day, replaces }: { recipient: string; sendOn: string; replaces: boolean },
): Script<string | null> {
  const number = yield* countLetter.one(purchaseId);
  if (replaces) yield* uncountLetterTo('gift', `${purchaseId} ${number - 1}`);
  const subject = `${purchaseId} ${number}`;
  return (yield* countLetterTo({ kind: 'gift', subject, recipient, day })) ? subject : null;
}

const moveBuyer = command('UPDATE gifts SET buyer_email = ? WHERE purchase_id = ?');

/** The order moved to another address of its buyer. @returns whether it is a gift at all */
export function* moveGiftOrder(purchaseId: number, buyerEmail: string): Script<boolean> {
  return (yield* moveBuyer.run(buyerEmail, purchaseId)) > 0;
}

const orErased = `CASE WHEN recipient IS NULL THEN NULL ELSE '${erasedRecipient}' END`;
const eraseCard = `UPDATE gifts SET recipient = ${orErased}, sender = NULL, message = NULL`;
const eraseGiver = `${eraseCard}, buyer_email = NULL`;
const forgetCards = command(
  `${eraseGiver}
   WHERE (buyer_email = ? AND ${atAddressSince('gifts.purchase_id')} <= ?
       AND purchase_id IN (SELECT id FROM purchases WHERE account_id IS NULL))
     OR purchase_id IN (SELECT id FROM purchases WHERE account_id = ?)`,
);
const forgetRecipient = command(
  `${eraseCard}
   WHERE recipient = ? AND (SELECT recorded_at FROM purchases WHERE id = purchase_id) <= ?`,
);

/**
 * Removes an erased person from gifts: as the buyer, and as a letter's recipient, with the card's words, which speak of them.
 * The gift itself stays: the letter that an erased giver scheduled is sent on its day, without their name.
 * @returns how many gifts were theirs or for them
 */
export function* forgetInGifts({ accountId, email, until }: Leaving): Script<number> {
  const given = yield* forgetCards.run(email, until, accountId);
  return given + (yield* forgetRecipient.run(email, until));
}

/** How long the card of a gift is kept once it has served, in days: its buyer may still ask where it went. */
const cardKeptDays = 30;
/** What has served since then keeps its card. */
export const cardsKeptSince = (at: Date): Date => earlier(at, cardKeptDays * dayMs);
/**
 * Whether there is something left to forget of a row of `gifts`: of one whose giver was erased, only its letter. Gifts are never
 * bulk, so that those of a mass mailing need not be looked through.
 */
export const holdsCard: Expression = `(recipient <> '${erasedRecipient}' OR sender IS NOT NULL OR message IS NOT NULL
  OR gifts.purchase_id IN (SELECT waiting.purchase_id FROM letters AS waiting
    WHERE waiting.state = 'waiting' AND waiting.bulk = FALSE AND waiting.kind = 'gift'))`;
/** What is forgotten: the gift, and the number of its newest letter. */
const forgottenShape = { purchaseId: integer, letters: integer } as const;
// A printed card has the day on which it was written (`send_on`). Its link may not have been made yet, and would be good for a year
// from then. Other links are deleted 30 days after they are over; taking a gift back ends its links.
const forgetOld = query(
  `${eraseCard}
   WHERE ${holdsCard} AND (
     EXISTS (SELECT 1 FROM grants WHERE grants.purchase_id = gifts.purchase_id AND ${isOpening} AND granted_at <= ?)
     OR (send_on <= CASE WHEN EXISTS (SELECT 1 FROM grants WHERE grants.purchase_id = gifts.purchase_id) THEN ? ELSE ? END
       AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.purchase_id = gifts.purchase_id
         AND (granted_at > ? OR revoked_at > ?))
       AND NOT EXISTS (SELECT 1 FROM letters
         WHERE letters.purchase_id = gifts.purchase_id AND kind = 'gift' AND state = 'waiting')
       AND NOT EXISTS (SELECT 1 FROM claim_links JOIN purchases USING (checkout_session_id)
         WHERE purchases.id = gifts.purchase_id)))
   RETURNING {columns}`,
  forgottenShape,
);

/** Drops the letters of forgotten cards that still wait, which have the address as well, and what tells that address. */
function* dropLettersWith(cards: readonly Row<typeof forgottenShape>[], at: Date): Script<void> {
  for (const { purchaseId, letters } of cards) {
    yield* dropLetters(purchaseId, ['gift'], at);
    yield* uncountLetterTo('gift', `${purchaseId} ${letters}`);
  }
}

/**
 * Forgets the cards ({@link forgetCardOf}) of gifts that were opened a while ago, and of those that can be opened no more: the
 * last link is over, by itself or because an operator took the gift back, and no new card was written since.
 */
export function* forgetOldCards(at: Date): Script<void> {
  const since = cardsKeptSince(at);
  const linkMadeSince = earlier(since, giftLinkDays * dayMs);
  const cards = yield* forgetOld.all(since, shopDay(since), shopDay(linkMadeSince), since, since);
  yield* dropLettersWith(cards, at);
}

const eraseGiverOf = command(`${eraseGiver} WHERE purchase_id = ?`);
const eraseCardOf = query(`${eraseCard} WHERE purchase_id = ? RETURNING {columns}`, forgottenShape);
/** Whether the address to which the letter of a row of `gifts` went is not known any more. */
export const isForgottenRecipient: Expression = `gifts.recipient = '${erasedRecipient}'`;
const withForgotten = query(`SELECT 1 FROM gifts WHERE purchase_id = ? AND ${isForgottenRecipient}`, flag);
/** Whether a gift's letter was for an address that is not known any more, and its giver has chosen no other way since. */
export function* isRecipientForgotten(purchaseId: number): Script<boolean> {
  return (yield* withForgotten.get(purchaseId)) !== undefined;
}

/** Removes the buyer of an order from its gift, with the card. @returns whether it is a gift at all */
export function* forgetGiver(purchaseId: number): Script<boolean> {
  return (yield* eraseGiverOf.run(purchaseId)) > 0;
}

/** Forgets a card: removes the address to which the letter of a gift goes, and the words, and drops that letter if it waits. */
export function* forgetCardOf(purchaseId: number, at: Date): Script<void> {
  yield* dropLettersWith(yield* eraseCardOf.all(purchaseId), at);
}
