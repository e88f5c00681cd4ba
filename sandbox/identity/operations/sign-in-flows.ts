import type { z } from 'zod';
import { refusal } from '../errors.ts';
import type { parameters } from '../parameters.ts';
import { checkPassword } from '../password-policy.ts';
import { limited, type Pool } from '../pool.ts';
import { claimHolds, isUsableA, serverNumbers, simulatedVerifier } from '../srp.ts';
import type { AuthenticationResult } from '../tokens.ts';
import { totpIs } from '../totp.ts';
import type { User } from '../users.ts';

import { answeredByPasskey, passkeyChallenge } from './passkeys.ts';

const day = 24 * 60 * 60 * 1000;

/** `AuthParameters` or `ChallengeResponses`. */
export type Texts = z.infer<typeof parameters.texts>;

/** @throws {IdentityError} `InvalidParameterException` when it is missing or empty */
export function required(texts: Texts, name: string): string {
  const text = texts[name];
  if (!text) throw refusal('InvalidParameterException', `Missing required parameter ${name}`);
  return text;
}

function noSuchUser(pool: Pool): Error {
  return refusal(pool.hidesUserExistence ? 'NotAuthorizedException' : 'UserNotFoundException');
}

/** First half of USER_SRP_AUTH: the server's numbers for this account. */
export function beginSrp(pool: Pool, clientId: string, username: string, A: string): object {
  if (!isUsableA(A)) throw refusal('InvalidParameterException', 'SRP_A is not a usable number');
  const user = pool.users.find(username);
  if (!user && !pool.hidesUserExistence) throw noSuchUser(pool);
  const idForSrp = user?.username ?? username;
  // A made-up account gets numbers like any other, and its answer fails like any wrong password (RFC 5054, 2.5.1.3).
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

/**
 * USER_AUTH: the client says how the person would like to sign in, and is told how they can. Whoever has a second factor signs in with
 * a password: in the pool that this plays a passkey does not count as two.
 */
export function beginChoice(
  pool: Pool,
  clientId: string,
  username: string,
  preferred: string | null | undefined,
): object | Promise<object> {
  const user = pool.users.find(username);
  if (!user) throw noSuchUser(pool);
  assertMaySignIn(pool, user);
  const rule = pool.secondFactor();
  const needsFactor = rule === 'ON' || (rule === 'OPTIONAL' && user.totp?.preferred === true);
  const hasPasskey = !needsFactor && (user.passkeys ?? []).length > 0;
  if (preferred === 'WEB_AUTHN' && hasPasskey) return passkeyChallenge(pool, clientId, user);
  return {
    ChallengeName: 'SELECT_CHALLENGE',
    Session: pool.challenges.open({ name: 'SELECT_CHALLENGE', clientId, username: user.username }),
    AvailableChallenges: ['PASSWORD_SRP', 'PASSWORD', ...(hasPasskey ? ['WEB_AUTHN'] : [])],
    ChallengeParameters: {},
  };
}

/** The end of a sign-in with a passkey. */
export async function answerPasskey(
  pool: Pool,
  clientId: string,
  session: string,
  credential: string,
): Promise<object> {
  return signedIn(pool.tokens.begin(await answeredByPasskey(pool, clientId, session, credential), clientId));
}

/** What is refused of an account whatever the password is; its owner is sent on to the step that is missing. */
function assertMaySignIn(pool: Pool, user: User): void {
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

/** Ends a sign-in with tokens, or with the demand for a password of the person's own. */
function finish(pool: Pool, clientId: string, user: User, passwordRight: boolean): object {
  if (!passwordRight) {
    pool.attempts.passwordFailed(user.username);
    throw refusal('NotAuthorizedException');
  }
  pool.attempts.forgive(user.username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') return secondFactor(pool, clientId, user);
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

/** What the pool's rule for second factors asks for once the password was right; tokens when it asks for nothing. */
function secondFactor(pool: Pool, clientId: string, user: User): object {
  const { username, totp } = user;
  const rule = pool.secondFactor();
  const has = totp?.verified && totp.preferred;
  if (rule === 'OFF' || (rule === 'OPTIONAL' && !has)) return signedIn(pool.tokens.begin(user, clientId));
  const name = has ? 'SOFTWARE_TOKEN_MFA' : 'MFA_SETUP';
  return {
    ChallengeName: name,
    Session: pool.challenges.open({ name, clientId, username }),
    ChallengeParameters: {
      USER_ID_FOR_SRP: username,
      ...(has ? { FRIENDLY_DEVICE_NAME: 'Authenticator' } : { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' }),
    },
  };
}

/** The code of the authenticator app. A wrong one may be put right while the sign-in lasts. */
export function answerSecondFactor(pool: Pool, clientId: string, session: string, given: Texts): object {
  const code = required(given, 'SOFTWARE_TOKEN_MFA_CODE');
  required(given, 'USERNAME');
  const user = pool.users.named(pool.challenges.look(session, 'SOFTWARE_TOKEN_MFA', clientId).username);
  const { totp } = user ?? {};
  if (!user || !totp) throw refusal('NotAuthorizedException');
  limited(pool, 'VerifySoftwareToken', user, () => {
    if (!totpIs(totp.secret, code, pool.now())) throw refusal('CodeMismatchException');
  });
  pool.challenges.take(session, 'SOFTWARE_TOKEN_MFA', clientId);
  return signedIn(pool.tokens.begin(user, clientId));
}

/** The end of a sign-in in which the second factor had to be set up. */
export function answerFactorSetUp(pool: Pool, clientId: string, session: string): object {
  const { username } = pool.challenges.take(session, 'MFA_SETUP', clientId);
  const user = pool.users.named(username);
  if (!user?.totp?.verified) throw refusal('NotAuthorizedException');
  return signedIn(pool.tokens.begin(user, clientId));
}

function signedIn(result: AuthenticationResult): object {
  return { ChallengeParameters: {}, AuthenticationResult: result };
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

/** The answer of a person who signed in with a temporary password. */
export function answerNewPassword(pool: Pool, clientId: string, session: string, given: Texts): object {
  const password = required(given, 'NEW_PASSWORD');
  required(given, 'USERNAME');
  // Before the session is spent: a refused password may be put right.
  checkPassword(pool.passwordPolicy, password);
  const { username } = pool.challenges.take(session, 'NEW_PASSWORD_REQUIRED', clientId);
  const user = pool.users.named(username);
  if (!user) throw refusal('NotAuthorizedException');
  const confirmed: User = { ...user, status: 'CONFIRMED' };
  pool.users.setPassword(confirmed, password);
  return secondFactor(pool, clientId, confirmed);
}
