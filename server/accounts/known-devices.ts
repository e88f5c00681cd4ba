// Kinds of device that accounts have signed in on. A sign-in on a new kind sends a letter to the owner, so that a thief
// is noticed.

import type { Account } from '#server/identity/identity-provider.ts';
import { type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import { writeLetter } from '#server/outbox/outbox.ts';

/** How long a kind of device stays known after its last sign-in, in milliseconds: 180 days. */
const knownForMs = 180 * dayMs;

const shape = { device: text, lastSeenAt: time } as const;
/** A kind of device that an account has signed in on. */
export type KnownDevice = Row<typeof shape>;
const ofAccount = query(
  'SELECT {columns} FROM known_devices WHERE account_id = ? ORDER BY last_seen_at DESC, device COLLATE "C"',
  shape,
);
const see = command(
  `INSERT INTO known_devices (account_id, device, last_seen_at) VALUES (?, ?, ?)
   ON CONFLICT (account_id, device) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
);
const deleteByAccount = command('DELETE FROM known_devices WHERE account_id = ?');
const deleteOld = command('DELETE FROM known_devices WHERE last_seen_at <= ?');

/** A session that begins. */
interface NewSession {
  /** The letter's subject, so that there is one letter per session. */
  idHash: string;
  account: Account;
  device: string;
  createdAt: Date;
}

/**
 * Notes the kind of device of a new session, and writes to the account's verified address when that kind is new to the
 * account. An account's first device causes no letter: its owner has just signed up. Call it in the transaction that adds
 * the session.
 */
export function* noteDevice({ idHash, account, device, createdAt }: NewSession): Script<void> {
  const known = (yield* ofAccount.all(account.id)).map((row) => row.device);
  if (known.length > 0 && !known.includes(device) && account.emailVerified) {
    const letter = { kind: 'new-device', subject: idHash, recipient: account.email } as const;
    yield* writeLetter({ ...letter, happenedAt: createdAt, details: { device } }, createdAt);
  }
  yield* see.run(account.id, device, createdAt);
}

/** The kinds of device that an account has signed in on, most recent first. */
export const knownDevicesOf = (accountId: string): Script<KnownDevice[]> => ofAccount.all(accountId);

/** Deletes them with their account. */
export const forgetDevicesOf = (accountId: string): Script<number> => deleteByAccount.run(accountId);

/** Deletes those that were not seen for long. */
export const removeOldDevices = (at: Date): Script<number> => deleteOld.run(earlier(at, knownForMs));
