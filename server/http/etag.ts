// Entity tags (ETag) and If-None-Match.

import { hash } from 'node:crypto';

/** A weak ETag: the same content in another compression counts as the same. */
export function etagOf(content: string | Buffer): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/**
 * Whether the client has this content already (RFC 9110 section 13.1.2). Express's own check would also obey the
 * request's `Cache-Control: no-cache`, which clients that send the validator by hand add by themselves.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
