import express from 'express';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { invalidSignature, type ReceivedEvent } from '#server/buying/payment-provider.ts';
import { receiveStripeEvent } from '#shared/endpoints.ts';
import { type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { answerErrors, EventNotRecorded } from '../error-handler.ts';
import type { Services } from '../services.ts';
import { refuseUnsigned, webhookCalls } from './webhook.ts';

let shop: SmallShop;
let read: string[];
beforeEach(() => {
  shop = smallShop();
  read = [];
});

const eventOf = (id: string): ReceivedEvent => ({
  event: { id, type: 'customer.created', objectId: null, createdAt: shop.now },
  subject: { kind: 'other' },
});
/** What takes in these events, each under its id as its body. @param over of the site's services */
function receiver(events: readonly ReceivedEvent[], over: Partial<Services> = {}) {
  const webhooks: Services['webhooks'] = {
    mayBeSigned: (signature): signature is string => signature === 'good' || signature === 'old',
    read(body, signature) {
      const id = Buffer.from(body).toString();
      read.push(id);
      const found = events.find(({ event }) => event.id === id);
      if (signature !== 'good' || !found) throw invalidSignature();
      return found;
    },
  };
  const { ledger, clock, log, metrics, payments, books } = shop;
  const services = { webhooks, ledger, clock, log, metrics, payments, books, ...over } as unknown as Services;
  const handler = webhookCalls(services)[receiveStripeEvent];
  const receive = (rawBody: unknown, signature: string, requestId: string) =>
    handler({
      ...{ request: { headers: { 'stripe-signature': signature } }, body: rawBody },
      response: { locals: { requestId } },
    } as unknown as Parameters<typeof handler>[0]);
  return { services, receive };
}
const body = (id: string) => Buffer.from(id);

describe('a webhook event', () => {
  it('that is signed is taken in once, and the log tells its id, its type and what became of it', async () => {
    const { receive } = receiver([eventOf('evt_1')]);
    expect(await receive(body('evt_1'), 'good', 'request-1')).toEqual({ received: true, outcome: 'ignored' });
    expect(await receive(body('evt_1'), 'good', 'request-2')).toMatchObject({ outcome: 'seen_before' });
    expect(shop.logged).toEqual([
      {
        level: 'info',
        fields: { requestId: 'request-1', event: 'evt_1', type: 'customer.created', outcome: 'ignored' },
      },
      {
        level: 'info',
        fields: { requestId: 'request-2', event: 'evt_1', type: 'customer.created', outcome: 'seen_before' },
      },
    ]);
  });

  it('that is not signed, or has no bytes, changes nothing', async () => {
    const { receive } = receiver([eventOf('evt_1')]);
    for (const [what, signature] of [
      [body('evt_1'), 'old'],
      [{ id: 'evt_1' }, 'good'],
      [undefined, 'good'],
    ] as const)
      await expect(receive(what, signature, 'request-1')).rejects.toMatchObject({
        code: 'invalid_signature',
      });
    expect(shop.logged.filter(({ level }) => level !== 'warn')).toEqual([]);
  });

  it('that somebody else signed is told of at once, and then once a quarter of an hour, however many come', async () => {
    let now = shop.now.getTime();
    const { receive } = receiver([eventOf('evt_1')], { clock: () => new Date(now) });
    const refuse = () =>
      expect(receive(body('evt_1'), 'old', 'request')).rejects.toMatchObject({ code: 'invalid_signature' });
    for (const later of [0, 1, 14 * 60_000, 15 * 60_000]) {
      now = shop.now.getTime() + later;
      await refuse();
    }
    expect(shop.logged).toEqual([
      { level: 'warn', fields: { refused: 1 } },
      { level: 'warn', fields: { refused: 3 } },
    ]);
  });

  it('in another version of the provider’s API is taken in, and each version is told of once', async () => {
    const events = [
      { ...eventOf('evt_1'), otherVersion: '2020-08-27' },
      { ...eventOf('evt_2'), otherVersion: '2020-08-27' },
      { ...eventOf('evt_3'), otherVersion: '2019-12-03' },
      eventOf('evt_4'),
    ];
    const { receive } = receiver(events);
    for (const { event } of events)
      expect(await receive(body(event.id), 'good', 'request')).toMatchObject({ received: true });
    expect(shop.logged.filter(({ level }) => level === 'warn').map(({ fields }) => fields)).toEqual([
      { version: '2020-08-27', event: 'evt_1' },
      { version: '2019-12-03', event: 'evt_3' },
    ]);
  });

  it('that the ledger does not take is an error of ours, which names the event and why', async () => {
    const cause = new Error('The disk is full');
    const fails = () => Promise.reject(cause);
    const { receive } = receiver([eventOf('evt_1')], {
      ledger: { ...shop.ledger, amend: fails, write: fails },
    } as unknown as Services);
    const outcome = await receive(body('evt_1'), 'good', 'request-1').catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(EventNotRecorded);
    expect(outcome).toMatchObject({ message: 'The event evt_1 was not recorded', cause });
    expect(shop.logged).toEqual([]);
  });
});

it('The body of what nobody can have signed just now is not read, the connection ends, and the webhook is what was called', async () => {
  const read: unknown[] = [];
  const routes: unknown[] = [];
  const app = express()
    .use((_request, response, next) => {
      Object.assign(response.locals, { requestId: 'request-1', startedAt: performance.now() });
      response.on('close', () => routes.push(response.locals.route));
      next();
    })
    .post('/', refuseUnsigned(receiver([]).services), express.raw({ type: () => true }))
    .use((asked: express.Request, response: express.Response) => {
      read.push(asked.body);
      response.end();
    })
    .use(answerErrors);
  const sent = (headers: Record<string, string>) =>
    request(app)
      .post('/')
      .set({ connection: 'keep-alive', ...headers })
      .send('{}');
  for (const headers of [{}, { 'stripe-signature': 'bad' }]) {
    const answer = await sent(headers);
    expect([answer.status, answer.headers['connection']]).toEqual([400, 'close']);
    expect(JSON.parse(answer.text).code).toBe('invalid_signature');
  }
  expect([read, routes]).toEqual([[], Array(2).fill('/api/stripe/webhook')]);
  const answer = await sent({ 'stripe-signature': 'good' });
  expect([answer.status, answer.headers['connection'], read.length]).toEqual([200, 'keep-alive', 1]);
});
