import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { refusal } from '../errors.ts';
import { parameters, readParameters } from '../parameters.ts';
import type { Pool } from '../pool.ts';
import { toBase32 } from '../totp.ts';
import { enabledFactors, type User } from '../users.ts';
import { spendAppCode } from './app-codes.ts';

/** Either a signed-in user, or one whose sign-in requires a second factor first. */
const askerSchema = z.object({
  AccessToken: parameters.token.nullish(),
  Session: parameters.session.nullish(),
});
const userCode = z.string().regex(/^\d{6}$/, '[0-9]+');

/** The calling user, and the session for the next call: each session can be used once. */
function asker(pool: Pool, given: z.infer<typeof askerSchema>): { user: User; Session?: string } {
  if (given.AccessToken) return { user: pool.bearer(given.AccessToken) };
  const clientId = pool.challenges.clientOf(given.Session ?? '');
  const { username } = pool.challenges.take(given.Session ?? '', 'MFA_SETUP', clientId);
  const user = pool.users.named(username);
  if (!user) throw refusal('NotAuthorizedException');
  return { user, Session: pool.challenges.open({ name: 'MFA_SETUP', clientId, username }) };
}

/** @throws {IdentityError} the exceptions of the service's AssociateSoftwareToken */
export function associateSoftwareToken(pool: Pool, body: unknown): object {
  const { user, Session } = asker(pool, readParameters(askerSchema, body));
  const totpSecret = toBase32(randomBytes(20));
  pool.users.save({ ...user, totp: { secret: totpSecret, verified: false, enabled: false } });
  return { SecretCode: totpSecret, ...(Session && { Session }) };
}

const verifySchema = askerSchema.extend({ UserCode: userCode, FriendlyDeviceName: z.string().nullish() });

/** @throws {IdentityError} the exceptions of the service's VerifySoftwareToken */
export function verifySoftwareToken(pool: Pool, body: unknown): object {
  const { UserCode, ...given } = readParameters(verifySchema, body);
  const signedIn = given.AccessToken ? pool.bearer(given.AccessToken) : null;
  const named = signedIn ?? pool.users.named(pool.challenges.look(given.Session ?? '', 'MFA_SETUP').username);
  if (!named?.totp) throw refusal('InvalidParameterException', 'No software token is associated');
  const totp = spendAppCode(pool, named, named.totp, UserCode, 'EnableSoftwareTokenMFAException');
  const { user, Session } = asker(pool, given);
  pool.users.save({ ...user, totp: { ...totp, verified: true } });
  return { Status: 'SUCCESS', ...(Session && { Session }) };
}

const preferenceSchema = z.object({
  AccessToken: parameters.token,
  SoftwareTokenMfaSettings: z
    .object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() })
    .nullish(),
  EmailMfaSettings: z
    .object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() })
    .nullish(),
  SMSMfaSettings: z.null().optional(),
});

/** An app that is switched off must be set up again; in a pool that demands one it stays. */
function totpAfter(
  pool: Pool,
  totp: NonNullable<User['totp']>,
  enabled: boolean | null | undefined,
): Pick<User, 'totp'> {
  if (enabled !== false) return { totp: { ...totp, enabled: enabled ?? totp.enabled } };
  return pool.secondFactor() === 'ON' ? { totp: { ...totp, enabled: false } } : {};
}

/** @throws {IdentityError} the exceptions of the service's SetUserMFAPreference */
export function setUserMfaPreference(pool: Pool, body: unknown): object {
  const {
    AccessToken,
    SoftwareTokenMfaSettings: app,
    EmailMfaSettings: mail,
  } = readParameters(preferenceSchema, body);
  const { totp, ...user } = pool.bearer(AccessToken);
  if (app?.Enabled && !totp?.verified)
    throw refusal('InvalidParameterException', 'User has not verified software token mfa');
  if (mail?.Enabled && !user.emailVerified)
    throw refusal('InvalidParameterException', 'User has not verified an address for mailed codes');
  const changed: User = {
    ...user,
    ...(totp && totpAfter(pool, totp, app?.Enabled)),
    mailFactor: mail?.Enabled ?? user.mailFactor ?? false,
  };
  const preferred = app?.PreferredMfa ? 'SOFTWARE_TOKEN_MFA' : mail?.PreferredMfa ? 'EMAIL_OTP' : null;
  const kept = preferred ?? user.preferredFactor;
  pool.users.save({
    ...changed,
    preferredFactor: kept && enabledFactors(changed).includes(kept) ? kept : undefined,
  });
  return {};
}
