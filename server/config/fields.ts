// Field types that several settings share (zod).

import { isIP } from 'node:net';
import { z } from 'zod';

const commaSeparated = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1, 'expected something on both sides of every comma')));

/** Several values, comma separated, each of this form. */
export const listOf = <T extends z.ZodType<unknown, string>>(item: T) => commaSeparated.pipe(z.array(item));

/** One of these words. */
export const choice = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, { error: `expected ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` });

/** A text that matches a pattern. @param expected for the fault's text, also when the value is missing */
export const matching = (form: RegExp, expected: string) =>
  z.string({ error: expected }).regex(form, expected);

/** What a function makes of a text; `null` is a fault. */
export const readBy = <T>(read: (text: string) => T | null, expected: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });

/**
 * A number in decimal digits. `Number()` alone also takes `0x1000`, which other readers of the same variable (the image's
 * health check, compose) do not.
 */
const numeral = (form: RegExp, expected: string) => matching(form, expected).transform(Number);

export const wholeNumber = (least: number) => {
  const expected = `expected a whole number of at least ${least}`;
  return numeral(/^\d{1,15}$/, expected).pipe(z.number().min(least, expected));
};
export const positive = (expected: string, most: number) =>
  numeral(/^\d{1,15}(\.\d{1,15})?$/, expected).pipe(z.number().positive(expected).max(most, expected));

export const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an http:// or https:// address' });

/**
 * The origin of a URL that has no path. A path would be ignored silently, and a shop below a path finds neither its pages
 * nor its webhooks.
 */
export const origin = httpUrl
  .refine((text) => {
    const url = URL.parse(text);
    return url === null || url.href === `${url.origin}/`;
  }, 'expected an address without a path, a query or a password')
  // URL itself takes a stray quote, comma or semicolon for a part of the host.
  .refine(
    (text) => /^([\w.-]*|\[[\da-f:.]+\])$/.test(URL.parse(text)?.hostname ?? ''),
    'expected an address whose host has letters, digits, dots and hyphens only',
  )
  .transform((url) => new URL(url).origin);
const portExpectation = 'expected a port number';
export const port = numeral(/^\d{1,5}$/, portExpectation).pipe(z.number().max(65_535, portExpectation));

/** The largest allowed subnet of proxies, in bits of its prefix: half of the internet is no proxy of ours. */
const shortestProxyPrefix = 7;

/** An address, or a subnet as address and length of its prefix. */
export function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) >= shortestProxyPrefix && Number(prefix) <= bits)
  );
}

/** Whether a URL points to this machine only (loopback). */
export const isOwnMachine = ({ hostname }: URL): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
