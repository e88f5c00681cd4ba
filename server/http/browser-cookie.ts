// The browser cookie: recognises the browser that opened a payment page, signed in or not.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { knownBrowserSeconds } from '#server/buying/opened-checkouts.ts';
import type { Config } from '#server/config.ts';

/** An id of 128 random bits, base64url. Any other value was not set by this site. */
const idPattern = /^[A-Za-z0-9_-]{22}$/;

const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** On https the `__Host-` prefix guarantees that no other host and no subdomain has set it. */
const nameOf = (config: Pick<Config, 'publicUrl'>): string =>
  isHttps(config) ? '__Host-browser' : 'browser';

/**
 * The browser's id, or `null` when it sends no valid one. Only the spaces between cookies are taken off (RFC 6265 section
 * 4.2.1): browsers keep a name that begins with another blank, such as the byte A0, and do not see the `__Host-` in it, so
 * that a subdomain could set one for this host.
 */
export function browserIdOf({ headers }: IncomingMessage, config: Pick<Config, 'publicUrl'>): string | null {
  const name = `${nameOf(config)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.replace(/^ +/, ''));
  const id = pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? '';
  return idPattern.test(id) ? id : null;
}

/** An id for a browser that has none yet. */
export const newBrowserId = (): string => randomBytes(16).toString('base64url');

/**
 * Sets the browser cookie (httpOnly, SameSite). It is only set when somebody goes to pay, because that needs it, and says
 * nothing about who they are.
 */
export function keepBrowserId(response: Response, id: string, config: Pick<Config, 'publicUrl'>): void {
  response.cookie(nameOf(config), id, { ...attributesOf(config), maxAge: knownBrowserSeconds * 1000 });
}

/**
 * Deletes the browser cookie. Who signs out leaves the browser to the next person, who is then not taken for the buyer of
 * what was paid for in it.
 */
export function forgetBrowserId(response: Response, config: Pick<Config, 'publicUrl'>): void {
  response.clearCookie(nameOf(config), attributesOf(config));
}

const attributesOf = (config: Pick<Config, 'publicUrl'>) =>
  ({ httpOnly: true, sameSite: 'strict', secure: isHttps(config), path: '/' }) as const;
