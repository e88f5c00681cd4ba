// Undelivered letters, for operators: list and retry.

import { mailService } from '#server/outbox/mail-service.ts';
import {
  lettersInTrouble,
  outboxFigures,
  putOffLetters,
  sendAgain,
  sendAllAgain,
} from '#server/outbox/outbox-report.ts';
import { Refusal } from '#server/refusal.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import { checkedDay, checkedReason } from './checked-input.ts';
import { carryOut, lookUp, type OperatorNeeds } from './operator-action.ts';

/**
 * The state of the outbox and the mail service, and the letters of the last 30 days that were not delivered, newest first:
 * without addresses, which are with their orders.
 */
export function showMail(needs: OperatorNeeds) {
  const now = needs.clock();
  return lookUp(needs, 'letters.show', {}, function* () {
    const { owedSince, fault, faultSince } = yield* mailService();
    const { waiting, oldest } = yield* outboxFigures(now);
    return {
      isSetUp: owedSince !== null,
      fault,
      faultSince,
      waiting,
      oldest,
      putOff: yield* putOffLetters(now),
      trouble: yield* lettersInTrouble(now),
    };
  });
}

/**
 * Puts a letter into the outbox again; it is sent to its order's current address.
 * @throws {Refusal} `not_found` when there is no such letter, it was delivered, or is not to its order's address
 */
export async function retryLetter(
  needs: OperatorNeeds,
  id: number,
  why: string,
): Promise<{ letter: number }> {
  const about = { subject: `letter ${id}`, reason: checkedReason(why), details: {} };
  await carryOut(needs, 'letters.retry', about, [], function* ({ at }) {
    if (!(yield* sendAgain(id, at))) {
      throw new Refusal(
        'not_found',
        'No such letter can be sent again: "letters trouble" says which can. A new letter of a gift is its giver\'s to write, on the page of the order.',
      );
    }
  });
  return { letter: id };
}

/**
 * Puts all letters into the outbox again that have been undelivered since a day, as after a fault of the mail service; each is
 * sent to its order's current address.
 * @param since the first day, `YYYY-MM-DD`, in the shop's time zone
 * @returns how many
 * @throws {WrongDay} when that is no day @throws {Refusal} `not_found` when none of these days can be sent again
 */
export async function retryLetters(
  needs: OperatorNeeds,
  since: string,
  why: string,
): Promise<{ letters: number }> {
  const from = startOfShopDay(checkedDay(since, 'since'));
  const about = { subject: `letters since ${since}`, reason: checkedReason(why) };
  return carryOut(needs, 'letters.retry', about, [], function* (entry) {
    const letters = yield* sendAllAgain(from, entry.at);
    if (letters === 0) throw new Refusal('not_found', `No letter can be sent again of those since ${since}.`);
    entry.details = { letters };
    return { letters };
  });
}
