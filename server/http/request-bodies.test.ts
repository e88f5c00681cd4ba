import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Refusal } from '#server/refusal.ts';
import * as endpoints from '#shared/endpoints.ts';
import { cart, post, callSite as site } from '#tests/support/call-site.ts';
import { bodyReader } from './request-bodies.ts';

describe('a request that is not of its contract', () => {
  it('is refused with the field that is meant', async () => {
    const { app, steps } = site();
    const answer = await post(app, endpoints.createCheckoutSession).send({ ...cart, products: [{ id: 7 }] });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'invalid_request', field: 'products.0.id' });
    expect(steps).not.toContain('handler');
    const none = JSON.parse((await post(app, endpoints.createCheckoutSession).send([])).text);
    expect([none.code, 'field' in none]).toEqual(['invalid_request', false]);
  });

  it('of hundreds of products that are none is refused for their number, and not for each of them', async () => {
    const products = Array.from({ length: 1001 }, () => ({}));
    const answer = await post(site().app, endpoints.createCheckoutSession).send({ ...cart, products });
    expect(JSON.parse(answer.text)).toMatchObject({
      ...{ code: 'invalid_request', field: 'products', detail: 'Send at most 47 products.' },
    });
    const of1000 = await post(site().app, endpoints.createCheckoutSession).send({
      ...{ ...cart, products: products.slice(1) },
    });
    expect(JSON.parse(of1000.text)).toMatchObject({ field: 'products.0.id' });
  });

  it('is refused for its header', async () => {
    const asked = post(site().app, endpoints.createCheckoutSession).set('idempotency-key', 'k'.repeat(256));
    expect(JSON.parse((await asked.send(cart)).text)).toMatchObject({
      ...{ code: 'invalid_request', detail: 'Use an Idempotency-Key of at most 255 characters.' },
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('is refused as %s', async (type) => {
    const answer = await post(site().app, endpoints.useCode).set('content-type', type).send('{"code":"a"}');
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([415, 'unsupported_media_type']);
  });

  it('is refused past 64 KiB', async () => {
    const { app } = site();
    const ofSize = (size: number) =>
      post(app, endpoints.useCode).send({
        activationCode: 'a'.repeat(size - '{"activationCode":""}'.length),
      });
    expect(JSON.parse((await ofSize(64 * 1024)).text).code).not.toBe('body_too_large');
    expect(JSON.parse((await ofSize(64 * 1024 + 1)).text).code).toBe('body_too_large');
  });
});

it('A body is given as bytes where its contract says so, of whatever type it calls itself, and as JSON of its types', async () => {
  const { app, seen } = site();
  await post(app, endpoints.receiveStripeEvent).set('content-type', 'application/x').send('bytes');
  expect(seen.call?.body).toEqual(Buffer.from('bytes'));
  await post(app, endpoints.reportCspViolations)
    .set('content-type', 'application/csp-report')
    .send('{"a":1}');
  expect(seen.call?.body).toEqual({ a: 1 });
  await post(app, endpoints.reportCspViolations).set('content-type', 'text/plain').send('{"a":1}');
  expect(seen.call?.body).toBeUndefined();
  // Of a call without one it is not read at all.
  const asJson = { 'content-type': 'application/json' };
  expect((await request(app).delete('/api/session').set(asJson).send('{')).status).not.toBe(400);
});

describe('JSON', () => {
  const send = (text: string | Buffer, type = 'application/json') =>
    post(site().app, endpoints.useCode).set('content-type', type).serialize(String).send(text);
  const problemOf = async (...sent: Parameters<typeof send>) => {
    const { code, detail } = JSON.parse((await send(...sent)).text);
    return [code, detail];
  };

  it.each(['{', '', '"text"', 'null', '1'])('that is no object or list is refused: %s', async (text) => {
    const expected =
      text === '' ? ['invalid_request', expect.any(String)] : ['invalid_json', 'Send well-formed JSON.'];
    expect(await problemOf(text)).toEqual(expected);
  });

  it.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['application/json; charset="UTF-8"', true],
    ['application/json;charset=utf-8;version=1', true],
    ['application/json; charset=utf-16', false],
    ['application/json; charset=latin1', false],
    ['application/json; charset=utf-8x', false],
  ])('is UTF-8: as %s it is taken: %s', async (type, isTaken) => {
    const answer = await send('{"activationCode":"a"}', type);
    if (isTaken) expect(answer.status).toBe(200);
    else expect(JSON.parse(answer.text)).toMatchObject({ detail: 'Send the body in UTF-8.' });
  });

  it('may begin with a byte order mark', async () => {
    expect((await send('\ufeff{"activationCode":"a"}')).status).toBe(200);
  });

  it('is parsed for its handler alone, after who asks was found out, and not kept', async () => {
    const { app, seen } = site({ authenticate: () => Promise.reject(new Refusal('unauthorized', 'No.')) });
    expect(
      (await post(app, endpoints.useCode).set('content-type', 'application/json').send('{')).status,
    ).toBe(401);
    const open = site();
    await post(open.app, endpoints.useCode).send({ activationCode: 'a', more: [[[]]] });
    expect(open.seen.call?.body).toEqual({ activationCode: 'a' });
    expect(open.seen.call?.request.body).toEqual(Buffer.from('{"activationCode":"a","more":[[[]]]}'));
    expect(seen.call).toBeUndefined();
  });
});

