// The mail service's address (SMTP_URL) and the sender (MAIL_FROM).

import { z } from 'zod';
import { isOwnMachine } from './fields.ts';

export const smtpExpectation =
  'expected smtps://user:password@host:465, special characters of user and password percent-encoded (% as %25), or smtp:// for STARTTLS, with ?tls=off only for a service in the same network';

/** The parts of a mail service's address (user and password percent-encoded), or `null`. */
export function smtpSettings(address: string) {
  const url = URL.parse(address);
  const login = url && loginOf(url);
  const tlsOption = url?.searchParams.get('tls') ?? null;
  const isKnown = url?.protocol === 'smtps:' || url?.protocol === 'smtp:';
  if (!url || !login || !isKnown || !url.hostname || (tlsOption !== null && tlsOption !== 'off')) return null;
  const secure = url.protocol === 'smtps:';
  if (secure && tlsOption !== null) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const inTheClear = tlsOption === 'off' || isOwnMachine(url);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    tls: secure ? ('secure' as const) : inTheClear ? ('off' as const) : ('required' as const),
    login: login.user === '' ? null : login,
  };
}

/** User and password of an address, or `null` when its percent encoding is invalid. */
function loginOf({ username, password }: URL): { user: string; password: string } | null {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

/** `Name <address>` or an address alone, or `null`. */
export function mailSender(sender: string): { name: string; address: string } | null {
  const named = /^\s*"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>\s*$/.exec(sender);
  const address = (named?.[2] ?? sender).trim();
  return z.email().safeParse(address).success ? { name: named?.[1] ?? '', address } : null;
}
