import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedEvent, WebhookEvent } from '#server/buying/payment-provider.ts';
import { type EventOutcome, noteEvent } from '#server/buying/webhook-events.ts';
import type { Actor } from '#server/identity/cause.ts';
import {
  at,
  later,
  type OperatorsDesk,
  openDesk,
  refundOf,
  sessionOf,
} from '#tests/support/operators-desk.ts';
import { listEvents, replayEvent } from './events.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const eventOf = (id: string, type = 'checkout.session.completed'): WebhookEvent => ({
  ...{ id, type, objectId: null, createdAt: at },
});
const note = (event: WebhookEvent, outcome: EventOutcome, when = at, by: Actor = 'webhook') =>
  desk.ledger.amend(() => noteEvent(event, outcome, by, when));

describe('The list of events', () => {
  it('has what was received, the newest first, by type and by what became of it', async () => {
    await note({ ...eventOf('evt_b'), objectId: 'cs_1' }, 'fulfilled');
    await note(eventOf('evt_a'), 'not_paid');
    await note(eventOf('evt_c', 'charge.refunded'), 'ignored', later, 'reconciler');
    const ids = async (filter: { type?: string; outcome?: string }) =>
      (await listEvents(desk.needs, { ...filter, most: 9 })).map(({ id }) => id);
    expect(await ids({})).toEqual(['evt_c', 'evt_a', 'evt_b']);
    expect(await ids({ type: 'checkout.session.completed' })).toEqual(['evt_a', 'evt_b']);
    expect(await ids({ outcome: 'ignored' })).toEqual(['evt_c']);
    expect(await ids({ type: 'charge.refunded', outcome: 'fulfilled' })).toEqual([]);
    expect(await listEvents(desk.needs, { most: 1 })).toEqual([
      {
        ...{ ...eventOf('evt_c', 'charge.refunded'), outcome: 'ignored' },
        ...{ broughtBy: 'reconciler', receivedAt: later },
      },
    ]);
    expect(await listEvents(desk.needs, { most: 3 })).toMatchObject([{}, {}, { objectId: 'cs_1' }]);
    expect(await desk.recorded()).toEqual([
      ['events.list', null, null, {}],
      ['events.list', null, null, { type: 'checkout.session.completed' }],
      ['events.list', null, null, { outcome: 'ignored' }],
      ['events.list', null, null, { type: 'charge.refunded', outcome: 'fulfilled' }],
      ...Array(2).fill(['events.list', null, null, {}]),
    ]);
  });
});

describe('An event that is taken in once more', () => {
  const replay = (received: ReceivedEvent | null) =>
    replayEvent(desk.withProvider({ findEvent: async () => received }), 'evt_1');
  const event = eventOf('evt_1');
  const paid = { kind: 'checkout_session', session: sessionOf(1) } as const;

  it('does what it would have done when it came, in the name of the operator', async () => {
    const result = { id: 'evt_1', type: event.type, outcome: 'fulfilled' };
    expect(await replay({ event, subject: paid })).toEqual(result);
    expect((await desk.ledger.orderGrants('cs_1')).history).toMatchObject([
      { what: 'granted', actor: 'operator:kim', eventId: 'evt_1' },
    ]);
    expect(await listEvents(desk.needs, { most: 1 })).toMatchObject([{ broughtBy: 'operator:kim' }]);
    expect((await desk.recorded())[0]).toEqual([
      ...['events.replay', 'evt_1', null, { outcome: 'fulfilled' }],
    ]);
  });

  it('makes the purchase also when it was received before and came to nothing', async () => {
    await note(event, 'not_paid');
    expect(await replay({ event, subject: paid })).toMatchObject({ outcome: 'fulfilled' });
    expect((await desk.ledger.orderGrants('cs_1')).history).toMatchObject([
      { what: 'granted', actor: 'operator:kim', eventId: null },
    ]);
    expect(await replay({ event, subject: paid })).toMatchObject({ outcome: 'already_fulfilled' });
    // The ledger keeps what became of it the first time.
    expect(await listEvents(desk.needs, { most: 9 })).toMatchObject([
      { outcome: 'not_paid', broughtBy: 'webhook' },
    ]);
  });

  it('takes a refund in also when it was received before', async () => {
    await desk.sell(1);
    await note(event, 'ignored');
    desk.turnTo(later);
    const subject = { kind: 'payment_fact', fact: refundOf(1) } as const;
    expect(await replay({ event, subject })).toMatchObject({ outcome: 'applied' });
    expect(await replay({ event, subject })).toMatchObject({ outcome: 'unchanged' });
    expect((await desk.ledger.orderGrants('cs_1')).history.at(-1)).toMatchObject({
      ...{ what: 'taken_back', actor: 'operator:kim', eventId: null, at: later },
    });
  });

  it('logs and counts a warning of fraud that it brings, as when it first came', async () => {
    await desk.sell(1);
    await note(event, 'ignored');
    const warning = { id: 'issfr_1', paymentIntentId: 'pi_1', isActionable: true, asOf: at };
    const subject = { kind: 'fraud_warning', warning } as const;
    const warned: unknown[] = [];
    let counted = 0;
    const needs = desk.withProvider({ findEvent: async () => ({ event, subject }) });
    const heard = {
      ...needs,
      log: { ...needs.log, warn: (fields: object) => warned.push(fields) },
      metrics: { ...needs.metrics, fraudWarning: () => (counted += 1) },
    };
    expect(await replayEvent(heard, 'evt_1')).toMatchObject({ outcome: 'applied' });
    expect(await replayEvent(heard, 'evt_1')).toMatchObject({ outcome: 'unchanged' });
    expect(warned).toMatchObject([{ payment: 'pi_1', event: 'evt_1', by: 'operator:kim' }]);
    expect(counted).toBe(1);
  });

  it('is ignored when it is about nothing of ours, the first time and again', async () => {
    const subject = { kind: 'other' } as const;
    expect(await replay({ event, subject })).toMatchObject({ outcome: 'ignored' });
    expect(await replay({ event, subject })).toMatchObject({ outcome: 'ignored' });
  });

  it('is refused when the provider does not have it', async () => {
    await expect(replay(null)).rejects.toMatchObject({
      code: 'not_found',
      message:
        'The payment provider has no event evt_1; it keeps them for 30 days. "orders resync" looks at an order as it is now.',
    });
    expect(await desk.recorded()).toEqual([]);
  });
});
