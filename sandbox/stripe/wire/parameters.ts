import { z } from 'zod';
import { isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { invalidParameter, type StripeApiError } from './errors.ts';

/**
 * Building blocks for the parameters of a call. Everything arrives as text in a form, so each block also turns the text
 * into its value. The messages are Stripe's own where they are publicly known.
 */

/** Our own faults carry Stripe's code beside the message. */
function fault(context: z.core.$RefinementCtx, input: unknown, code: string | null, message: string): never {
  context.issues.push({ code: 'custom', input, message, params: { stripeCode: code } });
  return z.NEVER;
}

/** Text of 1 to `longest` characters. */
export const text = (longest = 5000) =>
  z
    .string()
    .min(1)
    .transform((value, context) =>
      value.length <= longest
        ? value
        : fault(
            context,
            value,
            null,
            `Invalid string: ${value.slice(0, 6)}…${value.slice(-6)}; must be at most ${longest} characters`,
          ),
    );

/** An absolute http or https address; `{CHECKOUT_SESSION_ID}` may stand in it. */
export const url = () =>
  text(5000).transform((value, context) =>
    /^https?:\/\//i.test(value) && URL.canParse(value)
      ? value
      : fault(context, value, 'url_invalid', 'Not a valid URL'),
  );

export const email = () =>
  text(800).transform((value, context) =>
    isEmail(normaliseEmail(value))
      ? value.trim()
      : fault(context, value, 'email_invalid', `Invalid email address: ${value}`),
  );

/** An integer of at least `least`. */
export const integer = (least = 0) =>
  text().transform((value, context) => {
    if (!/^-?\d{1,15}$/.test(value))
      return fault(context, value, 'parameter_invalid_integer', `Invalid integer: ${value}`);
    if (Number(value) < least)
      return fault(
        context,
        value,
        'parameter_invalid_integer',
        least > 0
          ? `This value must be greater than or equal to ${least}.`
          : 'This value must be greater than or equal to 0.',
      );
    return Number(value);
  });

export const boolean = () =>
  text().transform((value, context) =>
    value === 'true' || value === 'false'
      ? value === 'true'
      : fault(context, value, null, `Invalid boolean: ${value}`),
  );

/** A three-letter currency code, in lower case. */
export const currency = () =>
  text().transform((value, context) =>
    /^[a-z]{3}$/i.test(value) && Intl.supportedValuesOf('currency').includes(value.toUpperCase())
      ? value.toLowerCase()
      : fault(context, value, null, `Invalid currency: ${value.toLowerCase()}.`),
  );

/** An array, which a form carries as `name[0]`, `name[1]`; a long one is decoded as an object with those keys. */
export const list = <T extends z.ZodType>(item: T, most = 100) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))
        ? Object.values(value)
        : value,
    z.array(item).max(most),
  );

/** Up to 50 keys of at most 40 characters without brackets, each value at most 500 (docs.stripe.com/metadata). */
export const metadata = () =>
  z
    .union([z.literal('').transform(() => ({})), z.record(z.string(), z.string())])
    .transform((value, context) => {
      const entries = Object.entries(value as Record<string, string>);
      if (entries.length > 50)
        return fault(
          context,
          value,
          null,
          `Metadata can have at most 50 keys, but you passed in ${entries.length} keys.`,
        );
      for (const [key, text] of entries) {
        if (key.length > 40)
          return fault(
            context,
            value,
            null,
            `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
          );
        if (/[[\]]/.test(key))
          return fault(
            context,
            value,
            null,
            `Metadata keys can't contain square brackets. Invalid key: ${key}`,
          );
        if (text.length > 500)
          return fault(
            context,
            value,
            null,
            `Metadata values can have up to 500 characters, but you passed in a value that is ${text.length} characters. Invalid value: ${text}`,
          );
      }
      return Object.fromEntries(entries);
    });

/** A moment or a range of moments, in Unix seconds. */
export const moment = () =>
  z.union([
    integer(),
    z.strictObject({
      gt: integer().optional(),
      gte: integer().optional(),
      lt: integer().optional(),
      lte: integer().optional(),
    }),
  ]);

export const expansion = { expand: list(text(), 20).optional() };

export const pagination = {
  ...expansion,
  limit: integer(1).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

/**
 * The parameters of a call, checked.
 * @param decoded the decoded form or query
 * @throws StripeApiError for the first fault, an unknown parameter before all others
 */
export function read<T extends z.ZodType>(schema: T, decoded: unknown): z.output<T> {
  const result = schema.safeParse(decoded);
  if (result.success) return result.data;
  const issues = result.error.issues.map(mostTelling);
  const first = issues.find((issue) => issue.code === 'unrecognized_keys') ?? issues[0];
  if (first === undefined) throw new Error('a failed parse without an issue');
  throw refusal(first, decoded);
}

/** Of the alternatives of a union, the one that got furthest says best what is wrong. */
function mostTelling(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().find((candidate) => candidate.code !== 'invalid_type');
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

function refusal(issue: z.core.$ZodIssue, decoded: unknown): StripeApiError {
  const param = nameOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const names = issue.keys.map((key) => nameOf([...issue.path, key]));
      const noun = names.length > 1 ? 'parameters' : 'parameter';
      return invalidParameter(`Received unknown ${noun}: ${names.join(', ')}`, 'parameter_unknown', names[0]);
    }
    case 'custom':
      return invalidParameter(issue.message, issue.params?.['stripeCode'] ?? undefined, param);
    case 'too_big':
      return invalidParameter(
        `Invalid array: ${param} may have at most ${issue.maximum} elements`,
        undefined,
        param,
      );
    case 'too_small':
      return invalidParameter(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
        'parameter_invalid_empty',
        param,
      );
    case 'invalid_value':
      return valueAt(decoded, issue.path) === undefined
        ? missing(param)
        : invalidParameter(
            `Invalid ${param}: must be one of ${orList(issue.values.map(String))}`,
            undefined,
            param,
          );
    default:
      return valueAt(decoded, issue.path) === undefined
        ? missing(param)
        : invalidParameter(
            `Invalid ${issue.code === 'invalid_type' ? issue.expected : 'value'}`,
            undefined,
            param,
          );
  }
}

/** The refusal of a call that lacks a parameter. */
export function missing(param: string): StripeApiError {
  return invalidParameter(`Missing required param: ${param}.`, 'parameter_missing', param);
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

function orList(values: string[]): string {
  return values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;
}

function valueAt(decoded: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    decoded,
  );
}
