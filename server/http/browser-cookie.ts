// The browser's own cookie: by it the shop knows the browser that opened a payment page, signed in or not.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { knownBrowserSeconds } from '#server/buying/opened-checkouts.ts';
import type { Config } from '#server/config.ts';

/** An id of 128 random bits, base64url. Anything else in the cookie was not set by us. */
const idPattern = /^[A-Za-z0-9_-]{22}$/;

const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** On https the name says that no other host and no subdomain can have set it. */
const nameOf = (config: Pick<Config, 'publicUrl'>): string =>
  isHttps(config) ? '__Host-browser' : 'browser';

/** The browser's id, or `null` when it sends none of ours. */
export function browserIdOf({ headers }: IncomingMessage, config: Pick<Config, 'publicUrl'>): string | null {
  const name = `${nameOf(config)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const id = pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? '';
  return idPattern.test(id) ? id : null;
}

/** An id for a browser that has none yet. */
export const newBrowserId = (): string => randomBytes(16).toString('base64url');

/**
 * Keeps the id in the browser, out of reach of scripts and of other sites. It goes into the browser only when somebody goes
 * to pay: it is needed for what they asked for, and says nothing about who they are.
 */
export function keepBrowserId(response: Response, id: string, config: Pick<Config, 'publicUrl'>): void {
  response.cookie(nameOf(config), id, {
    ...{ httpOnly: true, sameSite: 'strict', secure: isHttps(config), path: '/' },
    maxAge: knownBrowserSeconds * 1000,
  });
}
