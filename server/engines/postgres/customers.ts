import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { CustomerIdentity, GrantRecord } from '#server/operating/records.ts';
import type { PostgresDatabase } from './database.ts';
import { endGrants } from './end-grants.ts';
import { noteErased, refuseErased } from './erased-accounts.ts';
import { noteGrantEvents } from './events.ts';
import { accountLock, addressLock, ownerLocks } from './locks.ts';
import { recordAction } from './operator-actions.ts';

type CustomerMethods = Pick<
  OperatorStore,
  'grantsOf' | 'giveGrant' | 'revokeGrant' | 'identitiesOf' | 'redemptionsOf' | 'eraseCustomer'
>;

/** What is held about a person, and what operators give, take and erase. */
export function customerMethods(db: PostgresDatabase): CustomerMethods {
  return {
    grantsOf: (customer) =>
      db.snapshot(async (queries) => {
        const [column, key] =
          'email' in customer ? ['email', customer.email] : ['account_id', customer.accountId];
        const grants = await queries.all<Omit<GrantRecord, 'history'>>(
          `SELECT g.id, g.adventure_id AS "adventureId", g.account_id AS "accountId", g.email, g.source,
             coalesce(p.checkout_session_id, c.code, 'import ' || g.import_id) AS origin, g.granted_at AS "grantedAt",
             g.claimed_at AS "claimedAt", g.withheld_reason AS "withheldReason", g.revoked_at AS "revokedAt",
             g.revoked_reason AS "revokedReason"
           FROM grants g LEFT JOIN purchases p ON p.id = g.purchase_id LEFT JOIN activation_codes c ON c.id = g.code_id
           WHERE g.${column} = $1 ORDER BY g.granted_at, g.id`,
          key,
        );
        const history = await queries.all<GrantRecord['history'][number] & { grantId: number }>(
          `SELECT grant_id AS "grantId", what, reason, actor, event_id AS "eventId", at
           FROM grant_events WHERE grant_id = ANY($1::bigint[]) ORDER BY id`,
          grants.map(({ id }) => id),
        );
        return grants.map((grant) => ({
          ...grant,
          history: history
            .filter(({ grantId }) => grantId === grant.id)
            .map(({ grantId: _, ...event }) => event),
        }));
      }),
    giveGrant(customer, adventureId, action) {
      const { actor, at } = action;
      const [accountId, email] = 'email' in customer ? [null, customer.email] : [customer.accountId, null];
      return db.write(ownerLocks(accountId, email), async (queries) => {
        if (accountId !== null) await refuseErased(queries, accountId);
        const grant = await queries.get<{ id: number }>(
          `INSERT INTO grants (adventure_id, account_id, email, source, granted_at, claimed_at)
           VALUES ($1, $2, $3, 'operator', $4, $5) RETURNING id`,
          ...[adventureId, accountId, email, at, accountId === null ? null : at],
        );
        if (!grant) throw new Error('The grant was not written');
        await noteGrantEvents(queries, [grant.id], 'granted', 'operator', { by: actor, event: null }, at);
        await recordAction(queries, { ...action, details: { ...action.details, grant: grant.id } });
        return grant.id;
      });
    },
    revokeGrant: (grantId, action) =>
      db.write([], async (queries) => {
        const { actor, at } = action;
        const revoked = await queries.run(
          "UPDATE grants SET revoked_at = $1, revoked_reason = 'operator' WHERE id = $2 AND revoked_at IS NULL",
          ...[at, grantId],
        );
        if (revoked === 0) return false;
        await noteGrantEvents(queries, [grantId], 'revoked', 'operator', { by: actor, event: null }, at);
        await recordAction(queries, action);
        return true;
      }),
    identitiesOf(customer) {
      const [column, key] =
        'email' in customer ? ['email', customer.email] : ['account_id', customer.accountId];
      const redeemed =
        column === 'email'
          ? ''
          : 'UNION SELECT account_id, NULL, NULL FROM redemptions WHERE account_id = $1';
      return db.all<CustomerIdentity>(
        `SELECT account_id AS "accountId", email, max(username) AS username FROM (
           SELECT account_id, email, username FROM sessions WHERE ${column} = $1
           UNION SELECT account_id, email, NULL FROM grants WHERE ${column} = $1
           UNION SELECT account_id, email, NULL FROM purchases WHERE ${column} = $1
           ${redeemed}) AS seen
         GROUP BY account_id, email
         ORDER BY account_id COLLATE "C" NULLS FIRST, email COLLATE "C" NULLS FIRST`,
        key,
      );
    },
    redemptionsOf: (accountId) =>
      db.all(
        `SELECT code, campaign, redeemed_at AS "redeemedAt"
         FROM redemptions JOIN activation_codes ON activation_codes.id = code_id
         WHERE account_id = $1 ORDER BY redeemed_at, redemptions.id`,
        accountId,
      ),
    eraseCustomer: ({ emails, accountIds }, action) =>
      db.write([...accountIds.map(accountLock), ...emails.map(addressLock)], async (queries) => {
        const { actor, at } = action;
        const counts = { grants: 0, sessions: 0, redemptions: 0 };
        const cause = { by: actor, event: null };
        for (const accountId of accountIds) {
          counts.sessions += await queries.run('DELETE FROM sessions WHERE account_id = $1', accountId);
          counts.redemptions += await queries.run(
            'UPDATE redemptions SET account_id = NULL WHERE account_id = $1',
            accountId,
          );
          counts.grants += await endGrants(queries, { accountId, email: null }, 'customer_erased', cause, at);
          await queries.run('UPDATE purchases SET account_id = NULL WHERE account_id = $1', accountId);
          await noteErased(queries, accountId, at);
        }
        for (const email of emails) {
          counts.grants += await endGrants(queries, { accountId: null, email }, 'customer_erased', cause, at);
        }
        await recordAction(queries, { ...action, details: { ...action.details, ...counts } });
        return counts;
      }),
  };
}
