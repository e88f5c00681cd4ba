import type { Database } from 'better-sqlite3';
import type { StoredSession } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import { erasedAccounts } from './erased-accounts.ts';
import { grantHistory } from './events.ts';
import type { GroupCommit } from './group-commit.ts';

interface SessionRow {
  id_hash: string;
  account_id: string;
  username: string;
  email: string;
  email_verified: number;
  refresh_token_encrypted: Uint8Array;
  expires_at: string;
}

interface ErasureRow {
  account_id: string;
  email: string | null;
  access_token_encrypted: Uint8Array;
  requested_at: string;
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
export function accountMethods(db: Database, { shared }: GroupCommit): AccountMethods {
  const insertSession = db.prepare(
    `INSERT INTO sessions
       (id_hash, account_id, username, email, email_verified, refresh_token_encrypted, expires_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const sessionByHash = db.prepare<[string, string], SessionRow>(
    'SELECT * FROM sessions WHERE id_hash = ? AND expires_at > ?',
  );
  const updateSession = db.prepare(
    'UPDATE sessions SET username = ?, email = ?, email_verified = ?, refresh_token_encrypted = ? WHERE id_hash = ?',
  );
  const deleteSession = db.prepare('DELETE FROM sessions WHERE id_hash = ?');
  const sessionsByAccount = db.prepare<[string], SessionRow>('SELECT * FROM sessions WHERE account_id = ?');
  const deleteExpired = db.prepare('DELETE FROM sessions WHERE expires_at <= ?');
  const insertErasure = db.prepare(
    `INSERT INTO account_erasures (account_id, email, access_token_encrypted, requested_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id) DO NOTHING`,
  );
  const erasures = db.prepare<[], ErasureRow>('SELECT * FROM account_erasures ORDER BY requested_at');
  const erasureOf = db.prepare<[string], ErasureRow>('SELECT * FROM account_erasures WHERE account_id = ?');
  const deleteErasure = db.prepare('DELETE FROM account_erasures WHERE account_id = ?');
  const deleteSessions = db.prepare('DELETE FROM sessions WHERE account_id = ?');
  const forgetRedemptions = db.prepare('UPDATE redemptions SET account_id = NULL WHERE account_id = ?');
  const forgetPurchases = db.prepare('UPDATE purchases SET account_id = NULL WHERE account_id = ?');
  const activeGrants = db.prepare<[string, string | null], { id: number }>(
    'SELECT id FROM grants WHERE (account_id = ? OR (account_id IS NULL AND email = ?)) AND revoked_at IS NULL',
  );
  const noteGrantEvent = grantHistory(db);
  const endGrants = db.prepare(
    `UPDATE grants SET account_id = NULL, email = NULL,
       revoked_at = coalesce(revoked_at, ?), revoked_reason = coalesce(revoked_reason, 'account_deleted')
     WHERE account_id = ? OR (account_id IS NULL AND email = ?)`,
  );

  const erased = erasedAccounts(db);

  const addSession = shared((...[session, at]: Parameters<Store['addSession']>) => {
    const { idHash, account, refreshTokenEncrypted, expiresAt } = session;
    const { id, username, email, emailVerified } = account;
    erased.refuse(id);
    const until = expiresAt.toISOString();
    const verified = emailVerified ? 1 : 0;
    insertSession.run(idHash, id, username, email, verified, refreshTokenEncrypted, until, at.toISOString());
  });

  const beginErasure = shared((...[erasure]: Parameters<Store['beginErasure']>) => {
    const { accountId, email, accessTokenEncrypted, requestedAt } = erasure;
    erased.refuse(accountId);
    insertErasure.run(accountId, email, accessTokenEncrypted, requestedAt.toISOString());
  });

  const completeErasure = shared((accountId: string, at: Date) => {
    const email = erasureOf.get(accountId)?.email ?? null;
    deleteSessions.run(accountId);
    forgetRedemptions.run(accountId);
    for (const { id } of activeGrants.all(accountId, email)) {
      noteGrantEvent(id, 'revoked', 'account_deleted', { by: 'account', event: null }, at);
    }
    endGrants.run(at.toISOString(), accountId, email);
    forgetPurchases.run(accountId);
    deleteErasure.run(accountId);
    erased.add(accountId, at);
  });

  return {
    addSession,
    findSession: async (idHash, at) => {
      const row = sessionByHash.get(idHash, at.toISOString());
      return row ? sessionFromRow(row) : null;
    },
    updateSession: shared(({ idHash, account, refreshTokenEncrypted }) => {
      const { username, email, emailVerified } = account;
      updateSession.run(username, email, emailVerified ? 1 : 0, refreshTokenEncrypted, idHash);
    }),
    removeSession: shared((idHash) => void deleteSession.run(idHash)),
    sessionsOf: async (accountId) => sessionsByAccount.all(accountId).map(sessionFromRow),
    removeExpiredSessions: async (at) => void deleteExpired.run(at.toISOString()),
    beginErasure,
    pendingErasures: async () =>
      erasures.all().map((row) => ({
        accountId: row.account_id,
        email: row.email,
        accessTokenEncrypted: row.access_token_encrypted,
        requestedAt: new Date(row.requested_at),
      })),
    abandonErasure: async (accountId) => void deleteErasure.run(accountId),
    completeErasure,
    isErased: async (accountId) => erased.has(accountId),
    removeOldErasures: async (at) => erased.removeOld(at),
  };
}

function sessionFromRow(row: SessionRow): StoredSession {
  return {
    idHash: row.id_hash,
    account: {
      id: row.account_id,
      username: row.username,
      email: row.email,
      emailVerified: row.email_verified === 1,
    },
    refreshTokenEncrypted: row.refresh_token_encrypted,
    expiresAt: new Date(row.expires_at),
  };
}