describe('a body without its length', () => {
  /** Begins a request whose body comes in chunks. */
  async function inChunks(method: string, path: string, about: Record<string, string> = {}) {
    const { app, steps, seen } = site();
    const server = createServer(app).on('checkContinue', app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json', ...about };
    const asking = httpRequest({ port, host: '127.0.0.1', method, path, headers });
    onTestFinished(() => void asking.destroy());
    asking.on('error', () => undefined).flushHeaders();
    const answer = once(asking, 'response') as Promise<[IncomingMessage]>;
    const answered = async () => {
      const [response] = await answer;
      const { connection } = response.headers;
      return { status: response.statusCode, connection, ...((await json(response)) as object) };
    };
    return { asking, answered, steps, seen };
  }
  const useCode = endpoints.patternOf(endpoints.useCode);

  it.each([
    ['a call of another method', 'PUT', useCode],
    ['a call that takes none', 'GET', endpoints.patternOf(endpoints.listProducts)],
  ])('is refused and not read for %s, and its connection ends', async (_, method, path) => {
    const { answered, steps } = await inChunks(method, path);
    const refused = { code: 'invalid_request', detail: 'Send no body with this call.' };
    expect(await answered()).toMatchObject({ status: 400, connection: 'close', ...refused });
    expect(steps).toEqual([]);
  });

  it('may come in 1 024 chunks', async () => {
    const { asking, answered, seen } = await inChunks('POST', useCode);
    for (let sent = 0; sent < 1022; sent += 1) asking.write(' ');
    asking.write('{"activationCode":');
    asking.end('"a"}');
    await answered();
    expect(seen.call?.body).toEqual({ activationCode: 'a' });
  });

  it('is refused with one chunk more, before it has ended', async () => {
    const { asking, answered, steps } = await inChunks('POST', useCode);
    for (let sent = 0; sent < 1025; sent += 1) asking.write(' ');
    expect(await answered()).toMatchObject({
      ...{ status: 400, connection: 'close', code: 'invalid_request' },
      detail: 'Send the body in fewer and larger pieces.',
    });
    expect(steps).not.toContain('handler');
  });

  it.each([
    ['of another type', { 'content-type': 'text/plain' }],
    ['compressed', { 'content-encoding': 'gzip' }],
  ])('ends its connection once it is too long, if it was answered before: %s', async (_, about) => {
    const { asking, answered } = await inChunks('POST', useCode, about);
    const ended = new Promise((resolve) => asking.once('close', resolve));
    asking.write(' ');
    expect((await answered()).status).toBe(415);
    // More than Node reads ahead of nobody.
    asking.write(' '.repeat(64 * 1024 + 1));
    await ended;
  });

  it('is refused once it is too long, before it has ended', async () => {
    const { asking, answered, steps } = await inChunks('POST', useCode);
    asking.write(' '.repeat(64 * 1024 + 1));
    expect(await answered()).toMatchObject({ status: 413, connection: 'close', code: 'body_too_large' });
    expect(steps).not.toContain('handler');
  });
});

it('A body that tells its length, and comes byte by byte, is refused as well', async () => {
  const headers = { 'content-length': '2000' };
  const asked = Object.assign(new PassThrough(), { headers, socket: new PassThrough() });
  const response = { set: vi.fn(), headersSent: false };
  const outcome = new Promise((resolve) => {
    const read = bodyReader({ types: 'raw', largestBytes: 4096 });
    read(asked as never, response as never, resolve);
  });
  for (let sent = 0; sent < 1025; sent += 1) asked.write(' ');
  expect(await outcome).toMatchObject({
    ...{ code: 'invalid_request', message: 'Send the body in fewer and larger pieces.' },
  });
  expect(response.set.mock.calls).toEqual([['connection', 'close']]);
});

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is refused and not unpacked, whatever it holds: %s', async (encoding, compress) => {
    const { app, steps } = site();
    for (const endpoint of [endpoints.useCode, endpoints.receiveStripeEvent] as const) {
      const answer = await post(app, endpoint)
        .set({ 'content-type': 'application/json', 'content-encoding': encoding })
        .serialize(String)
        .send(compress('{"activationCode":"a"}'));
      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.text)).toMatchObject({
        ...{ code: 'unsupported_media_type', detail: 'Send the body without compression.' },
      });
    }
    expect(steps).not.toContain('handler');
  });
});

describe('a body that waits to be asked for', () => {
  /** The answer to a client that sends its body only after `100 Continue`, and whether it was told to continue. */
  async function sendWhenAsked(length: number, waits = true) {
    const read = bodyReader({ types: 'raw', largestBytes: 1024 });
    const app = express()
      .post('/', read, (asked, response) => void response.json({ bytes: asked.body.length }))
      .use((error: Refusal, _request: unknown, response: express.Response, _next: unknown) => {
        response.status(413).json({ code: error.code, detail: error.message });
      });
    const server = createServer(app).on('checkContinue', app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-length': length, ...(waits && { expect: '100-continue' }) };
    const asking = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers });
    let asked = false;
    asking.on('continue', () => {
      asked = true;
      if (waits) asking.end('x'.repeat(length));
    });
    if (waits) asking.flushHeaders();
    else asking.end('x'.repeat(length));
    const [response] = await once(asking, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    asking.destroy();
    return { asked, connection: response.headers.connection, answer: JSON.parse(text) };
  }

  it('is asked for', async () => {
    expect(await sendWhenAsked(1024)).toMatchObject({ asked: true, answer: { bytes: 1024 } });
  });

  it('is not asked for when it comes by itself', async () => {
    expect(await sendWhenAsked(1024, false)).toMatchObject({ asked: false, answer: { bytes: 1024 } });
  });

  it('is not when it says that it is too large', async () => {
    expect(await sendWhenAsked(1025)).toEqual({
      ...{ asked: false, connection: 'close' },
      answer: { code: 'body_too_large', detail: 'Send at most 1 KiB.' },
    });
  });
});
