import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { eventTypes, receivedEvent } from './events.ts';

const eventWith = (object: object) =>
  ({
    id: 'evt_1',
    type: 'refund.updated',
    created: 1_750_000_000,
    data: { object },
  }) as unknown as Stripe.Event;

describe('events of the payment provider', () => {
  it('that matter here are the ones that the README tells the operator to subscribe to', () => {
    const readme = readFileSync('README.md', 'utf8');
    const named = [...readme.matchAll(/`((?:checkout\.session|refund|charge\.dispute)\.[a-z_]+)`/g)];
    expect(named.map((match) => match[1]).toSorted()).toEqual([...eventTypes].toSorted());
  });

  it('about a refund carry what it was for, from the metadata, and the time of that state', () => {
    const refund = {
      ...{ object: 'refund', id: 're_1', payment_intent: 'pi_1', amount: 100, status: 'succeeded' },
      metadata: { product_fist: 'yes', note: 'x', product_fod: '' },
    };
    expect(receivedEvent(eventWith(refund)).subject).toEqual({
      kind: 'payment_fact',
      fact: {
        kind: 'refund',
        id: 're_1',
        paymentIntentId: 'pi_1',
        amountOre: 100,
        status: 'succeeded',
        productIds: ['fist', 'fod'],
        asOf: new Date(1_750_000_000_000),
      },
    });
  });

  it('about a refund or dispute of a payment that no checkout made change nothing', () => {
    for (const object of ['refund', 'dispute']) {
      expect(receivedEvent(eventWith({ object, id: 'x_1', payment_intent: null })).subject).toEqual({
        kind: 'other',
      });
    }
  });
});
