// Browser sessions: beginning, refreshing and ending them, and the sweep for accounts that were deleted in the app.

import { hash, randomBytes } from 'node:crypto';
import { accountErased, isErased } from '#server/identity/erased-accounts.ts';
import {
  type Account,
  type IdentityProvider,
  IdentityProviderUnavailable,
  type IdentityTokens,
  verifiedEmailOf,
} from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { Refusal } from '#server/refusal.ts';
import type { Cipher, Clock, Log } from '#server/runtime.ts';
import type { BrowserSession } from '#shared/api/session.ts';
import { eachOnItsOwn } from './each-on-its-own.ts';
import { beingErased, completeErasure } from './erasures.ts';
import {
  addSession,
  oneSessionOfEach,
  removeSessionOf,
  removeUnrenewed,
  type StoredSession,
  sessionByHash,
  updateSession,
  writeSecondFactor,
  writeUse,
} from './sessions.ts';

export interface BrowserSessionNeeds {
  ledger: Ledger;
  identity: IdentityProvider;
  cipher: Cipher;
  clock: Clock;
  /** Whose sign-ins need a second factor (MFA), so that it is looked up; nobody's when left out. */
  needsFactor?: (account: Account) => boolean;
}

const daySeconds = 24 * 60 * 60;
/** How long a browser stays signed in at most, in seconds: as long as a refresh token lives by default. */
export const sessionLifetimeSeconds = 30 * daySeconds;
/** How long an unused session lasts, in seconds. */
const idleSeconds = 14 * daySeconds;
/** The use of a session is written down no more often than this, in seconds. */
const noteUseEverySeconds = 60 * 60;
/** Concurrent calls to the identity service: its rate limit is shared by all accounts. */
const revokedAtOnce = 10;

/**
 * The hash under which a cookie's session is stored, and by which its owner names it in calls. It cannot be used as a
 * cookie.
 */
export const sessionNameOf = (id: string): string => hash('sha256', id);

/** When a session ends, from when it began and when it was last used. */
function endOf(createdAt: Date, lastUsedAt: Date): Date {
  const latest = createdAt.getTime() + sessionLifetimeSeconds * 1000;
  return new Date(Math.min(latest, lastUsedAt.getTime() + idleSeconds * 1000));
}

/**
 * Begins a session. The refresh token is tried at once, so that only one that works and belongs to the same account is
 * stored, encrypted. Whoever signs in to an account that was erased here is still at the identity service, because no token
 * of that time deleted the user; this one does, and the address is free for a new account.
 * @param device the kind of device in words, for the owner's list of sessions
 * @returns the id for the cookie, and what the page may hold
 * @throws {Refusal} `session_rejected` when the token does not work or belongs to another account; `unauthorized` for an
 * account that was erased
 * @throws {IdentityProviderUnavailable}
 */
export async function beginSession(
  needs: BrowserSessionNeeds & { log: Log },
  account: Account,
  refreshToken: string,
  device: string,
): Promise<{ id: string; session: BrowserSession }> {
  const tokens = await needs.identity.refresh(refreshToken);
  const isGood = tokens !== null && tokens !== 'gone';
  const owner = isGood ? await needs.identity.verifyIdToken(tokens.idToken) : null;
  if (!isGood || owner?.id !== account.id) {
    throw new Refusal(
      'session_rejected',
      "The refresh token is none that the site's own app client got for this account. Sign in again.",
    );
  }
  if (await needs.ledger.read(() => isErased(account.id))) {
    const user = await needs.identity.deleteUser(tokens.accessToken);
    needs.log.info({ account: account.id, user }, 'an erased account signed in: its user is deleted');
    throw accountErased();
  }
  const id = randomBytes(32).toString('base64url');
  const hasSecondFactor =
    needs.needsFactor?.(owner) === true && (await needs.identity.hasSecondFactor(tokens.accessToken));
  const now = needs.clock();
  await addSession(needs.ledger, {
    idHash: sessionNameOf(id),
    account: owner,
    refreshTokenEncrypted: needs.cipher.encrypt(tokens.refreshToken, owner.id),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: endOf(now, now),
    device,
    hasSecondFactor,
  });
  return { id, session: toBrowserSession(owner, tokens) };
}

