// The state of the outbox, for operators and metrics.

import { flag, integer, nullable, oneOf, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, type Expression, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import type { LetterKind } from './letter-kinds.ts';
import { letterStates, undeliveredStates } from './letter-states.ts';

const waitingLetters = query(
  `SELECT count(*) AS waiting, min(written_at) AS oldest,
     count(*) FILTER (WHERE fault IS NOT NULL AND written_at <= ?) AS put_off
   FROM letters WHERE state = 'waiting' AND written_at <= ?`,
  { waiting: integer, oldest: nullable(time), putOff: integer },
);
/** How long a letter may wait before it is worth a word, in milliseconds: most that are put off go out sooner. */
export const letterPatienceMs = 15 * 60 * 1000;
/**
 * SQL for letters to the address of their order. The others are the letter of a gift, whose giver may write another, the
 * one to the address that an order had before, and the acknowledgement of a withdrawal, which may name any address.
 */
export const isToItsOrder: Expression =
  "purchase_id IS NOT NULL AND kind NOT IN ('order-moved', 'gift', 'withdrawal-acknowledged')";
/** The address of a withdrawal stays with it, so its acknowledgement can be sent again as well. */
const mayGoAgain = "purchase_id IS NOT NULL AND kind NOT IN ('order-moved', 'gift')";
/** No newer letter has taken its place: the confirmation to a corrected address, or another letter of the gift. */
const isLast = `NOT EXISTS (SELECT 1 FROM letters AS newer
  WHERE newer.purchase_id = letters.purchase_id AND newer.id > letters.id
    AND ((newer.kind = 'gift' AND letters.kind = 'gift')
      OR (newer.kind = 'address-corrected' AND letters.kind IN ('order-confirmation', 'address-corrected'))))`;
// The states as words: only so SQLite sees that the index of such letters will do (letters_in_trouble).
const undelivered = query(
  `SELECT count(*) FILTER (WHERE state = 'refused') AS refused, count(*) FILTER (WHERE state = 'dead') AS dead
   FROM letters WHERE state IN ('refused', 'dead') AND ended_at > ? AND ${isLast}`,
  { refused: integer, dead: integer },
);
const troubledOfOrder = query(
  `SELECT count(*) FROM letters WHERE purchase_id = ? AND state IN ('refused', 'dead') AND ${isToItsOrder} AND ${isLast}`,
  integer,
);

/** How many letters to the address of an order were not delivered. */
export const countTroubledOf = (purchaseId: number): Script<number> => troubledOfOrder.one(purchaseId);

/** How long an undelivered letter is shown to operators, in milliseconds: 30 days. */
const shownMs = 30 * dayMs;
const shownSince = (at: Date): Date => earlier(at, shownMs);

/**
 * Counts of the outbox, without letters for a later day, and when the oldest was written (`null` without one); `putOff`
 * are those that the mail service puts off for longer than {@link letterPatienceMs}. Of undelivered ones, the last 30 days.
 */
export function* outboxFigures(at: Date) {
  const waiting = yield* waitingLetters.one(earlier(at, letterPatienceMs), at);
  return { ...waiting, ...(yield* undelivered.one(shownSince(at))) };
}

const putOffByFault = query(
  `SELECT fault, count(*) AS letters FROM letters
   WHERE state = 'waiting' AND written_at <= ? AND fault IS NOT NULL
   GROUP BY fault ORDER BY letters DESC, fault LIMIT 5`,
  { fault: text, letters: integer },
);

/** The answers with which the mail service has put off letters that wait, those of the most letters first, at most five. */
export const putOffLetters = (at: Date) => putOffByFault.all(at);

const troubled = query(
  `SELECT letters.id, kind, state, fault, ended_at, checkout_session_id, ${mayGoAgain} AS may_retry
   FROM letters LEFT JOIN purchases ON purchases.id = purchase_id
   WHERE state IN ('refused', 'dead') AND ended_at > ? AND ${isLast} ORDER BY ended_at DESC, letters.id DESC LIMIT 100`,
  {
    id: integer,
    kind: word<LetterKind>(),
    state: oneOf(undeliveredStates),
    fault: nullable(text),
    endedAt: time,
    checkoutSessionId: nullable(text),
    mayRetry: flag,
  },
);

/** Letters that were not delivered in the last 30 days, newest first, at most 100. */
export const lettersInTrouble = (at: Date) => troubled.all(shownSince(at));

const orderLetterShape = {
  kind: word<LetterKind>(),
  state: oneOf(letterStates),
  fault: nullable(text),
  writtenAt: time,
  endedAt: nullable(time),
} as const;
/** A letter as listed with its order. */
export type OrderLetter = Row<typeof orderLetterShape>;

const ofOrder = query(
  `SELECT {columns} FROM letters WHERE purchase_id = (SELECT id FROM purchases WHERE checkout_session_id = ?)
   ORDER BY id`,
  orderLetterShape,
);

/** The letters about an order, oldest first. */
export const lettersOfOrder = (checkoutSessionId: string): Script<OrderLetter[]> =>
  ofOrder.all(checkoutSessionId);

const toAddress = query(
  "SELECT {columns} FROM letters WHERE recipient = ? AND state = 'waiting' ORDER BY id",
  { kind: word<LetterKind>(), dueAt: time },
);

/** The letters that wait to go to an address, but for those that go to the address of their order. */
export const lettersWaitingFor = (email: string | null) => toAddress.all(email);

const scheduleAgain = (bulk: 'bulk' | 'TRUE') => `UPDATE letters
  SET state = 'waiting', ended_at = NULL, fault = NULL, written_at = ?, due_at = ?, tries = 0, bulk = ${bulk}
  WHERE state IN ('refused', 'dead') AND ${mayGoAgain}`;
const again = command(`${scheduleAgain('bulk')} AND id = ?`);
const allAgain = command(`${scheduleAgain('TRUE')} AND ended_at >= ? AND ${isLast}`);

/**
 * Schedules an undelivered letter again.
 * @returns false when that is not possible: it was delivered, is waiting, or its address is not known any more
 */
export function* sendAgain(id: number, at: Date): Script<boolean> {
  return (yield* again.run(at, at, id)) > 0;
}

/**
 * Schedules all letters again that have been undelivered since then, but for those that {@link sendAgain} does not take and
 * those that a newer one has replaced. There may be very many: what is written meanwhile goes before them. @returns how many
 */
export const sendAllAgain = (since: Date, at: Date): Script<number> => allAgain.run(at, at, since);
