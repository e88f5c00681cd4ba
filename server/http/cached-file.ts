// The cache of static files and pages: precompressed forms in memory, ETag and 304, content negotiation
// (Accept-Encoding).

import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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

type Compressed = Exclude<Encoding, 'identity'>;
const compress: Record<Compressed, (plain: Buffer) => Promise<Buffer>> = {
  // Makes a page a kilobyte smaller than level 9. Level 11 would take three times as long on the first request, to save a
  // third of that again.
  br: (plain) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};

/**
 * Puts a page or file into the cache.
 * @param about headers of every answer, except those of caching and compression
 * @param compressed the forms that the build has precompressed, or `on first use` to compress here
 */
export function cacheFile(
  plain: Buffer,
  about: HeaderList,
  compressed: Partial<Record<Compressed, Buffer>> | 'on first use',
) {
  const etag = etagOf(plain);
  const headers = [...about, 'etag', etag, 'vary', 'Accept-Encoding', 'server-timing', 'memory'];
  const representations = new Map<Encoding, Representation>();
  const loading = new Map<Encoding, Promise<Representation>>();
  function add(encoding: Encoding, body: Buffer): Representation {
    const coded = encoding === 'identity' ? [] : ['content-encoding', encoding];
    const representation = {
      body,
      headers: [...headers, ...coded, 'content-length', String(body.length)],
    };
    representations.set(encoding, representation);
    return representation;
  }
  const identity = add('identity', plain);
  if (compressed !== 'on first use') {
    for (const [encoding, body] of Object.entries(compressed)) add(encoding as Compressed, body);
  }
  return {
    etag,
    /** Headers of every answer with it, also of a 304. */
    headers,
    encodings: compressed === 'on first use' ? allEncodings : [...representations.keys()],
    /** The representation, or `undefined` if it has to be compressed first. */
    cached: (encoding: Encoding) => representations.get(encoding),
    load(encoding: Encoding): Promise<Representation> {
      if (encoding === 'identity') return Promise.resolve(identity);
      const representation =
        loading.get(encoding) ?? compress[encoding](plain).then((body) => add(encoding, body));
      loading.set(encoding, representation);
      return representation;
    },
  };
}

/**
 * Answers with a cached file in the best encoding that the client accepts, if that encoding is in the cache.
 * @returns whether it has answered
 */
export function sendCached(request: IncomingMessage, response: ContextResponse, file: CachedFile): boolean {
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, [...file.headers, 'x-request-id', response.locals.requestId]).end();
    return true;
  }
  const representation = file.cached(bestEncoding(request.headers['accept-encoding'], file.encodings));
  if (representation) write(response, representation, 200);
  return representation !== undefined;
}

/** Answers with a cached file in the best encoding that the client accepts; compresses it first if necessary. */
export async function sendFile(
  request: IncomingMessage,
  response: ContextResponse,
  file: CachedFile,
  status: number,
): Promise<void> {
  const encoding = bestEncoding(request.headers['accept-encoding'], file.encodings);
  write(response, file.cached(encoding) ?? (await file.load(encoding)), status);
}

/** For HEAD, Node sends only the headers. */
function write(response: ContextResponse, { headers, body }: Representation, status: number): void {
  response.writeHead(status, [...headers, 'x-request-id', response.locals.requestId]).end(body);
}
