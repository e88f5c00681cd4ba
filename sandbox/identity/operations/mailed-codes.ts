import { maskedDestination, simulatedDelivery } from '../codes.ts';
import { refusal } from '../errors.ts';
import { limited, type Pool, sendLimited } from '../pool.ts';
import type { User } from '../users.ts';
import { required, signedIn, type Texts } from './answers.ts';

/** Codes that are mailed to sign in with: in place of the password, or after it. */

/**
 * Mails a sign-in code. For a user who does not exist, if the pool hides that, the answer claims that a mail was sent.
 * @param user `null` for nobody, who signed in as `username`
 * @throws {IdentityError} `TooManyRequestsException`, `CodeDeliveryFailureException`
 */
export function mailCode(
  pool: Pool,
  clientId: string,
  { user, username }: { user: User | null; username: string },
  purpose: 'sign-in' | 'second-factor',
): object {
  if (user) sendLimited(pool, 'SendMailedCode', user, purpose, 'TooManyRequestsException');
  return {
    ChallengeName: 'EMAIL_OTP',
    Session: pool.challenges.open({ name: 'EMAIL_OTP', clientId, username: user?.username ?? null, purpose }),
    ChallengeParameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
      CODE_DELIVERY_DESTINATION: user
        ? maskedDestination(user.email)
        : simulatedDelivery(username).Destination,
    },
  };
}

/** Checks the mailed code. A wrong one may be corrected while the sign-in lasts. */
export function answerMailedCode(pool: Pool, clientId: string, session: string, given: Texts): object {
  const code = required(given, 'EMAIL_OTP_CODE');
  required(given, 'USERNAME');
  const { username, purpose } = pool.challenges.look(session, 'EMAIL_OTP', clientId);
  const user = username === null ? undefined : pool.users.named(username);
  if (!user) throw refusal(username === null ? 'CodeMismatchException' : 'NotAuthorizedException');
  limited(
    pool,
    'VerifyMailedCode',
    user,
    () => pool.codes.check(user, purpose, code),
    'TooManyRequestsException',
  );
  pool.codes.spend(user, purpose);
  pool.challenges.take(session, 'EMAIL_OTP', clientId);
  return signedIn(pool.tokens.begin(user, clientId));
}
