import { refusal } from './errors.ts';

/** The OpenID Connect attributes every pool has and lets an account's own client write. */
const writable = new Set([
  'address',
  'birthdate',
  'email',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
]);

/** Attributes only an administrator writes. */
const reserved = new Set(['sub', 'email_verified', 'phone_number_verified', 'identities']);

const emailFormat = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/** Whether the service would take this for an e-mail address. */
export function isEmail(text: string): boolean {
  return emailFormat.test(text);
}

/**
 * The attributes of a call, by name, checked against the schema of a pool without custom attributes.
 * @throws {IdentityError} `NotAuthorizedException` for one that only an administrator may write,
 * `InvalidParameterException` for one that the pool does not have or an address that is none
 */
export function readAttributes(
  list: readonly { Name: string; Value?: string | null | undefined }[],
): Record<string, string> {
  const attributes = Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? '']));
  for (const name of Object.keys(attributes)) {
    if (reserved.has(name)) {
      throw refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
    }
    if (!writable.has(name)) {
      throw refusal(
        'InvalidParameterException',
        `Attributes did not conform to the schema: Type for attribute {${name}} could not be determined`,
      );
    }
  }
  const email = attributes['email'];
  if (email !== undefined && !isEmail(email)) {
    throw refusal('InvalidParameterException', 'Invalid email address format.');
  }
  return attributes;
}
