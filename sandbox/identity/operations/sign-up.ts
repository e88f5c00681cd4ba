import { z } from 'zod';
import { isEmail, readAttributes } from '../attributes.ts';
import { simulatedDelivery } from '../codes.ts';
import { refusal } from '../errors.ts';
import { parameters, readParameters } from '../parameters.ts';
import { checkPassword } from '../password-policy.ts';
import { limited, type Pool, sendLimited } from '../pool.ts';
import { namedAccount } from './named-account.ts';

const signUpSchema = z.object({
  Password: parameters.newPassword,
  Username: parameters.username,
  ClientId: parameters.clientId,
  UserAttributes: parameters.attributes.nullish(),
});

/**
 * Makes an unconfirmed account and mails its code. An address that another account has verified is not refused here: for
 * alias addresses the conflict appears at confirmation.
 * @throws {IdentityError} the exceptions of the service's SignUp
 */
export function signUp(pool: Pool, body: unknown): object {
  const { ClientId, Username, Password, UserAttributes } = readParameters(signUpSchema, body);
  pool.assertClient(ClientId);
  if (isEmail(Username)) {
    throw refusal(
      'InvalidParameterException',
      'Username cannot be of email format, since user pool is configured for email alias.',
    );
  }
  checkPassword(pool.passwordPolicy, Password);
  const { email, ...attributes } = readAttributes(UserAttributes ?? []);
  if (email === undefined) {
    const missing = 'Attributes did not conform to the schema: email: The attribute is required';
    throw refusal('InvalidParameterException', missing);
  }
  if (pool.users.named(Username)) throw refusal('UsernameExistsException');
  const user = pool.users.add({
    username: Username,
    email,
    password: Password,
    status: 'UNCONFIRMED',
    attributes,
  });
  const delivery = pool.codes.send(user, 'sign-up');
  return { CodeDeliveryDetails: delivery, UserConfirmed: false, UserSub: user.sub };
}

const confirmSignUpSchema = z.object({
  ClientId: parameters.clientId,
  Username: parameters.username,
  ConfirmationCode: parameters.code,
  ForceAliasCreation: z.boolean().nullish(),
});

/** @throws {IdentityError} the exceptions of the service's ConfirmSignUp */
export function confirmSignUp(pool: Pool, body: unknown): object {
  const { ClientId, Username, ConfirmationCode, ForceAliasCreation } = readParameters(
    confirmSignUpSchema,
    body,
  );
  const user = namedAccount(pool, ClientId, Username);
  if (!user) throw refusal('ExpiredCodeException');
  if (user.status !== 'UNCONFIRMED') {
    throw refusal('NotAuthorizedException', `User cannot be confirmed. Current status is ${user.status}`);
  }
  limited(
    pool,
    'ConfirmSignUp',
    user,
    () => pool.codes.check(user, 'sign-up', ConfirmationCode),
    'TooManyFailedAttemptsException',
  );
  // The alias first: if it belongs to another account, the code stays valid, and the person may try again.
  pool.users.verifyEmail(user, ForceAliasCreation === true);
  pool.codes.spend(user, 'sign-up');
  pool.users.save({ ...user, status: 'CONFIRMED' });
  return {};
}

const resendSchema = z.object({ ClientId: parameters.clientId, Username: parameters.username });

/** @throws {IdentityError} the exceptions of the service's ResendConfirmationCode */
export function resendConfirmationCode(pool: Pool, body: unknown): object {
  const { ClientId, Username } = readParameters(resendSchema, body);
  const user = namedAccount(pool, ClientId, Username);
  if (!user) return { CodeDeliveryDetails: simulatedDelivery(Username) };
  if (user.status !== 'UNCONFIRMED') {
    throw refusal('InvalidParameterException', 'User is already confirmed.');
  }
  return { CodeDeliveryDetails: sendLimited(pool, 'ResendConfirmationCode', user, 'sign-up') };
}
