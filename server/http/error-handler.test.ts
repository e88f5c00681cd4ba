import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import { DeletionNoted } from '#server/accounts/erase-account.ts';
import {
  InvalidWebhookEvent,
  idempotencyConflict,
  invalidSignature,
  PaymentProviderUnavailable,
} from '#server/buying/payment-provider.ts';
import { IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { DatabaseFault } from '#server/ledger/ledger.ts';
import { Refusal } from '#server/refusal.ts';
import { answerErrors, EventNotRecorded } from './error-handler.ts';

/** A site in which a call goes wrong; what it logs, and the errors that are handed on to Express, which prints them. */
function site(...handlers: RequestHandler[]) {
  const log = { warn: vi.fn(), error: vi.fn() };
  const handedOn: unknown[] = [];
  const app = express()
    .use((_request, response, next) => {
      Object.assign(response.locals, { requestId: 'request-1', startedAt: performance.now(), log });
      next();
    })
    .post('/', ...handlers)
    .use(answerErrors)
    .use(((error, _request, response, _next) => {
      handedOn.push(error);
      response.end();
    }) as express.ErrorRequestHandler);
  return { app, log, handedOn };
}
async function answerTo(error: unknown) {
  const { app, log } = site(() => {
    throw error;
  });
  const { status, text } = await request(app).post('/');
  const { code, detail, field } = JSON.parse(text);
  return { told: [status, code, detail], field, log };
}
const withFields = (fields: object) => Object.assign(new Error('secret inner words'), fields);

const ours = [500, 'internal_error', 'Try again. If it happens again, tell us the request id.'];
const busy = [503, 'service_unavailable', 'The database is busy. Send the same request again in a moment.'];

it('A refusal is told as it was made, and is no news', async () => {
  const { told, field, log } = await answerTo(new Refusal('price_changed', 'It costs more.', 'products.0'));
  expect(told).toEqual([400, 'price_changed', 'It costs more.']);
  expect(field).toBe('products.0');
  expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []]);
});

describe('a failure of ours', () => {
  it.each([
    ['any error', withFields({})],
    ['a disk that is full', withFields({ code: 'SQLITE_FULL' })],
    ['a compressor of ours', withFields({ code: 'Z_BUF_ERROR' })],
    ['a database that is broken', new DatabaseFault('POSTGRES_XX001', 'broken', false, undefined)],
    ['an error of others that calls itself passing', withFields({ passing: true })],
    [
      'an event that was not recorded',
      new EventNotRecorded('evt_1', { cause: withFields({ code: 'SQLITE_BUSY' }) }),
    ],
    ['a type and a status that say nothing', withFields({ type: 'StripeCardError', status: 402 })],
  ])('is logged as one and told without its words: %s', async (_, error) => {
    const { told, log } = await answerTo(error);
    expect(told).toEqual(ours);
    expect(log.error.mock.calls).toEqual([[{ err: error }, expect.anything()]]);
    expect(log.warn).not.toHaveBeenCalled();
  });
});

it('An event that was not recorded is called so in the log', () => {
  expect(new EventNotRecorded('evt_1').name).toBe('EventNotRecorded');
});

describe('a service that does not answer', () => {
  it.each([
    [
      new PaymentProviderUnavailable('down'),
      [502, 'payment_provider_unavailable', 'Nothing was charged. Send the same request again in a moment.'],
    ],
    [
      new IdentityProviderUnavailable('down'),
      [503, 'identity_provider_unavailable', 'You are still signed in. Try again in a moment.'],
    ],
    [
      new DeletionNoted('down'),
      [
        ...[503, 'deletion_noted'],
        'The account is deleted as soon as the identity service answers. Nothing is left to do.',
      ],
    ],
    [new DatabaseFault('POSTGRES_55P03', 'locked', true, undefined), busy],
    [withFields({ code: 'SQLITE_BUSY' }), busy],
    [withFields({ code: 'SQLITE_BUSY_SNAPSHOT' }), busy],
    [withFields({ code: 'SQLITE_LOCKED_SHAREDCACHE' }), busy],
  ])('is a warning, and to be asked again: %s', async (error, answer) => {
    const { told, log } = await answerTo(error);
    expect(told).toEqual(answer);
    expect(log.warn.mock.calls).toEqual([[{ err: error }, expect.anything()]]);
    expect(log.error).not.toHaveBeenCalled();
  });
});

it('A signed event that cannot be read is refused with the reason, and is a warning', async () => {
  const error = new InvalidWebhookEvent('It has no id.');
  const { told, log } = await answerTo(error);
  expect(told).toEqual([400, 'invalid_request', 'It has no id.']);
  expect(log.warn.mock.calls).toEqual([[{ err: error }, expect.anything()]]);
});

describe('what the caller has done', () => {
  it.each([
    [idempotencyConflict(), [409, 'idempotency_conflict', 'Use a new Idempotency-Key for another order.']],
    [
      invalidSignature(),
      [400, 'invalid_signature', 'Sign the raw body with the configured webhook secret, just now.'],
    ],
    [
      withFields({ type: 'request.size.invalid', status: 400 }),
      [400, 'invalid_request', 'The body is not as long as its content-length says.'],
    ],
    [
      withFields({ type: 'request.aborted', status: 400 }),
      [400, 'invalid_request', 'The request ended early.'],
    ],
    [
      withFields({ status: 412 }),
      [412, 'precondition_failed', 'The file is another one by now. Ask for the whole of it.'],
    ],
    [withFields({ status: 416 }), [416, 'range_not_satisfiable', 'Ask for a range within the file.']],
    [withFields({ status: 400 }), [400, 'invalid_request', 'The address or a header is malformed.']],
  ])('is told, and is no news: %s', async (error, answer) => {
    const { told, log } = await answerTo(error);
    expect(told).toEqual(answer);
    expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []]);
  });

  it.each([
    [
      10,
      { 'content-encoding': 'gzip' },
      [415, 'unsupported_media_type', 'Send the body without compression.'],
    ],
    [16 * 1024, {}, [413, 'body_too_large', 'Send at most 16 KiB.']],
    [512 * 1024, {}, [413, 'body_too_large', 'Send at most 512 KiB.']],
  ])(
    'to a body of more than %d bytes or with %j is told as the body reader calls it',
    async (limit, headers, answer) => {
      const { app } = site(express.raw({ type: () => true, limit, inflate: false }));
      const { status, text } = await request(app)
        .post('/')
        .set(headers)
        .send('x'.repeat(limit + 1));
      const { code, detail } = JSON.parse(text);
      expect([status, code, detail]).toEqual(answer);
    },
  );
});

it('An error after the whole answer was sent is no news', async () => {
  const { app, log, handedOn } = site((_request, response) => {
    response.end('sent');
    throw new Error('too late');
  });
  const { status, text } = await request(app).post('/');
  expect([status, text, handedOn]).toEqual([200, 'sent', []]);
  expect(log.error).not.toHaveBeenCalled();
});

it('An error in the middle of an answer ends the connection, so that nobody takes half for the whole', async () => {
  const error = withFields({ raw: { token: 'not for the log of Express' } });
  const { app, log, handedOn } = site((_request, response) => {
    response.write('half');
    throw error;
  });
  await expect(request(app).post('/')).rejects.toThrow('socket hang up');
  expect(handedOn).toEqual([]);
  expect(log.error.mock.calls).toEqual([[{ err: error }, 'an answer broke off']]);
});
