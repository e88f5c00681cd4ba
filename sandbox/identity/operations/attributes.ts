import { z } from 'zod';
import { readAttributes } from '../attributes.ts';
import { refusal } from '../errors.ts';
import { parameters, readParameters } from '../parameters.ts';
import { limited, type Pool, sendLimited } from '../pool.ts';

const updateSchema = z.object({ UserAttributes: parameters.attributes, AccessToken: parameters.token });

/**
 * Changes attributes at once; a new address is unverified, and so no alias, until its code is confirmed. That is how a
 * pool behaves that does not keep the old address while an update is pending.
 * @throws {IdentityError} the exceptions of the service's UpdateUserAttributes
 */
export function updateUserAttributes(pool: Pool, body: unknown): object {
  const { AccessToken, UserAttributes } = readParameters(updateSchema, body);
  const user = pool.bearer(AccessToken);
  const { email = user.email, ...attributes } = readAttributes(UserAttributes);
  const moved = email.toLowerCase() !== user.email.toLowerCase();
  const changed = {
    ...user,
    email,
    emailVerified: user.emailVerified && !moved,
    attributes: { ...user.attributes, ...attributes },
  };
  pool.users.save(changed);
  return { CodeDeliveryDetailsList: moved ? [pool.codes.send(changed, 'attribute')] : [] };
}

function assertVerifiable(attributeName: string): void {
  if (attributeName === 'email') return;
  throw refusal('InvalidParameterException', 'Only the attribute email can be verified in this user pool.');
}

const askSchema = z.object({ AttributeName: parameters.attributeName, AccessToken: parameters.token });

/** @throws {IdentityError} the exceptions of the service's GetUserAttributeVerificationCode */
export function getUserAttributeVerificationCode(pool: Pool, body: unknown): object {
  const { AccessToken, AttributeName } = readParameters(askSchema, body);
  const user = pool.bearer(AccessToken);
  assertVerifiable(AttributeName);
  return { CodeDeliveryDetails: sendLimited(pool, 'GetUserAttributeVerificationCode', user, 'attribute') };
}

const verifySchema = z.object({
  AttributeName: parameters.attributeName,
  Code: parameters.code,
  AccessToken: parameters.token,
});

/** @throws {IdentityError} the exceptions of the service's VerifyUserAttribute */
export function verifyUserAttribute(pool: Pool, body: unknown): object {
  const { AccessToken, AttributeName, Code } = readParameters(verifySchema, body);
  const user = pool.bearer(AccessToken);
  assertVerifiable(AttributeName);
  limited(pool, 'VerifyUserAttribute', user, () => pool.codes.check(user, 'attribute', Code));
  pool.users.verifyEmail(user, false);
  pool.codes.spend(user, 'attribute');
  return {};
}
