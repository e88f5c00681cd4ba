import { type ExceptionName, refusal } from '../errors.ts';
import { limited, type Pool } from '../pool.ts';
import { acceptedSteps, totpIs } from '../totp.ts';
import type { User } from '../users.ts';

type AuthenticatorApp = NonNullable<User['totp']>;

/**
 * Spends a code of an account's authenticator app: each works once, although the app shows it for half a minute.
 * @returns the app, with the code among those used
 * @throws {IdentityError} `wrong` for a wrong code, of which an hour has a limit; `ExpiredCodeException` for a used one
 */
export function spendAppCode(
  pool: Pool,
  user: User,
  totp: AuthenticatorApp,
  code: string,
  wrong: ExceptionName,
): AuthenticatorApp {
  const { used = [] } = totp;
  limited(pool, 'VerifySoftwareToken', user, () => {
    if (!totpIs(totp.secret, code, pool.now())) throw refusal(wrong);
  });
  if (used.includes(code))
    throw refusal('ExpiredCodeException', 'Your software token has already been used once.');
  const changed = { ...totp, used: [code, ...used].slice(0, acceptedSteps.length) };
  pool.users.save({ ...user, totp: changed });
  return changed;
}
