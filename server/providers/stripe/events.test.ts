import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { InvalidWebhookEvent } from '#server/buying/payment-provider.ts';
import { receivedEvent } from './events.ts';

const eventWith = (object: object) =>
  ({
    object: 'event',
    livemode: false,
    id: 'evt_1',
    type: 'refund.updated',
    created: 1_750_000_000,
    data: { object },
  }) as unknown as Stripe.Event;

describe('events of the payment provider', () => {
  it('about a refund carry what it was for, from the metadata, the time of that state, and when it was made', () => {
    const refund = {
      created: 1_740_000_000,
      ...{ object: 'refund', id: 're_1', payment_intent: 'pi_1', amount: 100, status: 'succeeded' },
      metadata: { product_fist: 'yes', note: 'x', product_fod: '' },
    };
    expect(receivedEvent(eventWith(refund), false).subject).toEqual({
      kind: 'payment_fact',
      fact: {
        kind: 'refund',
        id: 're_1',
        paymentIntentId: 'pi_1',
        amountOre: 100,
        status: 'succeeded',
        productIds: ['fist', 'fod'],
        asOf: new Date(1_750_000_000_000),
        countedAt: new Date(1_740_000_000_000),
      },
    });
  });

  it('date a refund that waited for the buyer’s bank details from when it got them', () => {
    const refund = { object: 'refund', id: 're_1', payment_intent: 'pi_1', amount: 100, status: 'pending' };
    const event = eventWith({ ...refund, created: 1_740_000_000 });
    event.data.previous_attributes = { status: 'requires_action' } as Partial<Stripe.Refund>;
    expect(receivedEvent(event, false).subject).toMatchObject({
      fact: { countedAt: new Date(1_750_000_000_000) },
    });
  });

  it('date a dispute from the event', () => {
    const dispute = { object: 'dispute', id: 'du_1', payment_intent: 'pi_1', amount: 100, status: 'lost' };
    expect(receivedEvent(eventWith({ ...dispute, created: 1_740_000_000 }), false).subject).toMatchObject({
      fact: { countedAt: new Date(1_750_000_000_000) },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', [], /no event/],
    ['nothing', null, /no event/],
    ['a word', 'evt_1', /no event/],
    ['an event without its object', { ...eventWith({}), data: {} }, /its object/],
    ['an event without an id', { ...eventWith({}), id: undefined }, /an id/],
    [
      'an event that does not say when it was made',
      { ...eventWith({}), created: undefined },
      /when it was made/,
    ],
    ['a thin event', { id: 'evt_1', object: 'v2.core.event', type: 'v1.x', created: '2026-01-01' }, /thin/],
    ['an event of the other mode', { ...eventWith({}), livemode: true }, /mode/],
    ['an event of a connected account', { ...eventWith({}), account: 'acct_1' }, /connected account/],
  ])('refuses %s, and says why', (_, event, why) => {
    expect(() => receivedEvent(event, false)).toThrow(InvalidWebhookEvent);
    expect(() => receivedEvent(event, false)).toThrow(why);
  });

  it('says when an event is written in another release of the API', () => {
    const at = (version: string) =>
      receivedEvent({ ...eventWith({}), api_version: version }, false).otherVersion;
    expect(at(Stripe.API_VERSION)).toBeUndefined();
    expect(at('2019-01-01')).toBe('2019-01-01');
    expect(at('2025-03-31.basil')).toBe('2025-03-31.basil');
  });

  it('about a refund or dispute of a payment that no checkout made change nothing', () => {
    for (const object of ['refund', 'dispute']) {
      expect(receivedEvent(eventWith({ object, id: 'x_1', payment_intent: null }), false).subject).toEqual({
        kind: 'other',
      });
    }
  });
});
