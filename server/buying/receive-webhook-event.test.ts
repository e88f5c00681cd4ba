import { beforeEach, expect, it } from 'vitest';
import { text } from '#server/ledger/rows.ts';
import {
  disputeOf,
  eventOf,
  minutes,
  noon,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { PaymentProviderUnavailable, type ReceivedEvent } from './payment-provider.ts';
import { receiveKnownEvent, receiveWebhookEvent } from './receive-webhook-event.ts';
import type { PaymentFact } from './refunds-and-disputes.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const paid: ReceivedEvent = { event: eventOf(), subject: { kind: 'checkout_session', session: sessionOf() } };
const other: ReceivedEvent = { event: eventOf({ id: 'evt_o' }), subject: { kind: 'other' } };
const about = (fact: PaymentFact): ReceivedEvent => ({
  ...{ event: eventOf({ id: `evt_${fact.id}` }), subject: { kind: 'payment_fact', fact } },
});
const events = () =>
  shop.rows('SELECT {columns} FROM webhook_events ORDER BY id', { id: text, outcome: text, broughtBy: text });

it('an event of a checkout session fulfils the order', async () => {
  expect(await receiveWebhookEvent(shop, paid)).toBe('fulfilled');
  expect(await shop.verbs.findPurchase('cs_1')).not.toBeNull();
  expect(await events()).toEqual([{ id: 'evt_1', outcome: 'fulfilled', broughtBy: 'webhook' }]);
});

it('an event that is in the ledger already is done: nothing happens, and nothing is counted', async () => {
  await receiveWebhookEvent(shop, paid);
  shop.metered.length = shop.logged.length = shop.locks.length = 0;
  expect(await receiveWebhookEvent(shop, paid)).toBe('seen_before');
  expect([shop.metered, shop.logged, shop.locks]).toEqual([[], [], []]);
});

it('an event of a refund or dispute is applied, and the log says which payment it was', async () => {
  await receiveWebhookEvent(shop, paid);
  shop.logged.length = 0;
  expect(await receiveWebhookEvent(shop, about(refundOf()))).toBe('applied');
  expect(await receiveWebhookEvent(shop, about(disputeOf({ paymentIntentId: 'pi_2' })))).toBe('waiting');
  const by = 'webhook';
  expect(shop.logged.map(({ fields }) => fields)).toEqual([
    { payment: 'pi_1', refund: 're_1', status: 'succeeded', event: 'evt_re_1', by, outcome: 'applied' },
    { payment: 'pi_2', dispute: 'du_1', status: 'needs_response', event: 'evt_du_1', by, outcome: 'waiting' },
  ]);
  expect(await events()).toMatchObject([{}, { outcome: 'waiting' }, { outcome: 'applied' }]);
});

it('an early fraud warning is counted and warned of once, and one that asks for nothing is only looked at', async () => {
  await receiveWebhookEvent(shop, paid);
  shop.logged.length = shop.metered.length = 0;
  const warning = { id: 'issfr_1', paymentIntentId: 'pi_1', isActionable: true, asOf: noon };
  const warned = (id: string, over: object = {}): ReceivedEvent => ({
    ...{ event: eventOf({ id }), subject: { kind: 'fraud_warning', warning: { ...warning, ...over } } },
  });
  expect(await receiveWebhookEvent(shop, warned('evt_w'), 'reconciler')).toBe('applied');
  expect(await receiveWebhookEvent(shop, warned('evt_x'), 'reconciler')).toBe('unchanged');
  const over = { isActionable: false, asOf: minutes(1) };
  expect(await receiveWebhookEvent(shop, warned('evt_y', over), 'reconciler')).toBe('applied');
  expect(shop.metered).toEqual([['fraudWarning']]);
  expect(shop.locks.at(-1)).toEqual(['payment pi_1']);
  const about = { payment: 'pi_1', warning: 'issfr_1', by: 'reconciler' };
  expect(shop.logged).toEqual([
    { level: 'warn', fields: { ...about, event: 'evt_w', outcome: 'applied' } },
    { level: 'info', fields: { ...about, event: 'evt_x', outcome: 'unchanged' } },
    { level: 'info', fields: { ...about, event: 'evt_y', outcome: 'applied' } },
  ]);
});

it('an event of anything else is noted and ignored', async () => {
  expect(await receiveWebhookEvent(shop, other)).toBe('ignored');
  expect(await events()).toEqual([{ id: 'evt_o', outcome: 'ignored', broughtBy: 'webhook' }]);
});

it('what a webhook brought is counted with the seconds since the event was made, what others brought is not', async () => {
  await receiveWebhookEvent(shop, paid);
  await receiveWebhookEvent(shop, other, 'reconciler');
  expect(shop.metered).toEqual([
    ['purchase', 'webhook', 60],
    ['webhookEvent', 'fulfilled', 60],
  ]);
  expect(await events()).toMatchObject([{ broughtBy: 'webhook' }, { broughtBy: 'reconciler' }]);
  expect(shop.now).toBe(noon);
});

it('an event of another version is about its object as the provider has it now, paid when its charge was made, also when it is taken in again', async () => {
  const { event } = paid;
  const outdated: ReceivedEvent = {
    ...{ event, otherVersion: '2024-06-20' },
    subject: { kind: 'outdated', object: 'checkout.session', id: 'cs_1' },
  };
  const { books } = shop;
  shop.books = { ...books, subjectNow: () => Promise.reject(new PaymentProviderUnavailable('down')) };
  await expect(receiveWebhookEvent(shop, outdated)).rejects.toThrow(PaymentProviderUnavailable);
  expect(await events()).toEqual([]);
  shop.books = books;
  shop.sessions = [sessionOf({ totalOre: 50_000 })];
  expect(await receiveWebhookEvent(shop, outdated)).toBe('fulfilled');
  expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ totalOre: 50_000, paidAt: noon });
  expect(await receiveWebhookEvent(shop, outdated)).toBe('seen_before');
  expect(await receiveKnownEvent(shop, outdated, 'operator:kim')).toBe('already_fulfilled');
  expect(shop.asked).toEqual(Array(2).fill(['subjectNow', 'evt_1', 'checkout.session', 'cs_1']));
});

it('only an event of the settlement says when an order was paid, if it is of another version', async () => {
  const settledOn = minutes(60 * 24);
  shop.payments.settledAt = async () => settledOn;
  const outdatedOf = (id: string, type: string): ReceivedEvent => ({
    event: eventOf({ id: `evt_${id}`, type, createdAt: minutes(id === 'cs_1' ? -7 : 7) }),
    ...{ otherVersion: '2024-06-20', subject: { kind: 'outdated', object: 'checkout.session', id } },
  });
  shop.sessions = ['cs_1', 'cs_2'].map((id) =>
    sessionOf({ id, paymentIntentId: `pi_${id}`, chargedAt: minutes(-120) }),
  );
  await receiveWebhookEvent(shop, outdatedOf('cs_1', 'checkout.session.completed'));
  await receiveWebhookEvent(shop, outdatedOf('cs_2', 'checkout.session.async_payment_succeeded'));
  expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ paidAt: settledOn });
  expect(await shop.verbs.findPurchase('cs_2')).toMatchObject({ paidAt: minutes(7) });
});

it('An order that is made of an event which was noted before was paid when the event says', async () => {
  const event = eventOf({ createdAt: minutes(-7) });
  const received: ReceivedEvent = {
    event,
    subject: { kind: 'checkout_session', session: sessionOf({ chargedAt: null }) },
  };
  expect(await receiveKnownEvent(shop, received, 'operator:kim')).toBe('fulfilled');
  expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ paidAt: minutes(-7) });
});
