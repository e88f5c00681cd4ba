// The outbox: letters are written in the transaction of their cause, and delivered later (deliver.ts).

import { atAddressSince, type Leaving } from '#server/identity/leaving.ts';
import { flag, integer, jsonObject, nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import type { Delivery } from '#shared/api/orders.ts';
import type { LetterKind } from './letter-kinds.ts';
import { deliveryOf, type LetterState } from './letter-states.ts';

/** A letter to be written. */
interface NewLetter {
  kind: LetterKind;
  /** What it is about; one letter per kind and subject, however often it is written (idempotency key). */
  subject: string;
  /** When its cause happened. Causes from before there was a mail service make no letter. */
  happenedAt: Date;
  /** The order whose address it goes to. */
  purchaseId?: number;
  /** The recipient, if there is no order. */
  recipient?: string;
  /** Data for its text that the database will not have later. */
  details?: Readonly<Record<string, unknown>>;
  /** One of very many at once, or that anybody can cause without paying: all others are sent first. */
  bulk?: boolean;
  /** Not to be sent before this time; at once when left out. */
  dueAt?: Date;
  /**
   * Not to be written while one of its kind waits to go to the same recipient: that one says the same, because its text is made
   * when it is sent.
   */
  unlessOneWaits?: boolean;
}

// Without a mail service no letters are stored for later either: nobody wants a letter in a year about today's purchase.
const insert = command(
  `INSERT INTO letters (kind, subject, purchase_id, recipient, details, state, bulk, written_at, due_at, tries)
   SELECT ?, ?, ?, ?, ?, 'waiting', ?, ?, ?, 0 WHERE EXISTS (SELECT 1 FROM mail_service WHERE owed_since <= ?)
     AND (? = FALSE OR NOT EXISTS (SELECT 1 FROM letters WHERE recipient = ? AND kind = ? AND state = 'waiting'))
   ON CONFLICT (kind, subject) DO NOTHING`,
);

/** Writes a letter, if there is a mail service and it is not written yet. Call it in the transaction of its cause. */
export function* writeLetter(letter: NewLetter, at: Date): Script<void> {
  const { kind, subject, happenedAt, purchaseId = null, recipient = null, details, bulk = false } = letter;
  const { unlessOneWaits = false } = letter;
  const dueAt = letter.dueAt && letter.dueAt > at ? letter.dueAt : at;
  const kept = details === undefined ? null : JSON.stringify(details);
  // A letter for a later day counts as written on that day, because nobody waits for it before.
  yield* insert.run(
    ...[kind, subject, purchaseId, recipient, kept, bulk, dueAt, dueAt, happenedAt],
    ...[unlessOneWaits, recipient, kind],
  );
}

const heldShape = {
  id: integer,
  kind: word<LetterKind>(),
  subject: text,
  purchaseId: nullable(integer),
  recipient: nullable(text),
  details: nullable(jsonObject),
  bulk: flag,
  writtenAt: time,
  /** Number of attempts, including this one. */
  tries: integer,
} as const;
/** A letter that this process is to send. */
export type HeldLetter = Row<typeof heldShape>;

const due = query(
  `SELECT {columns} FROM letters
   WHERE state = 'waiting' AND due_at <= ? AND (held_until IS NULL OR held_until <= ?) AND (? = TRUE OR kind <> 'gift')
   ORDER BY bulk, due_at, id LIMIT ?`,
  heldShape,
);
/** Whether there is a letter that could be sent now. @param withGifts whether those of gifts count */
export function* isAnyDue(at: Date, withGifts: boolean): Script<boolean> {
  return (yield* due.all(at, at, withGifts, 1)).length > 0;
}

const hold = command('UPDATE letters SET held_until = ?, tries = tries + 1 WHERE id IN (?*)');

/**
 * Takes letters that are due, individual ones before mass mailings, and holds them.
 * @param until when another process may take them, because this one must have ended
 * @param withGifts whether letters of gifts are taken
 */
export function* takeLetters(most: number, at: Date, until: Date, withGifts: boolean): Script<HeldLetter[]> {
  const letters = yield* due.all(at, at, withGifts, most);
  if (letters.length === 0) return [];
  yield* hold.run(
    until,
    letters.map(({ id }) => id),
  );
  return letters.map((letter) => ({ ...letter, tries: letter.tries + 1 }));
}

const letGoAll = command(
  "UPDATE letters SET held_until = NULL WHERE state = 'waiting' AND held_until IS NOT NULL",
);
const putBack = command(
  "UPDATE letters SET held_until = NULL, tries = tries - 1, due_at = ? WHERE id = ? AND state = 'waiting'",
);
const defer = command(
  `UPDATE letters SET held_until = NULL, tries = tries - 1, written_at = ?, due_at = ?
   WHERE id = ? AND state = 'waiting'`,
);
const postpone = command(
  "UPDATE letters SET held_until = NULL, due_at = ?, fault = ? WHERE id = ? AND state = 'waiting'",
);
/** What every ended letter loses: its address and its details. */
const forgetting = 'held_until = NULL, recipient = NULL, details = NULL';
const drop = `UPDATE letters SET state = 'dropped', ended_at = ?, ${forgetting} WHERE state = 'waiting'`;
const end = command(
  `UPDATE letters SET state = ?, ended_at = ?, fault = ?, ${forgetting}
   WHERE id = ? AND (state = 'waiting' OR state = 'dropped')`,
);

/** Releases all letters held by a process that is known to have ended. */
export const letGoOfLetters = (): Script<number> => letGoAll.run();

/**
 * Puts a letter back that could not be tried, because the mail service does not answer or the database failed.
 * @param dueAt when it is taken again, after those that are due before
 */
export const putLetterBack = (id: number, dueAt: Date): Script<number> => putBack.run(dueAt, id);

/** Keeps a letter that cannot be sent yet for a later time. As with one for a later day, nobody waits for it before. */
export const deferLetter = (id: number, until: Date): Script<number> => defer.run(until, until, id);

/** @param fault the mail service's answer, as codes */
export const postponeLetter = (id: number, until: Date, fault: string): Script<number> =>
  postpone.run(until, fault, id);

/**
 * Stores a letter's final state, and deletes its address and details. One that was dropped while it was being sent counts
 * as sent.
 */
export const endLetter = (
  id: number,
  state: Exclude<LetterState, 'waiting'>,
  fault: string | null,
  at: Date,
): Script<number> => end.run(state, at, fault, id);

const waiting = query("SELECT 1 FROM letters WHERE id = ? AND state = 'waiting'", flag);
/** Whether a letter that delivery has picked is still to be sent: a newer one may have replaced it meanwhile. */
export function* isStillWaiting(id: number): Script<boolean> {
  return (yield* waiting.get(id)) !== undefined;
}

const dropOfPurchase = command(`${drop} AND purchase_id = ? AND kind IN (?*)`);

/** Drops letters of an order that newer ones replace. One that delivery holds at this moment may go out all the same. */
export const dropLetters = (purchaseId: number, kinds: readonly LetterKind[], at: Date): Script<number> =>
  dropOfPurchase.run(at, purchaseId, kinds);

const removeUntried = command(
  "DELETE FROM letters WHERE purchase_id = ? AND kind = ? AND state = 'waiting' AND tries = 0",
);
/** Removes waiting letters of an order that were never tried, as if they had not been written. @returns how many */
export const removeUntriedLetters = (purchaseId: number, kind: LetterKind): Script<number> =>
  removeUntried.run(purchaseId, kind);

// Letters with gifts the buyer gave are still sent, and so is the acknowledgement of a withdrawal, which the law asks for
// (directive 2011/83/EU, article 11a).
const goesWithBuyer = "kind NOT IN ('gift', 'withdrawal-acknowledged')";
const dropOfBuyer = command(`${drop} AND purchase_id = ? AND ${goesWithBuyer}`);

/** Drops waiting letters of an order whose buyer is erased. */
export const dropLettersToBuyer = (purchaseId: number, at: Date): Script<number> =>
  dropOfBuyer.run(at, purchaseId);

/** Writes to the giver of a gift that one of its letters did not arrive, once for each letter. */
export const tellGiver = (
  { subject, purchaseId }: { subject: string; purchaseId: number },
  at: Date,
): Script<void> => writeLetter({ kind: 'gift-undelivered', subject, purchaseId, happenedAt: at }, at);

const dropGiftsTo = query(
  `${drop} AND kind = 'gift' AND recipient = ?
     AND (SELECT recorded_at FROM purchases WHERE purchases.id = purchase_id) <= ?
   RETURNING subject, purchase_id`,
  { subject: text, purchaseId: integer },
);
const dropOfOwner = command(
  `${drop} AND (
     (kind <> 'gift' AND recipient = ? AND written_at <= ?)
     OR (${goesWithBuyer} AND purchase_id IN (SELECT id FROM purchases WHERE account_id = ?
       OR (email = ? AND account_id IS NULL AND ${atAddressSince('purchases.id')} <= ?))))`,
);

/**
 * Drops waiting letters to somebody who is erased. Letters that are theirs only by the address are dropped if they were
 * written, or their order had that address, by `until`. The giver of a gift that was to go to them is told that it did not
 * arrive. What stays of letters only says that and when a letter about an order was sent, which belongs to the record of the
 * payment.
 * @returns how many
 */
export function* dropLettersTo({ accountId, email, until }: Leaving, at: Date): Script<number> {
  const gifts = yield* dropGiftsTo.all(at, email, until);
  for (const gift of gifts) yield* tellGiver(gift, at);
  // After that, because the giver may be the one who leaves.
  return gifts.length + (yield* dropOfOwner.run(at, email, until, accountId, email, until));
}

/** How long finished letters without an order are kept, and those that nothing sends, in milliseconds: 30 days. */
const keptMs = 30 * dayMs;
const dropStranded = command(
  `${drop} AND due_at <= ? AND NOT EXISTS (SELECT 1 FROM mail_service WHERE owed_since IS NOT NULL)`,
);

/**
 * Drops letters that have waited for 30 days past their day in a shop without a mail service: it was switched off and did not
 * come back, and their addresses would stay for ever.
 */
export const dropStrandedLetters = (at: Date): Script<number> => dropStranded.run(at, earlier(at, keptMs));

const removeEnded = command('DELETE FROM letters WHERE purchase_id IS NULL AND ended_at <= ?');

/** Deletes letters without an order 30 days after they ended. @returns how many */
export const removeOldLetters = (at: Date): Script<number> => removeEnded.run(earlier(at, keptMs));

const newestConfirmation = query(
  `SELECT {columns} FROM letters WHERE purchase_id = ? AND kind IN ('order-confirmation', 'address-corrected')
   ORDER BY state = 'dropped', written_at DESC, id DESC LIMIT 1`,
  { state: word<LetterState>(), endedAt: nullable(time) },
);

/** An order's confirmation, and when it was sent. */
export interface Confirmation {
  delivery: Delivery;
  sentAt: Date | null;
}

/**
 * An order's confirmation; `null` if none was written, as for orders from before there was a mail service.
 * After a correction of the address, only the letter to the corrected one counts: a stranger may have the other.
 */
export function* confirmationOf(purchaseId: number): Script<Confirmation | null> {
  const newest = yield* newestConfirmation.get(purchaseId);
  if (!newest) return null;
  const delivery = deliveryOf(newest.state);
  return { delivery, sentAt: delivery === 'sent' ? newest.endedAt : null };
}