/** The session of a cookie's id, without a call to the identity service; `null` when it is over. */
export function findSession(
  { ledger, clock }: Pick<BrowserSessionNeeds, 'ledger' | 'clock'>,
  id: string,
): Promise<StoredSession | null> {
  return sessionByHash(ledger, sessionNameOf(id), clock());
}

/** Records that a session is used, which extends it; writes at most once an hour. Do not make a request wait for it. */
export async function noteUse(
  { ledger, clock }: Pick<BrowserSessionNeeds, 'ledger' | 'clock'>,
  { idHash, createdAt, lastUsedAt }: StoredSession,
): Promise<void> {
  const now = clock();
  if (now.getTime() - lastUsedAt.getTime() < noteUseEverySeconds * 1000) return;
  await writeUse(ledger, { idHash, lastUsedAt: now, expiresAt: endOf(createdAt, now) });
}

/**
 * Makes a reader of sessions that gives fresh tokens. Tabs that ask at the same moment share one refresh, so that a
 * rotated refresh token is never used twice.
 */
export function createSessionReader(needs: BrowserSessionNeeds) {
  const underWay = new Map<string, Promise<BrowserSession | null>>();

  /**
   * Fresh tokens for the session of a cookie's id, or `null` when there is no such session or it was signed out
   * elsewhere; in the second case it is removed. When the user was deleted elsewhere (in the app), the account's data is
   * erased here too.
   * @throws {IdentityProviderUnavailable} the session stays as it is
   */
  return function readSession(id: string): Promise<BrowserSession | null> {
    const idHash = sessionNameOf(id);
    const joined = underWay.get(idHash);
    if (joined) return joined;
    const reading = refreshSession(needs, idHash, { isUse: true }).finally(() => underWay.delete(idHash));
    underWay.set(idHash, reading);
    return reading;
  };
}

async function refreshSession(
  needs: BrowserSessionNeeds,
  idHash: string,
  { isUse }: { isUse: boolean },
): Promise<BrowserSession | null> {
  const stored = await sessionByHash(needs.ledger, idHash, needs.clock());
  if (!stored) return null;
  const refreshToken = needs.cipher.decrypt(stored.refreshTokenEncrypted, stored.account.id);
  const tokens = refreshToken === null ? null : await needs.identity.refresh(refreshToken);
  if (tokens === 'gone') {
    const gone = stored.account;
    await completeErasure(needs.ledger, gone.id, needs.clock(), verifiedEmailOf(gone));
    return null;
  }
  const checked = tokens && (await checkedToken(needs.identity, tokens.idToken));
  const account = checked instanceof IdentityProviderUnavailable ? null : checked;
  if (!tokens || (account && account.id !== stored.account.id)) {
    // Another process may have refreshed it at this moment; the refused token is then no longer the session's.
    return (await removeUnrenewed(needs.ledger, stored)) ? null : refreshSession(needs, idHash, { isUse });
  }
  const now = needs.clock();
  const renewed = {
    ...stored,
    ...(isUse && { lastUsedAt: now, expiresAt: endOf(stored.createdAt, now) }),
    account: account ?? stored.account,
    refreshTokenEncrypted: needs.cipher.encrypt(tokens.refreshToken, stored.account.id),
  };
  const isOn = await updateSession(needs.ledger, renewed, now);
  if (!isOn) {
    // The session was ended meanwhile. That revoked the old refresh token, but not the new one that has just come.
    const { failure } = await revokeTokensOf(needs, [renewed]);
    if (failure) throw failure;
    return null;
  }
  // The token came from the service just now, so the fault is here, usually the clock: no reason to sign anybody out.
  if (!account)
    throw (
      checked ?? new IdentityProviderUnavailable('A fresh id token does not check out: is the clock right?')
    );
  if (needs.needsFactor?.(account)) {
    const has = await needs.identity.hasSecondFactor(tokens.accessToken);
    await writeSecondFactor(needs.ledger, idHash, has);
  }
  return toBrowserSession(account, tokens);
}

