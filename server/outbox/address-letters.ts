// How many letters of a kind go on a day to an address that may not have asked for them.

import { hash } from 'node:crypto';
import { addressLock } from '#server/ledger/locks.ts';
import { integer } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { LetterKind } from './letter-kinds.ts';

/** Most letters of a kind per address and day, whoever causes them; an address with a tag counts as the one without. */
export const mostLettersToAddress = 5;

/** An address without its tag: many services put `anna+anything@example.com` into the mailbox of `anna@example.com`. */
const mailboxOf = (email: string) => email.replace(/(?<=.)\+[^@]*(?=@)/, '');
const digestOf = (mailbox: string) => hash('sha256', mailbox);

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
  `SELECT count(*) FROM address_letters
   WHERE recipient_hash = ? AND kind = ? AND day = ? AND subject <> ?`,
  integer,
);
const insert = command(
  `INSERT INTO address_letters (kind, subject, recipient_hash, day) VALUES (?, ?, ?, ?)
   ON CONFLICT (kind, subject) DO NOTHING`,
);
const forget = command('DELETE FROM address_letters WHERE kind = ? AND subject = ?');
const forgetAll = command('DELETE FROM address_letters WHERE recipient_hash IN (?*)');
const deleteOld = command('DELETE FROM address_letters WHERE day < ?');

/** The locks under which a letter to an address is counted: its own, and that of the address that it counts as. */
export const countLocks = (email: string): string[] => [
  ...new Set([email, mailboxOf(email)].map(addressLock)),
];

/**
 * Counts a letter to an address, once, in a transaction that holds its {@link countLocks}.
 * @returns whether it may be written: `false` when the address has reached its limit for that day
 */
export function* countLetterTo({ kind, subject, recipient, day }: CountedLetter): Script<boolean> {
  const recipientHash = digestOf(mailboxOf(recipient));
  if ((yield* others.one(recipientHash, kind, day, subject)) >= mostLettersToAddress) return false;
  yield* insert.run(kind, subject, recipientHash, day);
  return true;
}

/** Takes the count of a letter back that will not be sent. */
export const uncountLetterTo = (kind: LetterKind, subject: string): Script<number> =>
  forget.run(kind, subject);

/**
 * Removes the counts of an address whose owner is erased: it can be guessed from its digest. Until 30 November 2026 letters
 * counted under the address with its tag, and one of a gift may be for a day in 2027.
 */
export const forgetCountsOf = (email: string): Script<number> =>
  forgetAll.run([mailboxOf(email), email].map(digestOf));

/** @param today the shop's day, `YYYY-MM-DD`: counts of earlier days are deleted */
export const removeOldAddressLetters = (today: string): Script<number> => deleteOld.run(today);
