// JSON answers for clients that poll: ETag and 304 Not Modified.

import type { IncomingMessage } from 'node:http';
import { contractOf, type Endpoint } from '#shared/api/calls.ts';
import { patternOf } from '#shared/endpoints.ts';
import { etagOf, matchesEtag } from './etag.ts';
import type { ContextResponse } from './request-context.ts';
import type { HeaderList } from './security-headers.ts';

/**
 * Answers a call that clients poll: with an ETag, and with 304 when they have the same content already.
 * @param headers further headers of the answer, if they are not set yet
 */
export function sendPolled(
  request: IncomingMessage,
  response: ContextResponse,
  endpoint: Endpoint,
  content: unknown,
  headers: HeaderList,
): void {
  response.locals.quietRoute = patternOf(endpoint);
  const body = JSON.stringify(content);
  const etag = etagOf(body);
  const { who, cacheControl } = contractOf(endpoint);
  const list = [
    ...headers,
    ...['cache-control', cacheControl ?? 'no-store', 'etag', etag],
    ...(who === 'anybody' ? [] : ['vary', 'Authorization, Cookie']),
  ];
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, list).end();
    return;
  }
  const length = String(Buffer.byteLength(body));
  list.push('content-type', 'application/json; charset=utf-8', 'content-length', length);
  response.writeHead(200, list).end(body);
}
