import { z } from 'zod';
import { refusal } from '../errors.ts';
import { parameters, readParameters } from '../parameters.ts';
import { checkPassword } from '../password-policy.ts';
import { limited, type Pool } from '../pool.ts';
import { enabledFactors } from '../users.ts';

const bearerSchema = z.object({ AccessToken: parameters.token });

/** The account of a call that takes an access token and nothing else. */
const bearer = (pool: Pool, body: unknown) => pool.bearer(readParameters(bearerSchema, body).AccessToken);

/** @throws {IdentityError} the exceptions of the service's GetUser */
export function getUser(pool: Pool, body: unknown): object {
  const user = bearer(pool, body);
  const factors = enabledFactors(user);
  const attributes = {
    ...user.attributes,
    email: user.email,
    email_verified: String(user.emailVerified),
    sub: user.sub,
  };
  return {
    Username: user.username,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(user.preferredFactor && { PreferredMfaSetting: user.preferredFactor }),
  };
}

/** @throws {IdentityError} the exceptions of the service's DeleteUser */
export function deleteUser(pool: Pool, body: unknown): undefined {
  const user = bearer(pool, body);
  pool.codes.forget(user);
  pool.attempts.forget(user.username);
  pool.users.remove(user);
}

/** @throws {IdentityError} the exceptions of the service's GlobalSignOut */
export function globalSignOut(pool: Pool, body: unknown): object {
  const user = bearer(pool, body);
  pool.tokens.revokeAll(user.sub);
  return {};
}

const revokeSchema = z.object({ Token: parameters.token, ClientId: parameters.clientId });

/**
 * Revokes a refresh token and every access token made with it. Like RFC 7009 it says nothing of tokens it does not
 * know.
 * @throws {IdentityError} the exceptions of the service's RevokeToken
 */
export function revokeToken(pool: Pool, body: unknown): object {
  const { Token, ClientId } = readParameters(revokeSchema, body);
  pool.assertClient(ClientId);
  if (pool.keys.verified(Token)) throw refusal('UnsupportedTokenTypeException');
  const family = pool.tokens.familyOf(Token);
  if (family && family.clientId !== ClientId) throw refusal('UnauthorizedException');
  if (family) pool.tokens.revoke(family);
  return {};
}

const changePasswordSchema = z.object({
  PreviousPassword: parameters.previousPassword,
  ProposedPassword: parameters.newPassword,
  AccessToken: parameters.token,
});

/** @throws {IdentityError} the exceptions of the service's ChangePassword */
export function changePassword(pool: Pool, body: unknown): object {
  const { AccessToken, PreviousPassword, ProposedPassword } = readParameters(changePasswordSchema, body);
  const user = pool.bearer(AccessToken);
  checkPassword(pool.passwordPolicy, ProposedPassword);
  limited(pool, 'ChangePassword', user, () => {
    if (!pool.users.passwordIs(user, PreviousPassword)) throw refusal('NotAuthorizedException');
  });
  pool.users.setPassword(user, ProposedPassword);
  return {};
}
