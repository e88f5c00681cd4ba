// Deletion of an account by its owner, finished even after a crash.

import { isErased } from '#server/identity/erased-accounts.ts';
import {
  type Account,
  IdentityProviderUnavailable,
  verifiedEmailOf,
} from '#server/identity/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import type { Log } from '#server/runtime.ts';
import type { BrowserSessionNeeds } from './browser-session.ts';
import { eachOnItsOwn } from './each-on-its-own.ts';
import {
  abandonErasure,
  beginErasure,
  completeErasure,
  type Erasure,
  pendingErasures,
  renewErasure,
} from './erasures.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';
import { sessionsOf } from './sessions.ts';

export interface EraseAccountNeeds extends BrowserSessionNeeds {
  log: Log;
}

/** The deletion is recorded, but the identity service did not answer: it is finished later without another request. */
export class DeletionNoted extends IdentityProviderUnavailable {
  override name = 'DeletionNoted';
}

/**
 * Deletes an account at the identity service and erases its data here. The deletion is recorded first, so that {@link
 * finishErasures} can finish one that was interrupted in between. Of an account that was erased here before, only the user
 * is left at the identity service, if no token of that time deleted it; the new one does.
 * @throws {Refusal} `unauthorized` when the access token does not allow it, `sign_in_too_old`; nothing has changed then
 * @throws {IdentityProviderUnavailable} when nothing is recorded yet; {@link DeletionNoted} when the deletion is recorded
 */
export async function eraseAccount(
  needs: EraseAccountNeeds,
  account: Account,
  accessToken: string,
): Promise<void> {
  requireRecentSignIn(account, needs.clock());
  const refusal = new Refusal('unauthorized', 'Sign in again, then delete the account.');
  if ((await needs.identity.accountIdOfAccessToken(accessToken)) !== account.id) throw refusal;
  if (await needs.ledger.read(() => isErased(account.id))) {
    if ((await needs.identity.deleteUser(accessToken)) === 'refused') throw refusal;
    return;
  }
  const erasure: Erasure = {
    accountId: account.id,
    email: verifiedEmailOf(account),
    accessTokenEncrypted: needs.cipher.encrypt(accessToken, account.id),
    requestedAt: needs.clock(),
  };
  await beginErasure(needs.ledger, erasure);
  if ((await deleteUserNow(needs, accessToken, erasure)) === 'refused') {
    await abandonErasure(needs.ledger, erasure);
    throw refusal;
  }
  await renewErasure(needs.ledger, erasure);
  await complete(needs, account.id);
}

async function deleteUserNow({ identity, ledger }: EraseAccountNeeds, accessToken: string, erasure: Erasure) {
  try {
    return await identity.deleteUser(accessToken);
  } catch (error) {
    if (!(error instanceof IdentityProviderUnavailable)) throw error;
    await renewErasure(ledger, erasure);
    throw new DeletionNoted(error.message, { cause: error });
  }
}

/**
 * Finishes interrupted deletions; called at start and from time to time. When the service can no longer delete the user
 * (the token has expired, and no session is left to get another), our data is erased all the same: the request was
 * verified when it was made.
 * @param stopping once it fires, no further one is begun
 * @returns how many there were
 * @throws {IdentityProviderUnavailable} those that it did not answer for stay for the next time
 */
export async function finishErasures(needs: EraseAccountNeeds, stopping?: AbortSignal): Promise<number> {
  const pending = await needs.ledger.read(pendingErasures);
  const finish = async (erasure: Erasure) => {
    if (!(await deleteUserLater(needs, erasure))) {
      needs.log.warn(
        { account: erasure.accountId },
        'the identity service no longer lets this user be deleted with their own token; if the user is still in the pool, delete it there',
      );
    }
    await complete(needs, erasure.accountId);
  };
  await eachOnItsOwn(pending, finish, stopping);
  return pending.length;
}

async function deleteUserLater(
  { identity, ledger, cipher }: EraseAccountNeeds,
  erasure: Erasure,
): Promise<boolean> {
  const kept = cipher.decrypt(erasure.accessTokenEncrypted, erasure.accountId);
  if (kept !== null && (await identity.deleteUser(kept)) === 'gone') return true;
  for (const session of await sessionsOf(ledger, erasure.accountId)) {
    const refreshToken = cipher.decrypt(session.refreshTokenEncrypted, erasure.accountId);
    const tokens = refreshToken === null ? null : await identity.refresh(refreshToken);
    if (tokens === 'gone') return true;
    if (tokens && (await identity.deleteUser(tokens.accessToken)) === 'gone') return true;
  }
  return false;
}

async function complete({ ledger, clock, log }: EraseAccountNeeds, accountId: string): Promise<void> {
  await completeErasure(ledger, accountId, clock());
  log.info({ account: accountId }, 'account deleted');
}
