import type { StoredSession } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { endGrants } from './end-grants.ts';
import { isErased, noteErased, refuseErased } from './erased-accounts.ts';
import { accountLock, ownerLocks } from './locks.ts';

interface SessionRow {
  id_hash: string;
  account_id: string;
  username: string;
  email: string;
  email_verified: boolean;
  refresh_token_encrypted: Uint8Array;
  expires_at: Date;
}

type AccountMethods = Pick<
  Store,
  | 'addSession'
  | 'findSession'
  | 'updateSession'
  | 'removeSession'
  | 'sessionsOf'
  | 'removeExpiredSessions'
  | 'beginErasure'
  | 'pendingErasures'
  | 'abandonErasure'
  | 'completeErasure'
  | 'isErased'
  | 'removeOldErasures'
>;

/** Browser sessions, and the deletion of accounts. */
export function accountMethods(db: PostgresDatabase): AccountMethods {
  const emailOfErasure = async (queries: Queries, accountId: string) =>
    (
      await queries.get<{ email: string | null }>(
        'SELECT email FROM account_erasures WHERE account_id = $1',
        accountId,
      )
    )?.email ?? null;
  return {
    addSession: ({ idHash, account, refreshTokenEncrypted, expiresAt }, at) =>
      db.write([accountLock(account.id)], async (queries) => {
        await refuseErased(queries, account.id);
        await queries.run(
          `INSERT INTO sessions
             (id_hash, account_id, username, email, email_verified, refresh_token_encrypted, expires_at, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          ...[idHash, account.id, account.username, account.email, account.emailVerified],
          ...[bytes(refreshTokenEncrypted), expiresAt, at],
        );
      }),
    findSession: async (idHash, at) => {
      const row = await db.get<SessionRow>(
        'SELECT * FROM sessions WHERE id_hash = $1 AND expires_at > $2',
        ...[idHash, at],
      );
      return row ? sessionFromRow(row) : null;
    },
    updateSession: async ({ idHash, account, refreshTokenEncrypted }) => {
      await db.run(
        `UPDATE sessions SET username = $1, email = $2, email_verified = $3, refresh_token_encrypted = $4
         WHERE id_hash = $5`,
        ...[account.username, account.email, account.emailVerified, bytes(refreshTokenEncrypted), idHash],
      );
    },
    removeSession: async (idHash) => {
      await db.run('DELETE FROM sessions WHERE id_hash = $1', idHash);
    },
    sessionsOf: async (accountId) =>
      (await db.all<SessionRow>('SELECT * FROM sessions WHERE account_id = $1', accountId)).map(
        sessionFromRow,
      ),
    removeExpiredSessions: async (at) => {
      await db.run('DELETE FROM sessions WHERE expires_at <= $1', at);
    },
    beginErasure: ({ accountId, email, accessTokenEncrypted, requestedAt }) =>
      db.write([accountLock(accountId)], async (queries) => {
        await refuseErased(queries, accountId);
        await queries.run(
          `INSERT INTO account_erasures (account_id, email, access_token_encrypted, requested_at)
           VALUES ($1, $2, $3, $4) ON CONFLICT (account_id) DO NOTHING`,
          ...[accountId, email, bytes(accessTokenEncrypted), requestedAt],
        );
      }),
    pendingErasures: () =>
      db.all(
        `SELECT account_id AS "accountId", email, access_token_encrypted AS "accessTokenEncrypted",
           requested_at AS "requestedAt"
         FROM account_erasures ORDER BY requested_at`,
      ),
    abandonErasure: async (accountId) => {
      await db.run('DELETE FROM account_erasures WHERE account_id = $1', accountId);
    },
    async completeErasure(accountId, at) {
      const names = ownerLocks(accountId, await emailOfErasure(db, accountId));
      await db.write(names, async (queries) => {
        const email = await emailOfErasure(queries, accountId);
        const cause = { by: 'account', event: null } as const;
        await queries.run('DELETE FROM sessions WHERE account_id = $1', accountId);
        await queries.run('UPDATE redemptions SET account_id = NULL WHERE account_id = $1', accountId);
        await endGrants(queries, { accountId, email }, 'account_deleted', cause, at);
        await queries.run('UPDATE purchases SET account_id = NULL WHERE account_id = $1', accountId);
        await queries.run('DELETE FROM account_erasures WHERE account_id = $1', accountId);
        await noteErased(queries, accountId, at);
      });
    },
    isErased: (accountId) => isErased(db, accountId),
    removeOldErasures: async (at) => {
      await db.run('DELETE FROM erased_accounts WHERE kept_until <= $1', at);
    },
  };
}

/** The driver takes a `Buffer` for bytes, over the same memory. */
const bytes = (array: Uint8Array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

function sessionFromRow(row: SessionRow): StoredSession {
  return {
    idHash: row.id_hash,
    account: {
      id: row.account_id,
      username: row.username,
      email: row.email,
      emailVerified: row.email_verified,
    },
    refreshTokenEncrypted: row.refresh_token_encrypted,
    expiresAt: row.expires_at,
  };
}
