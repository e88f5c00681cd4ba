import { beforeEach, describe, expect, it } from 'vitest';
import { integer, nullable, text, time } from '#server/ledger/rows.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { awaitsCharge, awaitsFunds } from '#shared/refund-words.ts';
import {
  disputeOf,
  eventOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import type { PaymentFact } from './refunds-and-disputes.ts';
import type { EventCause } from './webhook-events.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const byReconciler: EventCause = { by: 'reconciler', event: null };
const tell = (fact: PaymentFact, cause = byReconciler, at = noon) =>
  shop.verbs.recordPaymentFact(fact, cause, at);
const record = () => shop.verbs.recordPurchase(purchaseOf(), ['fod'], byReconciler, noon);
const withheld = async () => (await shop.verbs.orderGrants('cs_1')).grants[0]?.withheldReason;

describe('a refund or dispute', () => {
  it('of a recorded order is applied, and what follows from it for the grants happens with it', async () => {
    await record();
    expect(await tell(refundOf())).toBe('applied');
    expect(await withheld()).toBe('refunded');
    expect(await tell(refundOf({ status: 'failed', asOf: minutes(1) }))).toBe('applied');
    expect(await withheld()).toBeNull();
    expect(await tell(disputeOf())).toBe('applied');
    expect(await withheld()).toBe('dispute_open');
    expect(await tell(disputeOf({ status: 'lost', asOf: minutes(1) }))).toBe('applied');
    expect(await withheld()).toBe('dispute_lost');
  });

  it('is told to the buyer when money is on its way back, and not when a refund failed', async () => {
    await shop.ledger.amend(() => noteMailService(true, noon));
    await record();
    await tell(refundOf({ id: 're_0', status: 'failed' }));
    const refunds = () => shop.rows("SELECT {columns} FROM letters WHERE kind = 'refund'", { subject: text });
    expect(await refunds()).toEqual([]);
    await tell(refundOf());
    expect(await refunds()).toEqual([{ subject: 're_1' }]);
  });

  it('that comes before its purchase waits for it, and takes effect with it', async () => {
    expect(await tell(refundOf())).toBe('waiting');
    expect(await tell(disputeOf())).toBe('waiting');
    await record();
    expect(await withheld()).toBe('refunded');
  });

  it('in an older state than the known one changes nothing', async () => {
    await record();
    await tell(refundOf({ status: 'failed', asOf: minutes(1) }));
    expect(await tell(refundOf())).toBe('unchanged');
    expect(await withheld()).toBeNull();
    await tell(disputeOf({ status: 'won', asOf: minutes(1) }));
    expect(await tell(disputeOf({ status: 'lost' }))).toBe('unchanged');
    expect(await withheld()).toBeNull();
  });

  it('that only says again what is known is kept with its newer time, and is no news', async () => {
    await record();
    await tell(refundOf());
    await tell(disputeOf({ status: 'won' }));
    expect(await tell(refundOf({ asOf: minutes(2) }))).toBe('unchanged');
    expect(await tell(disputeOf({ status: 'won', asOf: minutes(2) }))).toBe('unchanged');
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({
      refunds: [refundOf({ asOf: minutes(2) })],
      disputes: [disputeOf({ status: 'won', asOf: minutes(2) })],
    });
  });

  it('keeps the time when it first counted, whatever comes in which order', async () => {
    const counted = async () => {
      const order = await shop.verbs.findOrder('cs_1');
      return [order?.refunds[0]?.countedAt, order?.disputes[0]?.countedAt];
    };
    await record();
    await tell(refundOf({ status: 'requires_action', countedAt: noon }));
    await tell(disputeOf());
    expect(await counted()).toEqual([null, null]);
    // Read at Stripe before the events arrive: the refund only has the time when it was made, the dispute none.
    await tell(refundOf({ asOf: minutes(20), countedAt: noon }));
    await tell(disputeOf({ status: 'lost', asOf: minutes(20), countedAt: minutes(25) }));
    expect(await counted()).toEqual([noon, minutes(25)]);
    expect(await tell(refundOf({ status: 'pending', asOf: minutes(10), countedAt: minutes(10) }))).toBe(
      'unchanged',
    );
    expect(await tell(disputeOf({ status: 'lost', asOf: minutes(10) }))).toBe('unchanged');
    expect(await counted()).toEqual([minutes(10), minutes(10)]);
    // An appeal, and a refund that fails, only change the state.
    await tell(refundOf({ status: 'failed', asOf: minutes(30), countedAt: noon }));
    await tell(disputeOf({ status: 'appeal_needs_response', asOf: minutes(30), countedAt: minutes(30) }));
    await tell(disputeOf({ status: 'lost', asOf: minutes(40) }));
    expect(await counted()).toEqual([minutes(10), minutes(10)]);
  });

  it.each(['requires_action', awaitsFunds, awaitsCharge])(
    'counts no earlier than it was still %s, whatever comes in which order',
    async (status) => {
      const waiting = (at: number) => refundOf({ status, asOf: minutes(at), countedAt: noon });
      const paid = refundOf({ asOf: minutes(20), countedAt: noon });
      const orders = [
        [waiting(5), waiting(10), paid],
        [waiting(10), waiting(5), paid],
        [paid, waiting(5), waiting(10)],
        [waiting(5), paid, waiting(10)],
      ];
      await record();
      for (const [number, states] of orders.entries()) {
        for (const state of states) await tell({ ...state, id: `re_${number}` });
      }
      const order = await shop.verbs.findOrder('cs_1');
      expect(order?.refunds.map(({ countedAt }) => countedAt)).toEqual(orders.map(() => minutes(10)));
    },
  );

  it('keeps the time when its money came back, whatever comes in which order, until it counts again', async () => {
    const days = () =>
      shop.rows(
        `SELECT {columns} FROM (SELECT id, counted_at, reinstated_at FROM payment_refunds
           UNION ALL SELECT id, counted_at, reinstated_at FROM payment_disputes) AS facts ORDER BY id`,
        { id: text, countedAt: nullable(time), reinstatedAt: nullable(time) },
      );
    // Read at Stripe before the events arrive.
    await tell(refundOf({ status: 'failed', asOf: minutes(50), countedAt: noon }));
    await tell(disputeOf({ status: 'won', asOf: minutes(50), countedAt: minutes(55) }));
    await tell(refundOf({ status: 'failed', asOf: minutes(30), countedAt: noon }));
    await tell(refundOf({ status: 'succeeded', asOf: minutes(10), countedAt: minutes(10) }));
    await tell(disputeOf({ status: 'won', asOf: minutes(40), countedAt: minutes(40) }));
    await tell(disputeOf({ status: 'lost', asOf: minutes(20), countedAt: minutes(20) }));
    expect(await days()).toEqual([
      { id: 'du_1', countedAt: minutes(20), reinstatedAt: minutes(40) },
      { id: 're_1', countedAt: minutes(10), reinstatedAt: minutes(30) },
    ]);
    await tell(refundOf({ status: 'failed', asOf: minutes(90), countedAt: noon }));
    await tell(disputeOf({ status: 'lost', asOf: minutes(90), countedAt: minutes(90) }));
    expect(await days()).toEqual([
      { id: 'du_1', countedAt: minutes(20), reinstatedAt: null },
      { id: 're_1', countedAt: minutes(10), reinstatedAt: minutes(30) },
    ]);
  });

  it('from before there was a mail service makes no letter when it is read again later', async () => {
    await shop.ledger.amend(() => noteMailService(true, minutes(120)));
    await record();
    await tell(refundOf({ asOf: minutes(180), countedAt: minutes(1) }), byReconciler, minutes(180));
    expect(await shop.rows("SELECT {columns} FROM letters WHERE kind = 'refund'", { id: integer })).toEqual(
      [],
    );
  });

  it('is kept whole in place of the state before', async () => {
    await record();
    await tell(refundOf({ amountOre: 1 }));
    await tell(disputeOf({ amountOre: 1 }));
    const refund = refundOf({ amountOre: 2, status: 'pending', productIds: ['a', 'b'], asOf: minutes(1) });
    const dispute = disputeOf({ amountOre: 2, status: 'under_review', asOf: minutes(1) });
    await tell(refund);
    await tell(dispute);
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({ refunds: [refund], disputes: [dispute] });
  });

  it('queues under its payment, as the purchase does', async () => {
    await tell(refundOf());
    await record();
    expect(shop.locks[0]).toEqual(['payment pi_1']);
    expect(shop.locks[1]).toContain('payment pi_1');
  });
});

describe('the event that brought it', () => {
  const by = (id: string): EventCause => ({ by: 'webhook', event: eventOf({ id }) });
  const events = () =>
    shop.rows('SELECT {columns} FROM webhook_events ORDER BY id', { id: text, outcome: text });

  it('is noted with what became of it', async () => {
    await tell(refundOf(), by('evt_1'));
    await record();
    await tell(refundOf({ status: 'failed', asOf: minutes(1) }), by('evt_2'));
    await tell(refundOf(), by('evt_3'));
    expect(await events()).toEqual([
      { id: 'evt_1', outcome: 'waiting' },
      { id: 'evt_2', outcome: 'applied' },
      { id: 'evt_3', outcome: 'unchanged' },
    ]);
  });

  it('changes nothing when it was taken in before, whatever it says now', async () => {
    await record();
    await tell(refundOf(), by('evt_1'));
    expect(await tell(refundOf({ status: 'failed', asOf: minutes(1) }), by('evt_1'))).toBe('unchanged');
    expect(await withheld()).toBe('refunded');
    expect(await events()).toEqual([{ id: 'evt_1', outcome: 'applied' }]);
  });
});
