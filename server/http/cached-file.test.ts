import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { type CachedFile, cacheFile, sendFile } from './cached-file.ts';
import { etagOf } from './etag.ts';
import type { ContextResponse } from './request-context.ts';

const text = 'The lamp is out. '.repeat(50);
const plain = Buffer.from(text);
const about = ['content-type', 'text/plain', 'cache-control', 'no-cache'];
const always = {
  ...{ 'content-type': 'text/plain', 'cache-control': 'no-cache', etag: etagOf(plain) },
  ...{ vary: 'Accept-Encoding', 'server-timing': 'memory', 'x-request-id': 'request-1' },
};

/** Asks a server of one file. @param status as which it is sent */
async function ask(
  file: CachedFile,
  { method = 'get', ...headers }: { method?: 'get' | 'head' } & Record<string, string> = {},
  status?: 404,
) {
  const answer = await request((asked: IncomingMessage, plainResponse: ServerResponse) => {
    const locals = { requestId: 'request-1' } as Express.Locals;
    sendFile(asked, Object.assign(plainResponse, { locals }) as ContextResponse, file, status);
  })
    [method]('/')
    .set({ 'accept-encoding': 'identity', ...headers });
  return { status: answer.status, headers: answer.headers, body: answer.text };
}

describe('a file in memory', () => {
  const file = cacheFile(plain, about, 'on first use');

  it('is sent with its headers, its tag and the id of the request', async () => {
    const { status, headers, body } = await ask(file);
    expect([status, body]).toEqual([200, text]);
    expect(headers).toMatchObject({ ...always, 'content-length': String(plain.length) });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('is not sent again to who has it: 304 with the headers that every answer has', async () => {
    const { status, headers, body } = await ask(file, { 'if-none-match': file.etag });
    expect([status, body]).toEqual([304, '']);
    expect(headers).toMatchObject(always);
    expect((await ask(file, { 'if-none-match': 'W/"older"' })).status).toBe(200);
  });

  it('is as long as it would be, without its bytes, for HEAD', async () => {
    const { status, headers, body } = await ask(file, { method: 'head' });
    expect([status, headers['content-length'], body]).toEqual([200, String(plain.length), undefined]);
  });

  it('is sent with another status where it stands in for what is not there, and not as 304', async () => {
    const { status, body } = await ask(file, { 'if-none-match': file.etag }, 404);
    expect([status, body]).toEqual([404, text]);
  });
});

describe('a compressed form that is made on first use', () => {
  const file = cacheFile(plain, about, 'on first use');

  it('is sent with its encoding and its length', async () => {
    const { body, headers } = await ask(file, { 'accept-encoding': 'gzip' });
    expect(body).toBe(text);
    expect(headers).toMatchObject({ ...always, 'content-encoding': 'gzip' });
    expect(Number(headers['content-length'])).toBeLessThan(plain.length / 5);
  });

  it('is brotli, gzip or none', () => {
    expect(file.encodings).toEqual(['br', 'gzip', 'identity']);
    expect(brotliDecompressSync(file.representation('br').body).toString()).toBe(text);
    expect(gunzipSync(file.representation('gzip').body).toString()).toBe(text);
    expect(file.representation('identity').body).toBe(plain);
  });

  it('is made once', () => {
    expect(file.representation('br')).toBe(file.representation('br'));
  });
});

describe('the compressed forms that the build has made', () => {
  it('are sent as they are, and no others are offered', async () => {
    const file = cacheFile(plain, about, { br: Buffer.from('made by the build') });
    expect(file.encodings).toEqual(['br', 'identity']);
    const { body, headers } = file.representation('br');
    expect(body.toString()).toBe('made by the build');
    expect(headers.slice(-4)).toEqual(['content-encoding', 'br', 'content-length', '17']);
    expect((await ask(file, { 'accept-encoding': 'gzip' })).body).toBe(text);
    expect(cacheFile(plain, about, {}).encodings).toEqual(['identity']);
  });
});