/**
 * Whose a fresh id token is, `null` for nobody's, or why that cannot be known now: the refresh token that came with it has to
 * be stored all the same, because the one before it may be used up.
 */
const checkedToken = (
  identity: IdentityProvider,
  idToken: string,
): Promise<Account | null | IdentityProviderUnavailable> =>
  identity.verifyIdToken(idToken).catch((error: unknown) => {
    if (error instanceof IdentityProviderUnavailable) return error;
    throw error;
  });

/**
 * Asks the identity service about every account with a session, so that an account deleted in the app is erased here even
 * if nobody returns with its cookie.
 * @param stopping once it fires, no further account is asked about
 * @throws {IdentityProviderUnavailable} accounts that it did not answer for are checked the next time
 */
export async function sweepDeletedAccounts(
  needs: BrowserSessionNeeds,
  stopping?: AbortSignal,
): Promise<void> {
  const sessions = await needs.ledger.read(() => oneSessionOfEach(needs.clock()));
  // This check does not count as use of the session.
  const check = async (idHash: string) => void (await refreshSession(needs, idHash, { isUse: false }));
  await eachOnItsOwn(sessions, check, stopping);
}

/**
 * Ends a session: it is over here at once, and its refresh token is revoked at the identity service.
 * @param removed called as soon as it is over here; not when that fails
 * @throws {IdentityProviderUnavailable} after the session was removed, when the token could not be revoked
 */
export async function endSession(needs: BrowserSessionNeeds, id: string, removed = () => {}): Promise<void> {
  const stored = await findSession(needs, id);
  const ended = stored
    ? await needs.ledger.amend(() => removeSessionOf(stored.account.id, stored.idHash))
    : [];
  removed();
  // A database that lost the connection is asked again, and then there is nothing to remove any more.
  const [session = stored] = ended;
  const { failure } = await revokeTokensOf(needs, session ? [session] : []);
  if (failure) throw failure;
}

/**
 * Revokes the refresh tokens of sessions that were removed, at the identity service. Not those of an account whose deletion
 * is in progress: with its refresh token an access token is revoked as well, the one that is to delete the user, and the
 * deletion ends them all. An outage is not waited for: when all calls of a round fail, the rest is not asked for.
 * @returns how many could not be revoked, and the first reason
 */
export async function revokeTokensOf(
  {
    ledger,
    cipher,
    identity,
  }: { ledger: Ledger; cipher: Cipher; identity: Pick<IdentityProvider, 'revoke'> },
  sessions: readonly StoredSession[],
): Promise<{ notRevoked: number; failure: IdentityProviderUnavailable | null }> {
  const leaving = await ledger.read(() => beingErased(sessions.map(({ account }) => account.id)));
  const removed = sessions.filter(({ account }) => !leaving.has(account.id));
  let revoked = 0;
  const failures: IdentityProviderUnavailable[] = [];
  const revoke = async ({ refreshTokenEncrypted, account }: StoredSession) => {
    const refreshToken = cipher.decrypt(refreshTokenEncrypted, account.id);
    try {
      if (refreshToken !== null) await identity.revoke(refreshToken);
      revoked += 1;
    } catch (error) {
      if (!(error instanceof IdentityProviderUnavailable)) throw error;
      failures.push(error);
    }
  };
  for (let next = 0; next < removed.length; next += revokedAtOnce) {
    const before = revoked;
    await Promise.all(removed.slice(next, next + revokedAtOnce).map(revoke));
    if (revoked === before) break;
  }
  return { notRevoked: removed.length - revoked, failure: failures[0] ?? null };
}

function toBrowserSession(account: Account, tokens: IdentityTokens): BrowserSession {
  return {
    username: account.username,
    email: account.email,
    emailVerified: account.emailVerified,
    idToken: tokens.idToken,
    accessToken: tokens.accessToken,
    expiresAt: tokens.expiresAt.toISOString(),
  };
}
