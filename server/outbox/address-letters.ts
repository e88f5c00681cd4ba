// How many letters of a kind go on a day to an address that may not have asked for them.

import { hash } from 'node:crypto';
import { integer } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { LetterKind } from './letter-kinds.ts';

/** Most letters of a kind per address and day, whoever causes them. */
export const mostLettersToAddress = 5;

const digestOf = (email: string) => hash('sha256', email);

/** A letter that is counted. */
interface CountedLetter {
  kind: LetterKind;
  subject: string;
  /** The normalised address. */
  recipient: string;
  /** The shop's day, `YYYY-MM-DD`. */
  day: string;
}

const others = query(
  `SELECT count(*) AS letters FROM address_letters
   WHERE recipient_hash = ? AND kind = ? AND day = ? AND subject <> ?`,
  { letters: integer },
);
const insert = command(
  `INSERT INTO address_letters (kind, subject, recipient_hash, day) VALUES (?, ?, ?, ?)
   ON CONFLICT (kind, subject) DO NOTHING`,
);
const forget = command('DELETE FROM address_letters WHERE kind = ? AND subject = ?');
const forgetAll = command('DELETE FROM address_letters WHERE recipient_hash = ?');
const deleteOld = command('DELETE FROM address_letters WHERE day < ?');

/**
 * Counts a letter to an address, once, in a transaction that holds the address's lock.
 * @returns whether it may be written: `false` when the address has reached its limit for that day
 */
export function* countLetterTo({ kind, subject, recipient, day }: CountedLetter): Script<boolean> {
  const recipientHash = digestOf(recipient);
  if ((yield* others.one(recipientHash, kind, day, subject)).letters >= mostLettersToAddress) return false;
  yield* insert.run(kind, subject, recipientHash, day);
  return true;
}

/** Takes the count of a letter back that will not be sent. */
export const uncountLetterTo = (kind: LetterKind, subject: string): Script<number> =>
  forget.run(kind, subject);

/** Removes the counts of an address whose owner is erased: it can be guessed from its digest. */
export const forgetCountsOf = (email: string): Script<number> => forgetAll.run(digestOf(email));

/** @param today the shop's day, `YYYY-MM-DD`: counts of earlier days are deleted */
export const removeOldAddressLetters = (today: string): Script<number> => deleteOld.run(today);
