// The sessions table: browser sessions by the hash of the cookie's id, with the refresh token encrypted.

import { refuseErased } from '#server/identity/erased-accounts.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { accountLock } from '#server/ledger/locks.ts';
import { bytes, flag, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { noteDevice } from './known-devices.ts';

const shape = {
  idHash: text,
  accountId: text,
  username: text,
  email: text,
  emailVerified: flag,
  refreshTokenEncrypted: bytes,
  createdAt: time,
  expiresAt: time,
  /** To the hour, because it is written no more often. */
  lastUsedAt: time,
  device: text,
  /** What the identity service said about MFA; looked up for operators only. */
  hasSecondFactor: flag,
} as const;

/**
 * A stored browser session. The id itself is only in the cookie; here is its SHA-256, hexadecimal. `device` is the kind
 * of device in words.
 */
export interface StoredSession
  extends Omit<Row<typeof shape>, 'accountId' | 'username' | 'email' | 'emailVerified'> {
  account: Account;
}

const insert = command(
  `INSERT INTO sessions
     (id_hash, account_id, username, email, email_verified, refresh_token_encrypted, created_at, expires_at, last_used_at, device,
      has_second_factor)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const byHash = query('SELECT {columns} FROM sessions WHERE id_hash = ? AND expires_at > ?', shape);
const byAccount = query('SELECT {columns} FROM sessions WHERE account_id = ?', shape);
const currentOfAccount = query(
  'SELECT {columns} FROM sessions WHERE account_id = ? AND expires_at > ? ORDER BY last_used_at DESC, id_hash',
  shape,
);
const update = command(
  `UPDATE sessions SET username = ?, email = ?, email_verified = ?, refresh_token_encrypted = ?, expires_at = ?, last_used_at = ?,
     renewed_at = ?
   WHERE id_hash = ?`,
);
const use = command('UPDATE sessions SET last_used_at = ?, expires_at = ? WHERE id_hash = ?');
const setSecondFactor = command('UPDATE sessions SET has_second_factor = ? WHERE id_hash = ?');
const deleteWithToken = command('DELETE FROM sessions WHERE id_hash = ? AND refresh_token_encrypted = ?');
const deleteOneOf = query(
  'DELETE FROM sessions WHERE account_id = ? AND id_hash = ? RETURNING {columns}',
  shape,
);
const deleteByAccount = query('DELETE FROM sessions WHERE account_id = ? RETURNING {columns}', shape);
const deleteAllBut = command(
  `DELETE FROM sessions WHERE account_id = ? AND id_hash NOT IN (
     SELECT id_hash FROM sessions WHERE account_id = ? ORDER BY last_used_at DESC, created_at DESC, id_hash LIMIT ?)`,
);
const deleteExpired = command('DELETE FROM sessions WHERE expires_at <= ?');

/** The most sessions of an account: nobody has so many browsers, but a program may sign in again and again. */
const mostSessions = 50;

/**
 * Stores a new session, and the kind of its device. Above the limit, the least recently used sessions of the account end;
 * their refresh tokens are stored nowhere else.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export async function addSession(ledger: Ledger, session: StoredSession): Promise<void> {
  const { idHash, createdAt, expiresAt, lastUsedAt } = session;
  const { id, username, email, emailVerified } = session.account;
  await ledger.write([accountLock(id)], function* () {
    yield* refuseErased(id);
    yield* deleteAllBut.run(id, id, mostSessions - 1);
    yield* insert.run(
      ...[idHash, id, username, email, emailVerified, session.refreshTokenEncrypted],
      ...[createdAt, expiresAt, lastUsedAt, session.device, session.hasSecondFactor],
    );
    yield* noteDevice(session);
  });
}

/** The session with this hash; `null` when there is none or it has expired. */
export async function sessionByHash(ledger: Ledger, idHash: string, at: Date): Promise<StoredSession | null> {
  const row = await ledger.read(() => byHash.get(idHash, at));
  return row ? sessionOf(row) : null;
}

/** Stores the tokens of a refresh, and its time. @returns false when the session has ended meanwhile */
export async function updateSession(
  ledger: Ledger,
  session: StoredSession,
  renewedAt: Date,
): Promise<boolean> {
  const { idHash, account, refreshTokenEncrypted, expiresAt, lastUsedAt } = session;
  const { username, email, emailVerified } = account;
  const updated = await ledger.amend(() =>
    update.run(
      username,
      email,
      emailVerified,
      refreshTokenEncrypted,
      expiresAt,
      lastUsedAt,
      renewedAt,
      idHash,
    ),
  );
  return updated > 0;
}

const lastRenewal = query(
  'SELECT max(coalesce(renewed_at, created_at)) AS renewed_at FROM sessions WHERE account_id = ?',
  nullable(time),
);
/** When the identity service last issued tokens for a session of the account; `null` if it has no sessions. */
export const lastRenewalOf = (accountId: string): Script<Date | null> => lastRenewal.one(accountId);

const newest = query(
  `SELECT {columns} FROM sessions WHERE account_id = ?
   ORDER BY coalesce(renewed_at, created_at) DESC, id_hash LIMIT 1`,
  { email: text, emailVerified: flag },
);
/** The account's address as the identity service said last, if it was verified; `null` otherwise, and without a session. */
export function* verifiedAddressOf(accountId: string): Script<string | null> {
  const session = yield* newest.get(accountId);
  return session?.emailVerified ? session.email : null;
}

/** Notes that a session is used, and its new expiry. */
export async function writeUse(
  ledger: Ledger,
  { idHash, lastUsedAt, expiresAt }: Pick<StoredSession, 'idHash' | 'lastUsedAt' | 'expiresAt'>,
): Promise<void> {
  await ledger.amend(() => use.run(lastUsedAt, expiresAt, idHash));
}

/** Keeps what the identity service says of an account's second factor. */
export async function writeSecondFactor(ledger: Ledger, idHash: string, has: boolean): Promise<void> {
  await ledger.amend(() => setSecondFactor.run(has, idHash));
}

/** Removes a session that still has this refresh token. @returns false when it was refreshed, or ended, meanwhile */
export async function removeUnrenewed(
  ledger: Ledger,
  { idHash, refreshTokenEncrypted }: StoredSession,
): Promise<boolean> {
  return (await ledger.amend(() => deleteWithToken.run(idHash, refreshTokenEncrypted))) > 0;
}

/**
 * Removes one session of an account, never another account's.
 * @returns it, with the refresh token that it had at the end; nothing when it was over before
 */
export function* removeSessionOf(accountId: string, idHash: string): Script<StoredSession[]> {
  return (yield* deleteOneOf.all(accountId, idHash)).map(sessionOf);
}

/** All sessions of an account, expired ones among them. */
export async function sessionsOf(ledger: Ledger, accountId: string): Promise<StoredSession[]> {
  return (await ledger.read(() => byAccount.all(accountId))).map(sessionOf);
}

/** The sessions of an account that are not over, most recently used first. */
export function* currentSessionsOf(accountId: string, at: Date): Script<StoredSession[]> {
  return (yield* currentOfAccount.all(accountId, at)).map(sessionOf);
}

const hashOfEach = query('SELECT min(id_hash) FROM sessions WHERE expires_at > ? GROUP BY account_id', text);
/** The digest of one current session of each account. */
export const oneSessionOfEach = (at: Date): Script<string[]> => hashOfEach.all(at);

/** Removes all sessions of an account. @returns them, with the refresh tokens that they had at the end */
export function* removeSessionsOf(accountId: string): Script<StoredSession[]> {
  return (yield* deleteByAccount.all(accountId)).map(sessionOf);
}

/** Deletes sessions that are over. @returns how many */
export const removeExpiredSessions = (at: Date): Script<number> => deleteExpired.run(at);

function sessionOf({ accountId, username, email, emailVerified, ...row }: Row<typeof shape>): StoredSession {
  return { ...row, account: { id: accountId, username, email, emailVerified } };
}
