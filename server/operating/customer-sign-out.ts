// An operator signs a customer out everywhere.

import { revokeTokensOf } from '#server/accounts/browser-session.ts';
import { removeSessionsOf } from '#server/accounts/sessions.ts';
import type { IdentityProvider } from '#server/identity/identity-provider.ts';
import { accountLock } from '#server/ledger/locks.ts';
import { eachOf } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import type { Cipher } from '#server/runtime.ts';
import { checkedReason } from './checked-input.ts';
import { accountsOf } from './customer-identities.ts';
import { keyText, namedCustomer } from './customer-key.ts';
import { onePerson } from './customers.ts';
import { carryOut, type OperatorNeeds, subjectOf } from './operator-action.ts';

/** What this needs: refresh tokens are decrypted and revoked at the identity service. */
interface SignOutNeeds extends OperatorNeeds {
  cipher: Cipher;
  identity: Pick<IdentityProvider, 'revoke'>;
}

/**
 * Ends every browser session of a customer, on all processes at once, and revokes their refresh tokens. The app can only
 * be signed out in the user pool.
 * @returns the sessions that ended, and those whose refresh token could not be revoked at the identity service
 * @throws {Refusal} when the address was used by several accounts or may be another's, or no account of theirs is known
 */
export async function signOutCustomer(needs: SignOutNeeds, typed: string, reason: string) {
  const key = await namedCustomer(needs, typed);
  const { identities } = await needs.ledger.snapshot(() => onePerson(key, needs.clock()));
  const accountIds = accountsOf(identities);
  if (accountIds.length === 0) throw new Refusal('not_found', `No account is known of ${keyText(key)}.`);
  const about = { subject: subjectOf(keyText(key)), reason: checkedReason(reason) };
  const ended = await carryOut(
    needs,
    'customers.sign-out',
    { ...about, details: { accounts: accountIds } },
    accountIds.map(accountLock),
    function* ({ details }) {
      const removed = (yield* eachOf(accountIds, removeSessionsOf)).flat();
      details['sessions'] = removed.length;
      return removed;
    },
  );
  const { notRevoked } = await revokeTokensOf(needs, ended);
  return { accountIds, sessions: ended.length, notRevoked };
}
