// The owner's list of browser sessions, and ending them (sign out other devices, sign out everywhere).

import { isBeingErased } from '#server/identity/erased-accounts.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { accountLock } from '#server/ledger/locks.ts';
import { eachOf } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import { type BrowserSessionNeeds, revokeTokensOf, sessionNameOf } from './browser-session.ts';
import {
  currentSessionsOf,
  removeSessionOf,
  removeSessionsOf,
  type StoredSession,
  sessionsOf,
} from './sessions.ts';

/**
 * The account's browser sessions, most recently used first.
 * @param currentId the id in the cookie of the browser that asks; `null` for none
 */
export async function listOwnSessions(
  { ledger, clock }: Pick<BrowserSessionNeeds, 'ledger' | 'clock'>,
  account: Account,
  currentId: string | null,
): Promise<OwnSession[]> {
  const current = currentId === null ? null : sessionNameOf(currentId);
  return (await ledger.read(() => currentSessionsOf(account.id, clock()))).map(
    ({ idHash, device, createdAt, lastUsedAt }) => ({
      id: idHash,
      device,
      isThis: idHash === current,
      beganAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }),
  );
}

/**
 * Ends one session of the account. Does nothing for a session that is over or belongs to somebody else.
 * @param name what the list calls it
 * @throws {IdentityProviderUnavailable} after it has ended, when its refresh token could not be revoked
 */
export async function endOwnSession(
  needs: BrowserSessionNeeds,
  account: Account,
  name: string,
): Promise<void> {
  await endAll(needs, account, ({ idHash }) => idHash === name);
}

/**
 * Ends all sessions of the account but that of the browser that asks.
 * @param currentId the id in its cookie; `null` for none, and then all end
 * @throws {IdentityProviderUnavailable} after they have ended, when a refresh token could not be revoked
 */
export async function endOtherSessions(
  needs: BrowserSessionNeeds,
  account: Account,
  currentId: string | null,
): Promise<void> {
  const current = currentId === null ? null : sessionNameOf(currentId);
  await endAll(needs, account, ({ idHash }) => idHash !== current);
}

/**
 * Signs the account out everywhere: its browser sessions end here, and the identity service revokes every refresh token,
 * the app's too. Also used after a new password, so that whoever knew the old one is signed out.
 * @throws {Refusal} `unauthorized` when the access token does not allow it
 * @throws {IdentityProviderUnavailable} the sessions have ended here; calling it again does the rest
 */
export async function signOutEverywhere(
  needs: BrowserSessionNeeds,
  account: Account,
  accessToken: string,
): Promise<void> {
  const refusal = new Refusal('unauthorized', 'Sign in again, then sign out everywhere.');
  if ((await needs.identity.accountIdOfAccessToken(accessToken)) !== account.id) throw refusal;
  await needs.ledger.amend(() => removeSessionsOf(account.id));
  // As in `revokeTokensOf`.
  if (await needs.ledger.read(() => isBeingErased(account.id))) return;
  if ((await needs.identity.signOutEverywhere(accessToken)) === 'refused') throw refusal;
}

/** Ends them here, on every process, before the identity service is asked to revoke their tokens. */
async function endAll(
  needs: BrowserSessionNeeds,
  account: Account,
  isMeant: (session: StoredSession) => boolean,
): Promise<void> {
  const meant = (await sessionsOf(needs.ledger, account.id)).filter(isMeant);
  if (meant.length === 0) return;
  const ended = await needs.ledger.write([accountLock(account.id)], () =>
    eachOf(meant, ({ idHash }) => removeSessionOf(account.id, idHash)),
  );
  const { failure } = await revokeTokensOf(needs, ended.flat());
  if (failure) throw failure;
}
