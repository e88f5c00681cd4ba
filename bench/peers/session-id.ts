import type Keygrip from 'keygrip';

/** The session id of the site's signed cookie, or `null` when the signature is not right. */
export function sessionIdFromCookie(header: string | undefined, keys: Keygrip): string | null {
  const [, name, value] = /(?:^|; ?)((?:__Host-)?session)=([^;]*)/.exec(header ?? '') ?? [];
  const [, signature] = /(?:__Host-)?session\.sig=([^;]*)/.exec(header ?? '') ?? [];
  if (!name || !value || !signature || !keys.verify(`${name}=${value}`, signature)) return null;
  const { id } = JSON.parse(Buffer.from(value, 'base64').toString()) as { id?: string };
  return id ?? null;
}
