import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { invalidSignature, type ReceivedEvent } from '#server/buying/payment-provider.ts';
import { readConfig } from '#server/config.ts';
import { countsInMemory } from '#server/ledger/bounded-counts.ts';
import { calls } from '#shared/api/calls.ts';
import { patternOf, readUnlockedContent, receiveStripeEvent } from '#shared/endpoints.ts';
import { anna } from '#tests/support/accounts.ts';
import { completeSettings } from '#tests/support/configuration.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { createFastPath } from './fast-path.ts';
import { usualPatience } from './listener.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { ContextResponse } from './request-context.ts';
import type { Services } from './services.ts';

const headers = { document: ['x-kind', 'document'], resource: ['x-kind', 'resource'] };
const at = new Date('2025-06-01T12:00:00.000Z');
const unlocked = patternOf(readUnlockedContent);
const webhook = patternOf(receiveStripeEvent);
const event: ReceivedEvent = {
  event: { id: 'evt_1', type: 'customer.created', objectId: null, createdAt: at },
  subject: { kind: 'other' },
};

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(at);
});
afterEach(() => memory.ledger.close());

/** A site that knows the token `known`, and the signature `good`; whether its ledger fails, and for how many it has room. */
async function site({ ledger = {}, room = 100 }: { ledger?: object; room?: number } = {}) {
  const identity = identityPort(anna, {
    rememberedAccount: (token) => (token === 'known' ? anna : undefined),
    verifyIdToken: async (token) => (token === 'none' ? null : anna),
  });
  const routes: (string | undefined)[] = [];
  const { answer, messages } = createFastPath(
    {
      ...{ identity, clock: memory.clock, ledger: { ...memory.ledger, ...ledger }, counts: countsInMemory },
      config: { ...readConfig(completeSettings), mostRequestsAtOnce: room },
      ...{ log: createLogger('silent', { write: () => undefined }), metrics: createMetrics() },
      webhooks: {
        mayBeSigned: (signature: unknown) => signature === 'good' || signature === 'old',
        read(_body: Uint8Array, signature: string) {
          if (signature !== 'good') throw invalidSignature();
          return event;
        },
      },
      site: {
        answer({ url }: { url: string }, response: ContextResponse) {
          if (url === '/page') response.end('from memory');
          return url === '/page';
        },
        handler: (_request: unknown, response: ContextResponse) => void response.end('by Express'),
      },
    } as unknown as Services,
    headers,
    usualPatience,
  );
  const server = createServer({ ...messages }, (asked, response) => {
    answer(asked, response);
    response.on('close', () => routes.push((response as ContextResponse).locals.route));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asks: request(server), url, asked: identity.asked, routes };
}

describe('a page in memory', () => {
  it('is sent without Express, which answers for the others', async () => {
    const { asks } = await site();
    const answer = await asks.get('/page');
    expect([answer.text, answer.headers['x-kind']]).toEqual(['from memory', undefined]);
    const other = await asks.get('/other');
    expect([other.text, other.headers['x-kind']]).toEqual(['by Express', 'document']);
  });

  it('is not sent to a request that has a body', async () => {
    const { asks } = await site();
    expect((await asks.get('/page').set({ 'content-length': '0' })).text).toBe('by Express');
    expect((await asks.get('/page').set({ 'transfer-encoding': 'chunked' })).status).toBe(400);
  });
});

it.each(['foo://x', 'https://anna:secret@[::1%25x]:80/', '//anna:secret@host:bad/x#y'])(
  'An address that cannot be parsed is refused at once, body or not, and printed nowhere: %s',
  async (target) => {
    const warn = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => warn.mockRestore());
    const { url } = await site();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-kind: document[\s\S]*The address is malformed/i);
    expect(warn).not.toHaveBeenCalled();
  },
);

