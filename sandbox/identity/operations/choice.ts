import { refusal } from '../errors.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';
import { noSuchUser, required, signedIn, type Texts } from './answers.ts';
import { mailCode } from './mailed-codes.ts';
import { answeredByPasskey, passkeyChallenge } from './passkeys.ts';
import { askedFactors } from './second-proof.ts';
import { assertMaySignIn, beginSrp, signInWithPassword } from './sign-in-flows.ts';

/** The ways to start a sign-in, in the service's names. */
type Way = 'PASSWORD' | 'PASSWORD_SRP' | 'WEB_AUTHN' | 'EMAIL_OTP';

/**
 * The ways in which an account can start. An account that needs a second factor starts with the password: the service
 * counts a passkey or a mailed code as one factor, and allows no second one after it.
 */
function waysOf(pool: Pool, user: User): Way[] {
  const allowed = pool.firstFactors();
  const alone = pool.secondFactor() !== 'ON' && askedFactors(pool, user).length === 0;
  return [
    ...(allowed.includes('PASSWORD') ? (['PASSWORD_SRP', 'PASSWORD'] as const) : []),
    ...(alone && allowed.includes('WEB_AUTHN') && user.passkeys?.length ? (['WEB_AUTHN'] as const) : []),
    ...(alone && allowed.includes('EMAIL_OTP') && user.emailVerified ? (['EMAIL_OTP'] as const) : []),
  ];
}

/** The challenge for a way that the account has. */
function challengeOf(
  pool: Pool,
  clientId: string,
  user: User,
  way: Way,
  given: Texts,
): object | Promise<object> {
  const { username } = user;
  switch (way) {
    case 'WEB_AUTHN':
      return passkeyChallenge(pool, clientId, user);
    case 'EMAIL_OTP':
      return mailCode(pool, clientId, { user, username }, 'sign-in');
    case 'PASSWORD':
      return signInWithPassword(pool, clientId, username, required(given, 'PASSWORD'));
    case 'PASSWORD_SRP':
      return beginSrp(pool, clientId, username, required(given, 'SRP_A'));
  }
}

/** USER_AUTH: the client names its preferred way, and is told which ones are available. */
export function beginChoice(pool: Pool, clientId: string, given: Texts): object | Promise<object> {
  const username = required(given, 'USERNAME');
  const preferred = given['PREFERRED_CHALLENGE'];
  const user = pool.users.find(username);
  if (!user) {
    // Nobody is told of a mail that does not go out, where the pool hides who has an account.
    const hides = pool.hidesUserExistence && pool.firstFactors().includes('EMAIL_OTP');
    if (hides && preferred === 'EMAIL_OTP')
      return mailCode(pool, clientId, { user: null, username }, 'sign-in');
    throw noSuchUser(pool);
  }
  assertMaySignIn(pool, user);
  const ways = waysOf(pool, user);
  const way = ways.find((each) => each === preferred);
  if (way) return challengeOf(pool, clientId, user, way, given);
  return {
    ChallengeName: 'SELECT_CHALLENGE',
    Session: pool.challenges.open({ name: 'SELECT_CHALLENGE', clientId, username: user.username }),
    AvailableChallenges: ways,
    ChallengeParameters: {},
  };
}

/** SELECT_CHALLENGE: which of the ways it shall be. */
export function answerChoice(
  pool: Pool,
  clientId: string,
  session: string,
  given: Texts,
): object | Promise<object> {
  const chosen = required(given, 'ANSWER');
  required(given, 'USERNAME');
  const { username } = pool.challenges.take(session, 'SELECT_CHALLENGE', clientId);
  const user = pool.users.named(username);
  if (!user) throw refusal('NotAuthorizedException');
  const way = waysOf(pool, user).find((each) => each === chosen);
  if (!way) throw refusal('InvalidParameterException', `${chosen} is not available for this user`);
  return challengeOf(pool, clientId, user, way, given);
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
