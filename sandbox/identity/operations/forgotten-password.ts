import { z } from 'zod';
import { simulatedDelivery } from '../codes.ts';
import { refusal } from '../errors.ts';
import { parameters, readParameters } from '../parameters.ts';
import { checkPassword } from '../password-policy.ts';
import { limited, type Pool, sendLimited } from '../pool.ts';
import { namedAccount } from './named-account.ts';

const forgotPasswordSchema = z.object({ ClientId: parameters.clientId, Username: parameters.username });

/** @throws {IdentityError} the exceptions of the service's ForgotPassword */
export function forgotPassword(pool: Pool, body: unknown): object {
  const { ClientId, Username } = readParameters(forgotPasswordSchema, body);
  const user = namedAccount(pool, ClientId, Username);
  const simulated = { CodeDeliveryDetails: simulatedDelivery(Username) };
  if (!user) return simulated;
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw refusal('NotAuthorizedException', 'User password cannot be reset in the current state.');
  }
  if (!user.emailVerified) {
    if (pool.hidesUserExistence) return simulated;
    throw refusal(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }
  return { CodeDeliveryDetails: sendLimited(pool, 'ForgotPassword', user, 'reset') };
}

const confirmForgotPasswordSchema = z.object({
  Password: parameters.newPassword,
  Username: parameters.username,
  ClientId: parameters.clientId,
  ConfirmationCode: parameters.code,
});

/** @throws {IdentityError} the exceptions of the service's ConfirmForgotPassword */
export function confirmForgotPassword(pool: Pool, body: unknown): object {
  const { ClientId, Username, ConfirmationCode, Password } = readParameters(
    confirmForgotPasswordSchema,
    body,
  );
  const user = namedAccount(pool, ClientId, Username);
  if (!user) throw refusal('CodeMismatchException');
  if (user.status === 'UNCONFIRMED') throw refusal('UserNotConfirmedException');
  // The password first: a code must not be lost to a password that the policy refuses.
  checkPassword(pool.passwordPolicy, Password);
  limited(pool, 'ConfirmForgotPassword', user, () => pool.codes.check(user, 'reset', ConfirmationCode));
  pool.codes.spend(user, 'reset');
  pool.attempts.forgive(user.username);
  pool.users.setPassword({ ...user, status: 'CONFIRMED' }, Password);
  return {};
}