describe('what the app’s buyers own', () => {
  const bearer = { authorization: 'Bearer known' };

  it('is told at once to a token that was verified before, and is 304 to who has it', async () => {
    const { asks, asked, routes } = await site();
    const answer = await asks.get(unlocked).set(bearer);
    expect([answer.status, answer.body]).toEqual([200, { data: [{ adventures: [] }] }]);
    expect(answer.headers).toMatchObject({
      ...{ 'x-kind': 'resource', 'cache-control': 'private, no-cache' },
      ...{ 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) },
      'server-timing': expect.stringMatching(/^app;dur=/),
    });
    expect(asked.map(([method]) => method)).toEqual(['rememberedAccount']);
    const again = await asks.get(unlocked).set({ ...bearer, 'if-none-match': `${answer.headers['etag']}` });
    expect(again.status).toBe(304);
    expect(routes).toEqual([unlocked, unlocked]);
  });

  it('is told by Express to a token that was not seen yet, and to nobody without one', async () => {
    const { asks, asked } = await site();
    const answer = await asks.get(unlocked).set('authorization', 'Bearer new');
    expect([answer.status, answer.headers['x-kind']]).toEqual([200, 'document']);
    expect(asked.map(([method]) => method)).toEqual(['rememberedAccount', 'verifyIdToken']);
    asked.splice(0);
    expect((await asks.get(unlocked)).status).toBe(401);
    expect(asked).toEqual([]);
  });

  it('is not told under another address', async () => {
    const { asks, asked } = await site();
    const answer = await asks.get('/other').set(bearer);
    expect([answer.text, answer.headers['x-kind']]).toEqual(['by Express', 'document']);
    expect(asked).toEqual([]);
  });

  it('is not told by another method, or past the number of requests at once', async () => {
    expect((await (await site()).asks.head(unlocked).set(bearer)).headers['x-kind']).toBe('document');
    const full = await (await site({ room: 0 })).asks.get(unlocked).set(bearer);
    expect([full.status, full.headers['x-kind']]).toEqual([503, 'document']);
  });

  it('that cannot be looked up is Express’s to say', async () => {
    const broken = () => Promise.reject(new Error('The disk is broken'));
    const { asks } = await site({ ledger: { read: broken, snapshot: broken } });
    const answer = await asks.get(unlocked).set(bearer);
    expect([answer.status, answer.headers['x-kind']]).toEqual([500, 'document']);
  });
});

describe('an event of the payment provider', () => {
  const send = async (signature: string, about: Parameters<typeof site>[0] = {}, body = '{}') =>
    (await site(about)).asks
      .post(webhook)
      .set({ 'content-type': 'application/json', 'stripe-signature': signature })
      .send(body);

  it('is acknowledged once it is in the ledger', async () => {
    const answer = await send('good');
    expect([answer.status, answer.body]).toEqual([200, { received: true, outcome: 'ignored' }]);
    expect(await memory.ledger.hasEvent('evt_1')).toBe(true);
    expect((await send('good')).body).toEqual({ received: true, outcome: 'seen_before' });
  });

  it.each(['none', 'old'])('that is not signed, with %s, is refused', async (signature) => {
    const answer = await send(signature);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).code).toBe('invalid_signature');
    expect(await memory.ledger.hasEvent('evt_1')).toBe(false);
  });

  it('may be as large as its contract says, and no larger', async () => {
    const { largestBytes } = calls[receiveStripeEvent].body;
    expect((await send('good', {}, ' '.repeat(largestBytes))).status).toBe(200);
    expect((await send('good', {}, ' '.repeat(largestBytes + 1))).status).toBe(413);
  });

  it('may come without a length', async () => {
    const { url } = await site();
    const body = new Blob(['{}']).stream();
    const about = { method: 'POST', headers: { 'stripe-signature': 'good' }, body, duplex: 'half' };
    expect((await fetch(`${url}${webhook}`, about as RequestInit)).status).toBe(200);
  });

  it('is taken under its own address alone', async () => {
    const { asks } = await site();
    const { text } = await asks.post('/other').set({ 'stripe-signature': 'good' }).send('{}');
    expect(text).toBe('by Express');
    expect(await memory.ledger.hasEvent('evt_1')).toBe(false);
  });

  it('is taken by POST alone', async () => {
    const { asks } = await site();
    const answer = await asks.delete(webhook).set({ 'stripe-signature': 'good' }).send('{}');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    expect(await memory.ledger.hasEvent('evt_1')).toBe(false);
  });

  it('that could not be recorded is 500, so that it is delivered again', async () => {
    const full = () => Promise.reject(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }));
    const answer = await send('good', { ledger: { amend: full } });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([500, 'internal_error']);
  });

  it('whose body cannot be read is refused as it is', async () => {
    const { asks } = await site();
    const about = { 'stripe-signature': 'good', 'content-encoding': 'compress' };
    const answer = await asks.post(webhook).set(about).send('{}');
    expect(answer.status).toBe(415);
  });

  it('past the number of requests at once is refused, and not taken in', async () => {
    const answer = await send('good', { room: 0 });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, 'service_unavailable']);
    expect(await memory.ledger.hasEvent('evt_1')).toBe(false);
  });
});
