// The cache of static files and pages: precompressed forms in memory, ETag and 304, content negotiation
// (Accept-Encoding).

import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { allEncodings, bestEncoding, type Encoding } from './encodings.ts';
import { etagOf, matchesEtag } from './etag.ts';
import type { ContextResponse } from './request-context.ts';
import type { HeaderList } from './security-headers.ts';

/** A file or page in one content encoding ("representation" in RFC 9110): the bytes and all response headers. */
interface Representation {
  headers: HeaderList;
  body: Buffer;
}

/** A page or static file in the memory cache, with its response headers. */
export type CachedFile = ReturnType<typeof cacheFile>;

/** Takes some 10 ms for a page, once for each page and encoding. */
const encode: Record<Encoding, (plain: Buffer) => Buffer> = {
  // Makes a page a kilobyte smaller than level 9. Level 11 would take three times as long on the first request, to save a
  // third of that again.
  br: (plain) =>
    brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (plain) => gzipSync(plain, { level: 9 }),
  identity: (plain) => plain,
};

/**
 * Puts a page or file into the cache.
 * @param about headers of every answer, except those of caching and compression
 * @param compressed the forms that the build has precompressed, or `on first use` to compress here
 * @param etag of the plain form, where it is known already
 */
export function cacheFile(
  plain: Buffer,
  about: HeaderList,
  compressed: Partial<Record<Exclude<Encoding, 'identity'>, Buffer>> | 'on first use',
  etag = etagOf(plain),
) {
  const headers = [...about, 'etag', etag, 'vary', 'Accept-Encoding', 'server-timing', 'memory'];
  const given: Partial<Record<Encoding, Buffer>> = compressed === 'on first use' ? {} : compressed;
  const representations = new Map<Encoding, Representation>();
  return {
    etag,
    /** Headers of every answer with it, also of a 304. */
    headers,
    encodings:
      compressed === 'on first use'
        ? allEncodings
        : allEncodings.filter((one) => one === 'identity' || given[one]),
    representation(encoding: Encoding): Representation {
      const known = representations.get(encoding);
      if (known) return known;
      const body = given[encoding] ?? encode[encoding](plain);
      const coded = encoding === 'identity' ? [] : ['content-encoding', encoding];
      const made = { body, headers: [...headers, ...coded, 'content-length', String(body.length)] };
      representations.set(encoding, made);
      return made;
    },
  };
}

/**
 * Answers with a cached file in the best encoding that the client accepts; with 304 if it has the file already. For HEAD,
 * Node sends only the headers.
 * @param status of a page that stands in for what is not there
 */
export function sendFile(
  request: IncomingMessage,
  response: ContextResponse,
  file: CachedFile,
  status: 200 | 404 | 405 = 200,
): void {
  const requestId = ['x-request-id', response.locals.requestId];
  if (status === 200 && matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, [...file.headers, ...requestId]).end();
    return;
  }
  const encoding = bestEncoding(request.headers['accept-encoding'], file.encodings);
  const { headers, body } = file.representation(encoding);
  response.writeHead(status, [...headers, ...requestId]).end(body);
}
