import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { type CachedFile, cacheFile, sendCached, sendFile } from './cached-file.ts';
import { etagOf } from './etag.ts';
import type { ContextResponse } from './request-context.ts';

const text = 'The lamp is out. '.repeat(50);
const plain = Buffer.from(text);
const about = ['content-type', 'text/plain', 'cache-control', 'no-cache'];
const always = {
  ...{ 'content-type': 'text/plain', 'cache-control': 'no-cache', etag: etagOf(plain) },
  ...{ vary: 'Accept-Encoding', 'server-timing': 'memory', 'x-request-id': 'request-1' },
};

/** Asks a server of one file; 501 is what it says where it has not answered from memory. */
async function ask(
  send: (asked: IncomingMessage, response: ContextResponse) => boolean | Promise<void>,
  { method = 'get', ...headers }: { method?: 'get' | 'head' } & Record<string, string> = {},
) {
  const answering = request((asked: IncomingMessage, plainResponse: ServerResponse) => {
    const response = Object.assign(plainResponse, { locals: { requestId: 'request-1' } as Express.Locals });
    if (send(asked, response) === false) response.writeHead(501).end();
  })[method]('/');
  const {
    status,
    headers: told,
    text: body,
  } = await answering.set({ 'accept-encoding': 'identity', ...headers });
  return { status, headers: told, body };
}
const askCached = (file: CachedFile, headers?: Parameters<typeof ask>[1]) =>
  ask((asked, response) => sendCached(asked, response, file), headers);
const askFor = (file: CachedFile, headers?: Parameters<typeof ask>[1]) =>
  ask((asked, response) => sendFile(asked, response, file, 404), headers);

describe('a file in memory', () => {
  const file = cacheFile(plain, about, 'on first use');

  it('is sent with its headers, its tag and the id of the request', async () => {
    const { status, headers, body } = await askCached(file);
    expect([status, body]).toEqual([200, text]);
    expect(headers).toMatchObject({ ...always, 'content-length': String(plain.length) });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('is not sent again to who has it: 304 with the headers that every answer has', async () => {
    const { status, headers, body } = await askCached(file, { 'if-none-match': file.etag });
    expect([status, body]).toEqual([304, '']);
    expect(headers).toMatchObject(always);
    expect((await askCached(file, { 'if-none-match': 'W/"older"' })).status).toBe(200);
  });

  it('is as long as it would be, without its bytes, for HEAD', async () => {
    const { status, headers, body } = await askCached(file, { method: 'head' });
    expect([status, headers['content-length'], body]).toEqual([200, String(plain.length), undefined]);
  });

  it('is sent with another status where it stands in for what is not there, and not as 304', async () => {
    const { status, body } = await askFor(file, { 'if-none-match': file.etag });
    expect([status, body]).toEqual([404, text]);
  });
});

describe('a compressed form that is made on first use', () => {
  it('is not in memory before, and is from then on', async () => {
    const file = cacheFile(plain, about, 'on first use');
    const gzip = { 'accept-encoding': 'gzip' };
    expect((await askCached(file, gzip)).status).toBe(501);
    const first = await askFor(file, gzip);
    expect(first.body).toBe(text);
    expect(first.headers).toMatchObject({ ...always, 'content-encoding': 'gzip' });
    expect(Number(first.headers['content-length'])).toBeLessThan(plain.length / 5);
    expect((await askCached(file, gzip)).headers).toMatchObject({ 'content-encoding': 'gzip' });
  });

  it('is brotli, gzip or none', async () => {
    const file = cacheFile(plain, about, 'on first use');
    expect(file.encodings).toEqual(['br', 'gzip', 'identity']);
    expect(brotliDecompressSync((await file.load('br')).body).toString()).toBe(text);
    expect(gunzipSync((await file.load('gzip')).body).toString()).toBe(text);
    expect((await file.load('identity')).body).toBe(plain);
  });

  it('is made once for all who ask at the same time', async () => {
    const file = cacheFile(plain, about, 'on first use');
    const [one, other] = await Promise.all([file.load('br'), file.load('br')]);
    expect(one).toBe(other);
  });
});

describe('the compressed forms that the build has made', () => {
  it('are sent as they are, and no others are offered', async () => {
    const file = cacheFile(plain, about, { br: Buffer.from('made by the build') });
    expect(file.encodings).toEqual(['identity', 'br']);
    expect(file.cached('br')?.body.toString()).toBe('made by the build');
    expect(file.cached('br')?.headers.slice(-4)).toEqual(['content-encoding', 'br', 'content-length', '17']);
    expect((await askCached(file, { 'accept-encoding': 'gzip' })).body).toBe(text);
    expect(cacheFile(plain, about, {}).encodings).toEqual(['identity']);
  });
});
