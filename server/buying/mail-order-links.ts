// Mails the links of the orders of an address to it, for buyers who have lost their letters.

import { hash } from 'node:crypto';
import type { Ledger } from '#server/ledger/ledger.ts';
import { command, type Script } from '#server/ledger/script.ts';
import { mailService } from '#server/outbox/mail-service.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { Refusal } from '#server/refusal.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { shopDay } from '#shared/shop-day.ts';

/**
 * Writes the letter with the links of an address's orders: one a day of the shop, and none while the last one waits. Whether
 * there are orders is looked up only when it is sent, so that neither the answer nor its time tells a stranger who has bought
 * something. A letter without orders is not sent.
 * @throws {Refusal} `invalid_email`; `service_unavailable` when the shop writes no mail
 */
export async function mailOrderLinks(
  { ledger, clock }: { ledger: Ledger; clock: () => Date },
  typed: string,
): Promise<void> {
  const recipient = normaliseEmail(typed);
  if (!isEmail(recipient)) throw new Refusal('invalid_email', inputMessages.emailInvalid, 'email');
  const at = clock();
  const subject = `${digestOf(recipient)} ${shopDay(at)}`;
  await ledger.write([], function* () {
    if ((yield* mailService()).owedSince === null)
      throw new Refusal('service_unavailable', 'This shop sends no mail. Write to its support.');
    const letter = { kind: 'order-links', subject, recipient, happenedAt: at, bulk: true } as const;
    yield* writeLetter({ ...letter, unlessOneWaits: true }, at);
  });
}

/** Part of the letter's subject, which outlives the address. */
const digestOf = (email: string) => hash('sha256', email);
const forgetEnded = command(
  "DELETE FROM letters WHERE kind = 'order-links' AND subject LIKE ? AND state <> 'waiting'",
);

/** Removes the letters that went to an address whose owner is erased: an address can be guessed from its digest. */
export const forgetOrderLinks = (email: string): Script<number> => forgetEnded.run(`${digestOf(email)} %`);
