import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { InvalidWebhookEvent, invalidSignature } from '#server/buying/payment-provider.ts';
import { createWebhookReader } from './webhook.ts';

const now = new Date('2026-01-01T12:00:00Z');
const reader = createWebhookReader(['whsec_new', 'whsec_old'], () => now, false);
const event = JSON.stringify({
  ...{ id: 'evt_1', object: 'event', type: 'x.y', livemode: false, created: 1, data: { object: {} } },
});
const signed = (payload: string, { secret = 'whsec_new', aheadSeconds = 0 } = {}) =>
  Stripe.webhooks.generateTestHeaderString({
    ...{ payload, secret, timestamp: now.getTime() / 1000 + aheadSeconds },
  });
const read = (payload: string, header: string) => reader.read(Buffer.from(payload), header);

it('An event is taken that any of the secrets has signed, so that one can replace another', () => {
  for (const secret of ['whsec_new', 'whsec_old'])
    expect(read(event, signed(event, { secret })).event.id).toBe('evt_1');
  expect(() => read(event, signed(event, { secret: 'whsec_other' }))).toThrow(invalidSignature());
  expect(() => read(`${event} `, signed(event))).toThrow(invalidSignature());
});

it('A signature is good for five minutes, before and after, so that nobody keeps one for later', () => {
  for (const aheadSeconds of [-300, 300])
    expect(read(event, signed(event, { aheadSeconds })).event.id).toBe('evt_1');
  for (const aheadSeconds of [-301, 301]) {
    const header = signed(event, { aheadSeconds });
    expect(reader.mayBeSigned(header)).toBe(false);
    expect(() => read(event, header)).toThrow(invalidSignature());
  }
});

it.each([undefined, '', 't=1', `v1=${'a'.repeat(64)}`, `t=${now.getTime() / 1000},v0=${'a'.repeat(64)}`])(
  'A header of %s is no signature, which is seen without the body',
  (header) => {
    expect(reader.mayBeSigned(header)).toBe(false);
  },
);

it('A body that is signed and no JSON is a fault of its sender', () => {
  expect(() => read('{', signed('{'))).toThrow(InvalidWebhookEvent);
});
