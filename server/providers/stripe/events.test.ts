import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { InvalidWebhookEvent } from '#server/buying/payment-provider.ts';
import { eventTypes, receivedEvent, refundFact } from './events.ts';

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
  it('are not asked for when a payment page expires, which anybody can cause in numbers and which changes nothing', () => {
    expect(eventTypes).not.toContain('checkout.session.expired');
  });

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

  it('is never older than the refund, also when it was read right after and so is backdated', () => {
    const refund = { id: 're_1', payment_intent: 'pi_1', status: 'failed', created: 1_740_000_000 };
    const asOf = (seconds: number) =>
      refundFact(refund as Stripe.Refund, new Date(seconds * 1000))?.asOf.getTime();
    expect(asOf(1_739_999_700)).toBe(1_740_000_000_000);
    expect(asOf(1_740_000_020)).toBe(1_740_000_020_000);
  });

  it('date a refund that waited for the buyer’s bank details from when it got them', () => {
    const refund = { object: 'refund', id: 're_1', payment_intent: 'pi_1', amount: 100, status: 'pending' };
    const event = eventWith({ ...refund, created: 1_740_000_000 });
    event.data.previous_attributes = { status: 'requires_action' } as Partial<Stripe.Refund>;
    expect(receivedEvent(event, false).subject).toMatchObject({
      fact: { countedAt: new Date(1_750_000_000_000) },
    });
  });

  it('tell a refund that waits for the balance from one on its way, and date it from when it was paid', () => {
    const refund = {
      object: 'refund',
      id: 're_1',
      payment_intent: 'pi_1',
      amount: 100,
      created: 1_740_000_000,
    };
    const factOf = (over: Partial<Stripe.Refund>, before: Partial<Stripe.Refund> | null = null) => {
      const event = eventWith({ ...refund, ...over });
      Object.assign(event.data, { previous_attributes: before });
      return receivedEvent(event, false).subject;
    };
    for (const [why, status] of [
      ['insufficient_funds', 'pending_insufficient_funds'],
      ['charge_pending', 'pending_charge_pending'],
      ['the_moon', 'pending_otherwise'],
    ]) {
      const waiting = { status: 'pending', pending_reason: why ?? '' } as const;
      expect(factOf(waiting)).toMatchObject({ fact: { status } });
      expect(factOf({ status: 'succeeded' }, waiting)).toMatchObject({
        fact: { status: 'succeeded', countedAt: new Date(1_750_000_000_000) },
      });
    }
    for (const over of [{}, { pending_reason: null }, { pending_reason: 'processing' }])
      expect(factOf({ status: 'pending', ...over } as Partial<Stripe.Refund>)).toMatchObject({
        fact: { status: 'pending' },
      });
    expect(
      factOf({ status: 'succeeded' }, { status: 'pending', pending_reason: 'processing' }),
    ).toMatchObject({
      fact: { countedAt: new Date(1_740_000_000_000) },
    });
  });

  it('date a dispute from the event', () => {
    const dispute = { object: 'dispute', id: 'du_1', payment_intent: 'pi_1', amount: 100, status: 'lost' };
    expect(receivedEvent(eventWith({ ...dispute, created: 1_740_000_000 }), false).subject).toMatchObject({
      fact: { countedAt: new Date(1_750_000_000_000) },
    });
  });

  it('have what a dispute has taken of the shop, where its own amount is in the currency that the buyer was charged in', () => {
    const dispute = { object: 'dispute', id: 'du_1', payment_intent: 'pi_1', status: 'lost', amount: 4380 };
    const movement = (amount: number, currency = 'sek') => ({ amount, currency });
    const told = (currency: string | undefined, ...balance_transactions: object[]) =>
      receivedEvent(eventWith({ ...dispute, currency, balance_transactions }), false).subject;
    const amount = (amountOre: number, currency: string | null) => ({ fact: { amountOre, currency } });
    expect(told('sek')).toMatchObject(amount(4380, 'sek'));
    expect(told('sek', movement(-5000))).toMatchObject(amount(4380, 'sek'));
    expect(told(undefined)).toMatchObject(amount(4380, null));
    expect(told('eur', movement(-50_000))).toMatchObject(amount(50_000, 'sek'));
    expect(told('eur', movement(-50_000), movement(50_000))).toMatchObject(amount(50_000, 'sek'));
    for (const nothing of [[], [movement(-4380, 'eur')]])
      expect(told('eur', ...nothing)).toMatchObject(amount(4380, 'eur'));
    expect(told('eur', movement(-0.5))).toEqual({
      ...{ kind: 'unreadable', why: 'Its dispute cannot be read at balance_transactions' },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', [], /no event/],
    ['nothing', null, /no event/],
    ['a word', 'evt_1', /no event/],
    ['an event of no kind', { ...eventWith({}), object: { toString: 1 }, id: undefined }, /an id/],
    ['an event without its object', { ...eventWith({}), data: {} }, /its object/],
    ['an event without an id', { ...eventWith({}), id: undefined }, /an id/],
    [
      'an event that does not say when it was made',
      { ...eventWith({}), created: undefined },
      /when it was made/,
    ],
    ['an event from after the year 9999', { ...eventWith({}), created: 1e300 }, /when it was made/],
    ['a thin event', { id: 'evt_1', object: 'v2.core.event', type: 'v1.x', created: '2026-01-01' }, /thin/],
    ['an event of the other mode', { ...eventWith({}), livemode: true }, /mode/],
    ['an event of a connected account', { ...eventWith({}), account: 'acct_1' }, /connected account/],
  ])('refuses %s, and says why', (_, event, why) => {
    expect(() => receivedEvent(event, false)).toThrow(InvalidWebhookEvent);
    expect(() => receivedEvent(event, false)).toThrow(why);
  });

  it('of either mode are taken in their own mode alone', () => {
    const live = { ...eventWith({}), livemode: true };
    expect(receivedEvent(live, true).event.id).toBe('evt_1');
    for (const livemode of [false, undefined])
      expect(() => receivedEvent({ ...live, livemode }, true)).toThrow(/of test mode/);
  });

  const session = {
    ...{ object: 'checkout.session', id: 'cs_1', payment_status: 'paid', livemode: false, created: 1 },
    ...{ metadata: { product_fist: '25000' }, amount_total: 25_000, customer_email: 'anna@example.com' },
  };
  const refund = { object: 'refund', id: 're_1', payment_intent: 'pi_1', amount: 100, created: 1 };
  const dispute = { object: 'dispute', id: 'du_1', payment_intent: 'pi_1', amount: 100, status: 'lost' };
  const warning = {
    object: 'radar.early_fraud_warning',
    id: 'w_1',
    payment_intent: 'pi_1',
    actionable: true,
  };
  it.each<[string, object]>([
    ['id', { ...session, id: 5 }],
    ['payment_status', { ...session, payment_status: undefined }],
    ['payment_intent', { ...session, payment_intent: ['pi_1'] }],
    ['customer_details.email', { ...session, customer_details: { email: 5 } }],
    ['metadata', { ...session, metadata: { account_id: [] } }],
    ['amount_total', { ...session, amount_total: -1 }],
    ['created', { ...session, created: 1e300 }],
    [
      'presentment_details.presentment_amount',
      { ...session, presentment_details: { presentment_amount: '5' } },
    ],
    [
      'presentment_details.presentment_currency',
      { ...session, presentment_details: { presentment_amount: 5 } },
    ],
    ['presentment_currency', { ...session, presentment_details: { presentment_currency: 'eur' } }],
    ['total_details.amount_tax', { ...session, total_details: { amount_tax: 25_001 } }],
    ['amount_tax', { ...session, amount_total: null, total_details: { amount_tax: 1 } }],
    ['country', { ...session, customer_details: { address: { country: 'SWE' } } }],
    ['message', { ...session, custom_text: { terms_of_service_acceptance: { message: [] } } }],
    ['amount', { ...refund, amount: '100' }],
    ['amount', { ...dispute, amount: null }],
    ['actionable', { ...warning, actionable: 'yes' }],
  ])('whose object cannot be read at %s are events all the same, which say so', (where, object) => {
    const { event, subject } = receivedEvent(eventWith(object), false);
    expect([event.id, subject]).toEqual([
      'evt_1',
      { kind: 'unreadable', why: expect.stringMatching(new RegExp(`[ .]${where}$`)) },
    ]);
  });

  it('that can be read are', () => {
    const kinds = [session, refund, dispute, warning].map(
      (object) => receivedEvent(eventWith(object), false).subject.kind,
    );
    expect(kinds).toEqual(['checkout_session', 'payment_fact', 'payment_fact', 'fraud_warning']);
  });

  it('with an agreement and none of the texts beside it give no consent', () => {
    const agreed = { ...session, consent: { terms_of_service: 'accepted' } };
    expect(receivedEvent(eventWith(agreed), false).subject).toMatchObject({ session: { consentText: null } });
  });

  it('says when an event is written in another release of the API', () => {
    const at = (version: string) =>
      receivedEvent({ ...eventWith({}), api_version: version }, false).otherVersion;
    expect(at(Stripe.API_VERSION)).toBeUndefined();
    expect(at('2019-01-01')).toBe('2019-01-01');
    expect(at(5 as unknown as string)).toBeUndefined();
    expect(at('2025-03-31.basil')).toBe('2025-03-31.basil');
  });

  it('in another release about money name their object and tell nothing of it', () => {
    const told = (object: object) =>
      receivedEvent({ ...eventWith(object), api_version: '2024-06-20' }, false).subject;
    expect([session, { ...refund, amount: 'odd' }, dispute].map(told)).toEqual([
      { kind: 'outdated', object: 'checkout.session', id: session.id },
      { kind: 'outdated', object: 'refund', id: 're_1' },
      { kind: 'outdated', object: 'dispute', id: 'du_1' },
    ]);
    expect(told(warning)).toMatchObject({ kind: 'fraud_warning' });
    expect(told({ object: 'customer', id: 'cus_1' })).toEqual({ kind: 'other' });
  });

  it('about a refund or dispute of a payment that no checkout made change nothing', () => {
    for (const object of ['refund', 'dispute']) {
      expect(receivedEvent(eventWith({ object, id: 'x_1', payment_intent: null }), false).subject).toEqual({
        kind: 'other',
      });
    }
  });
});
