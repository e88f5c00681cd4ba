import { z } from 'zod';
import { IdentityError, refusal } from './errors.ts';

/**
 * A string that matches a pattern as a whole. The pattern's own text is kept as the issue's message, because the
 * service quotes it.
 */
function matching(pattern: string): z.ZodString {
  return z.string().regex(new RegExp(`^(?:${pattern})$`, 'u'), pattern);
}

/** The limits of the service's API reference, and for passwords those that its error messages quote. */
export const parameters = {
  clientId: matching('[\\w+]+').min(1).max(128),
  username: matching('[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+').min(1).max(128),
  /** A new password. A password that is only checked has no limits. */
  newPassword: matching('^[\\S]+.*[\\S]+$').min(6).max(256),
  previousPassword: matching('^[\\S]+.*[\\S]+$').max(256),
  code: matching('[\\S]+').min(1).max(2048),
  token: matching('[A-Za-z0-9-_=.]+'),
  session: z.string().min(20).max(2048),
  attributeName: matching('[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+').min(1).max(32),
  attributes: z.array(
    z.object({
      Name: matching('[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+').min(1).max(32),
      Value: z.string().max(2048).nullish(),
    }),
  ),
  /** `AuthParameters` and `ChallengeResponses`: libraries send null for missing values. */
  texts: z.record(z.string(), z.string().nullable()),
} as const;

/** The service repeats the refused value in its message, except for members that its model calls sensitive. */
const repeatedMembers = new Set(['confirmationCode', 'code', 'authFlow', 'challengeName', 'attributeName']);

/** `['UserAttributes', 0, 'Name']` is `userAttributes.1.member.name`. */
function memberPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `${part + 1}.member` : lowerFirst(String(part))))
    .join('.');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function constraintOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_format':
      return `Member must satisfy regular expression pattern: ${issue.message}`;
    case 'too_small':
      return `Member must have length greater than or equal to ${issue.minimum}`;
    case 'too_big':
      return `Member must have length less than or equal to ${issue.maximum}`;
    case 'invalid_value':
      return `Member must satisfy enum value set: [${issue.values.join(', ')}]`;
    default:
      return undefined;
  }
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part],
    body,
  );
}

function violation(issue: z.core.$ZodIssue, body: unknown): string {
  const member = memberPath(issue.path);
  const value = valueAt(body, issue.path);
  const missing = value === undefined || value === null;
  const constraint = missing ? 'Member must not be null' : constraintOf(issue);
  // A value of the wrong JSON type never reaches the service's own checks.
  if (constraint === undefined) throw new IdentityError('SerializationException', 'Unexpected value');
  const repeated = repeatedMembers.has(member) ? (missing ? ' null' : ` '${value}'`) : '';
  return `Value${repeated} at '${member}' failed to satisfy constraint: ${constraint}`;
}

/**
 * Reads a call's parameters.
 * @throws {IdentityError} `InvalidParameterException` that lists every violation as the service words it, joined by
 * `;`; `SerializationException` for a value of another JSON type
 */
export function readParameters<S extends z.ZodObject>(schema: S, body: unknown): z.infer<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const violations = result.error.issues.map((issue) => violation(issue, body));
  const count = violations.length === 1 ? '1 validation error' : `${violations.length} validation errors`;
  throw refusal('InvalidParameterException', `${count} detected: ${violations.join('; ')}`);
}
