/**
 * Normalisation and validation of typed user names, addresses, passwords and codes (specification, section 5). Both sides
 * use the same rules: the browser before it sends, the server before it trusts.
 */

/** The specification's texts, verbatim. */
export const inputMessages = {
  emailInvalid: 'You must enter a valid email address.',
  passwordsDiffer: "Passwords don't match",
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordTooLong: 'Password must be at most 256 characters long',
} as const;

/** Characters a new password must have at least. */
export const minimumPasswordLength = 8;
/** The identity service's longest password, in characters. */
const longestPassword = 256;

const emailPattern = /^[a-z0-9._%+-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z]{2,}$/i;
/** RFC 5321 section 4.5.3.1.3 (a path of 256 octets, less its angle brackets). */
const longestEmail = 254;

/**
 * An address with A to Z lower-cased, and no other letter: Unicode's lower case turns the Kelvin sign into a plain `k`,
 * and so one person's address into another's.
 */
export function lowerCaseAddress(address: string): string {
  return address.replace(/[A-Z]/g, (capital) => capital.toLowerCase());
}

/**
 * A text without the characters that have no shape (soft hyphens, zero-width spaces, marks of direction), which are copied
 * along from mails and pages: with one, an address looks like somebody's and is nobody's. Only for what a person typed: the
 * address of an account is as the identity service knows it, and without them it could be another person's.
 */
export const withoutUnseen = (typed: string): string => typed.replace(/\p{Cf}/gu, '');

/** A typed e-mail address in the form in which it is stored, compared and sent: trimmed and lower-cased. */
export function normaliseEmail(typed: string): string {
  return lowerCaseAddress(typed.trim());
}

/**
 * Whether an already normalised address matches "the usual email pattern (letters, digits and . _ % + - before the @, a domain,
 * and a top-level part of at least 2 letters)".
 */
export function isEmail(normalised: string): boolean {
  return normalised.length <= longestEmail && !normalised.includes('..') && emailPattern.test(normalised);
}

/** A user name or an address used as one: trimmed; "a username containing @ is also lowercased". */
export function normaliseUsername(typed: string): string {
  const trimmed = typed.trim();
  return trimmed.includes('@') ? lowerCaseAddress(trimmed) : trimmed;
}

/** Passwords are only trimmed. */
export function normalisePassword(typed: string): string {
  return typed.trim();
}

/**
 * A code from a mail (confirmation, reset): trimmed. If it is digits with spaces, punctuation or invisible characters between
 * or around them, as people type them in groups, mail programs wrap them and a sentence ends with them, only the digits.
 */
export function normaliseConfirmationCode(typed: string): string {
  const digits = typed.replace(/[\s\p{P}\p{Dash}\p{Cf}]/gu, '');
  return /^\d+$/.test(digits) ? digits : typed.trim();
}

/** The code of an authenticator app, without spaces: some apps show it in two groups. */
export function normaliseAuthenticatorCode(typed: string): string {
  return typed.replace(/\s/g, '');
}

/** An activation code in the form in which it is sent and stored: "trimmed and lowercased before sending". */
export function normaliseActivationCode(typed: string): string {
  return typed.trim().toLowerCase();
}

/**
 * The error of a new password and its repetition, or `null`. The length is checked first: a short password typed twice
 * differently needs the length message, because fixing the match alone would not be enough.
 */
export function newPasswordFault(password: string, repeated: string): string | null {
  if (normalisePassword(password).length < minimumPasswordLength) return inputMessages.passwordTooShort;
  if (normalisePassword(password).length > longestPassword) return inputMessages.passwordTooLong;
  if (normalisePassword(password) !== normalisePassword(repeated)) return inputMessages.passwordsDiffer;
  return null;
}
