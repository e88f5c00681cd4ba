import { createHash } from 'node:crypto';
import type { Request } from 'express';

/** A weak entity tag: the same content in another compression counts as the same. */
export function etagOf(content: string | Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether the client holds this content already (RFC 9110 section 13.1.2). Express's own check would also heed the
 * request's `Cache-Control: no-cache`, which clients that send the validator by hand add by themselves.
 */
export function isHeldByClient(request: Request, etag: string): boolean {
  const held = request.get('if-none-match');
  if (held === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return held.trim() === '*' || held.split(',').some((tag) => opaque(tag) === opaque(etag));
}
