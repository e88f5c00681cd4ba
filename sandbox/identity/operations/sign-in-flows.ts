import { refusal } from '../errors.ts';
import { checkPassword } from '../password-policy.ts';
import type { Pool } from '../pool.ts';
import { claimHolds, isUsableA, serverNumbers, simulatedVerifier } from '../srp.ts';
import type { User } from '../users.ts';
import { noSuchUser, required, signedIn, type Texts } from './answers.ts';
import { askSecondFactor } from './second-proof.ts';

const day = 24 * 60 * 60 * 1000;

/** First half of USER_SRP_AUTH: the server's numbers for this account. */
export function beginSrp(pool: Pool, clientId: string, username: string, A: string): object {
  if (!isUsableA(A)) throw refusal('InvalidParameterException', 'SRP_A is not a usable number');
  const user = pool.users.find(username);
  if (!user && !pool.hidesUserExistence) throw noSuchUser(pool);
  const idForSrp = user?.username ?? username;
  // An invented account gets numbers like any other, and its answer fails like any wrong password (RFC 5054, 2.5.1.3).
  const kept = user ?? simulatedVerifier({ poolName: pool.name, username });
  const server = serverNumbers(kept);
  const secretBlock = pool.challenges.open({
    name: 'PASSWORD_VERIFIER',
    clientId,
    username: user?.username ?? null,
    kept: { salt: kept.salt, verifier: kept.verifier },
    server,
    A,
  });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: kept.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: server.B,
      USERNAME: idForSrp,
      USER_ID_FOR_SRP: idForSrp,
    },
  };
}

/** Refuses accounts that cannot sign in whatever the password is, with the exception that leads to the missing step. */
export function assertMaySignIn(pool: Pool, user: User): void {
  pool.attempts.assertNotLockedOut(user.username);
  if (user.status === 'UNCONFIRMED') throw refusal('UserNotConfirmedException');
  if (user.status === 'RESET_REQUIRED') throw refusal('PasswordResetRequiredException');
}

/** USER_PASSWORD_AUTH: the password itself, in one call. */
export function signInWithPassword(pool: Pool, clientId: string, username: string, password: string): object {
  const user = pool.users.find(username);
  if (!user) throw noSuchUser(pool);
  assertMaySignIn(pool, user);
  return finish(pool, clientId, user, pool.users.passwordIs(user, password));
}

/** Ends a sign-in with tokens, or with the challenge to choose a new password. */
function finish(pool: Pool, clientId: string, user: User, passwordRight: boolean): object {
  if (!passwordRight) {
    pool.attempts.passwordFailed(user.username);
    throw refusal('NotAuthorizedException');
  }
  pool.attempts.forgive(user.username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') return askSecondFactor(pool, clientId, user);
  // Temporary passwords live 7 days, the service's default.
  if (Date.parse(user.createdAt) + 7 * day <= pool.now().getTime()) {
    const over = 'Temporary password has expired and must be reset by an administrator.';
    throw refusal('NotAuthorizedException', over);
  }
  const { username, email, emailVerified } = user;
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: pool.challenges.open({ name: 'NEW_PASSWORD_REQUIRED', clientId, username }),
    ChallengeParameters: {
      USER_ID_FOR_SRP: username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify({ email_verified: String(emailVerified), email }),
    },
  };
}

/** New id and access tokens for a refresh token; the refresh token stays as it is. */
export function refresh(pool: Pool, clientId: string, refreshToken: string): object {
  const family = pool.tokens.usableFamily(refreshToken, clientId);
  const user = pool.users.bySub(family.sub);
  if (!user) throw noSuchUser(pool);
  if (user.status === 'RESET_REQUIRED') throw refusal('PasswordResetRequiredException');
  return signedIn(pool.tokens.renew(user, family));
}

/** Second half of USER_SRP_AUTH: the client's proof that it knew the password. */
export function answerSrp(pool: Pool, clientId: string, given: Texts): object {
  const secretBlock = required(given, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const timestamp = required(given, 'TIMESTAMP');
  const signature = required(given, 'PASSWORD_CLAIM_SIGNATURE');
  required(given, 'USERNAME');
  if (!/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/.test(timestamp)) {
    const format = 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.';
    throw refusal('InvalidParameterException', format);
  }
  const { username, ...numbers } = pool.challenges.take(secretBlock, 'PASSWORD_VERIFIER', clientId);
  const user = username === null ? undefined : pool.users.named(username);
  if (!user) throw refusal('NotAuthorizedException');
  assertMaySignIn(pool, user);
  const claim = {
    ...numbers,
    poolName: pool.name,
    username: user.username,
    secretBlock,
    timestamp,
    signature,
  };
  return finish(pool, clientId, user, claimHolds(claim));
}

/** The new password after a temporary one. */
export function answerNewPassword(pool: Pool, clientId: string, session: string, given: Texts): object {
  const password = required(given, 'NEW_PASSWORD');
  required(given, 'USERNAME');
  // Before the session is used up, so that a refused password may be corrected.
  checkPassword(pool.passwordPolicy, password);
  const { username } = pool.challenges.take(session, 'NEW_PASSWORD_REQUIRED', clientId);
  const user = pool.users.named(username);
  if (!user) throw refusal('NotAuthorizedException');
  const confirmed: User = { ...user, status: 'CONFIRMED' };
  pool.users.setPassword(confirmed, password);
  return askSecondFactor(pool, clientId, confirmed);
}
