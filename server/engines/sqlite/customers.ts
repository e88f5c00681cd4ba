import type { Database } from 'better-sqlite3';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { CustomerIdentity, GrantRecord } from '#server/operating/records.ts';
import { erasedAccounts } from './erased-accounts.ts';
import { grantHistory } from './events.ts';
import { actionRecorder } from './operator-actions.ts';

interface GrantRow {
  id: number;
  adventure_id: string;
  account_id: string | null;
  email: string | null;
  source: GrantRecord['source'];
  origin: string | null;
  granted_at: string;
  claimed_at: string | null;
  withheld_reason: string | null;
  revoked_at: string | null;
  revoked_reason: string | null;
}

type HistoryRow = Omit<GrantRecord['history'][number], 'at'> & { at: string };

type CustomerMethods = Pick<
  OperatorStore,
  'grantsOf' | 'giveGrant' | 'revokeGrant' | 'identitiesOf' | 'redemptionsOf' | 'eraseCustomer'
>;

/** What is held about a person, and what operators give, take and erase. */
export function customerMethods(db: Database): CustomerMethods {
  const recordAction = actionRecorder(db);
  const noteGrantEvent = grantHistory(db);
  const erased = erasedAccounts(db);
  const grantQuery = (where: string) =>
    db.prepare<[string], GrantRow>(
      `SELECT g.id, g.adventure_id, g.account_id, g.email, g.source, g.granted_at, g.claimed_at, g.withheld_reason,
         g.revoked_at, g.revoked_reason,
         coalesce(p.checkout_session_id, c.code, 'import ' || g.import_id) AS origin
       FROM grants g LEFT JOIN purchases p ON p.id = g.purchase_id LEFT JOIN activation_codes c ON c.id = g.code_id
       WHERE ${where} ORDER BY g.granted_at, g.id`,
    );
  const grantsByEmail = grantQuery('g.email = ?');
  const grantsByAccount = grantQuery('g.account_id = ?');
  const historyOf = db.prepare<[number], HistoryRow>(
    'SELECT what, reason, actor, event_id AS eventId, at FROM grant_events WHERE grant_id = ? ORDER BY id',
  );
  const insertGrant = db.prepare<unknown[], { id: number }>(
    `INSERT INTO grants (adventure_id, account_id, email, source, granted_at, claimed_at)
     VALUES (?, ?, ?, 'operator', ?, ?) RETURNING id`,
  );
  const revoke = db.prepare(
    "UPDATE grants SET revoked_at = ?, revoked_reason = 'operator' WHERE id = ? AND revoked_at IS NULL",
  );
  const identityQuery = (column: 'email' | 'account_id') =>
    db.prepare<{ key: string }, CustomerIdentity>(
      `SELECT account_id AS accountId, email, max(username) AS username FROM (
         SELECT account_id, email, username FROM sessions WHERE ${column} = $key
         UNION SELECT account_id, email, NULL FROM grants WHERE ${column} = $key
         UNION SELECT account_id, email, NULL FROM purchases WHERE ${column} = $key
         UNION SELECT account_id, NULL, NULL FROM redemptions WHERE '${column}' = 'account_id' AND account_id = $key)
       GROUP BY account_id, email ORDER BY account_id, email`,
    );
  const identitiesByEmail = identityQuery('email');
  const identitiesByAccount = identityQuery('account_id');
  const redemptions = db.prepare<[string], { code: string; campaign: string; redeemedAt: string }>(
    `SELECT code, campaign, redeemed_at AS redeemedAt
     FROM redemptions JOIN activation_codes ON activation_codes.id = code_id WHERE account_id = ? ORDER BY redeemed_at`,
  );
  const forgetSessions = db.prepare('DELETE FROM sessions WHERE account_id = ?');
  const forgetRedemptions = db.prepare('UPDATE redemptions SET account_id = NULL WHERE account_id = ?');
  const forgetPurchases = db.prepare('UPDATE purchases SET account_id = NULL WHERE account_id = ?');
  const ofAccount = 'account_id = ?';
  const waiting = 'account_id IS NULL AND email = ?';
  const activeGrants = (where: string) =>
    db.prepare<[string], { id: number }>(`SELECT id FROM grants WHERE ${where} AND revoked_at IS NULL`);
  const endGrants = (where: string) =>
    db.prepare<[string, string]>(
      `UPDATE grants SET account_id = NULL, email = NULL,
         revoked_at = coalesce(revoked_at, ?), revoked_reason = coalesce(revoked_reason, 'customer_erased')
       WHERE ${where}`,
    );
  const active = { account: activeGrants(ofAccount), email: activeGrants(waiting) };
  const end = { account: endGrants(ofAccount), email: endGrants(waiting) };

  const giveGrant = db.transaction(
    (...[customer, adventureId, action]: Parameters<OperatorStore['giveGrant']>) => {
      const { actor, at } = action;
      const time = at.toISOString();
      if ('accountId' in customer) erased.refuse(customer.accountId);
      const [account, email] = 'email' in customer ? [null, customer.email] : [customer.accountId, null];
      const grant = insertGrant.get(adventureId, account, email, time, account === null ? null : time);
      if (!grant) throw new Error('The grant was not written');
      noteGrantEvent(grant.id, 'granted', 'operator', { by: actor, event: null }, at);
      recordAction({ ...action, details: { ...action.details, grant: grant.id } });
      return grant.id;
    },
  );

  const revokeGrant = db.transaction((...[grantId, action]: Parameters<OperatorStore['revokeGrant']>) => {
    const { actor, at } = action;
    if (revoke.run(at.toISOString(), grantId).changes === 0) return false;
    noteGrantEvent(grantId, 'revoked', 'operator', { by: actor, event: null }, at);
    recordAction(action);
    return true;
  });

  const eraseCustomer = db.transaction(
    (...[{ emails, accountIds }, action]: Parameters<OperatorStore['eraseCustomer']>) => {
      const { actor, at } = action;
      const counts = { grants: 0, sessions: 0, redemptions: 0 };
      const endAll = (kind: 'account' | 'email', key: string) => {
        for (const { id } of active[kind].all(key)) {
          noteGrantEvent(id, 'revoked', 'customer_erased', { by: actor, event: null }, at);
        }
        counts.grants += end[kind].run(at.toISOString(), key).changes;
      };
      for (const accountId of accountIds) {
        counts.sessions += forgetSessions.run(accountId).changes;
        counts.redemptions += forgetRedemptions.run(accountId).changes;
        endAll('account', accountId);
        forgetPurchases.run(accountId);
        erased.add(accountId, at);
      }
      for (const email of emails) endAll('email', email);
      recordAction({ ...action, details: { ...action.details, ...counts } });
      return counts;
    },
  );

  return {
    grantsOf: async (customer) => {
      const rows =
        'email' in customer ? grantsByEmail.all(customer.email) : grantsByAccount.all(customer.accountId);
      return rows.map((row) => grantFromRow(row, historyOf.all(row.id)));
    },
    giveGrant: async (...args) => giveGrant.immediate(...args),
    revokeGrant: async (...args) => revokeGrant.immediate(...args),
    identitiesOf: async (customer) =>
      'email' in customer
        ? identitiesByEmail.all({ key: customer.email })
        : identitiesByAccount.all({ key: customer.accountId }),
    redemptionsOf: async (accountId) =>
      redemptions.all(accountId).map((row) => ({ ...row, redeemedAt: new Date(row.redeemedAt) })),
    eraseCustomer: async (...args) => eraseCustomer.immediate(...args),
  };
}

function grantFromRow(row: GrantRow, history: HistoryRow[]): GrantRecord {
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return {
    id: row.id,
    adventureId: row.adventure_id,
    accountId: row.account_id,
    email: row.email,
    source: row.source,
    origin: row.origin,
    grantedAt: new Date(row.granted_at),
    claimedAt: date(row.claimed_at),
    withheldReason: row.withheld_reason,
    revokedAt: date(row.revoked_at),
    revokedReason: row.revoked_reason,
    history: history.map((event) => ({ ...event, at: new Date(event.at) })),
  };
}
