import { refusal } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { enabledFactors, type SecondFactor, type User } from '../users.ts';
import { required, signedIn, type Texts } from './answers.ts';
import { spendAppCode } from './app-codes.ts';
import { mailCode } from './mailed-codes.ts';

/** The second factors that this account's sign-ins need: none, one, or several to choose from. */
export function askedFactors(pool: Pool, user: User): SecondFactor[] {
  const rule = pool.secondFactor();
  if (rule === 'OFF') return [];
  const known = pool.secondFactors();
  const enabled = enabledFactors(user).filter((factor) => known.includes(factor));
  // A pool that demands one asks for the app that is set up, whatever its owner prefers.
  if (rule === 'ON' && user.totp?.verified && known.includes('SOFTWARE_TOKEN_MFA') && enabled.length === 0)
    return ['SOFTWARE_TOKEN_MFA'];
  if (enabled.length > 0 || rule === 'OPTIONAL') return enabled;
  // If one is required, a user with an address needs no set-up to get a mailed code.
  return known.includes('EMAIL_OTP') && user.emailVerified ? ['EMAIL_OTP'] : [];
}

/** After the right password: the challenge for the pool's second factor rule, or tokens if it needs none. */
export function askSecondFactor(pool: Pool, clientId: string, user: User): object {
  const { username, preferredFactor } = user;
  const asked = askedFactors(pool, user);
  const factor = asked.length > 1 ? preferredFactor : asked[0];
  if (factor) return factorChallenge(pool, clientId, user, factor);
  if (asked.length > 1) {
    return {
      ChallengeName: 'SELECT_MFA_TYPE',
      Session: pool.challenges.open({ name: 'SELECT_MFA_TYPE', clientId, username }),
      ChallengeParameters: { USER_ID_FOR_SRP: username, MFAS_CAN_CHOOSE: JSON.stringify(asked) },
    };
  }
  if (pool.secondFactor() !== 'ON') return signedIn(pool.tokens.begin(user, clientId));
  return {
    ChallengeName: 'MFA_SETUP',
    Session: pool.challenges.open({ name: 'MFA_SETUP', clientId, username }),
    ChallengeParameters: { USER_ID_FOR_SRP: username, MFAS_CAN_SETUP: JSON.stringify(pool.secondFactors()) },
  };
}

function factorChallenge(pool: Pool, clientId: string, user: User, factor: SecondFactor): object {
  const { username } = user;
  if (factor === 'EMAIL_OTP') return mailCode(pool, clientId, { user, username }, 'second-factor');
  return {
    ChallengeName: factor,
    Session: pool.challenges.open({ name: factor, clientId, username }),
    ChallengeParameters: { USER_ID_FOR_SRP: username, FRIENDLY_DEVICE_NAME: 'Authenticator' },
  };
}

/** The user's choice among several second factors. */
export function answerFactorChoice(pool: Pool, clientId: string, session: string, given: Texts): object {
  const chosen = required(given, 'ANSWER');
  required(given, 'USERNAME');
  const { username } = pool.challenges.take(session, 'SELECT_MFA_TYPE', clientId);
  const user = pool.users.named(username);
  if (!user) throw refusal('NotAuthorizedException');
  const factor = askedFactors(pool, user).find((each) => each === chosen);
  if (!factor) throw refusal('InvalidParameterException', 'Invalid MFA type was selected.');
  return factorChallenge(pool, clientId, user, factor);
}

/** Checks the authenticator app's code. A wrong one may be corrected while the sign-in lasts. */
export function answerSecondFactor(pool: Pool, clientId: string, session: string, given: Texts): object {
  const code = required(given, 'SOFTWARE_TOKEN_MFA_CODE');
  required(given, 'USERNAME');
  const user = pool.users.named(pool.challenges.look(session, 'SOFTWARE_TOKEN_MFA', clientId).username);
  if (!user?.totp) throw refusal('NotAuthorizedException');
  spendAppCode(pool, user, user.totp, code, 'CodeMismatchException');
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
