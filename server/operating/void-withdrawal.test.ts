import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findStanding } from '#server/buying/order-standing.ts';
import { findOrder } from '#server/buying/purchases.ts';
import { forgetOldDeclarers } from '#server/buying/withdrawals.ts';
import { text, textList, time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { at, later, type OperatorsDesk, openDesk, refundOf } from '#tests/support/operators-desk.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { listAttention } from './operator-orders.ts';
import { voidWithdrawal } from './void-withdrawal.ts';

let desk: OperatorsDesk;
const declared = withdrawalOf({ name: 'Mallory', email: 'stranger@example.com', receivedAt: at });
beforeEach(async () => {
  desk = openDesk();
  await desk.sell(1);
  await desk.ledger.recordWithdrawal('cs_1', declared);
});
afterEach(() => desk.ledger.close());

const order = () => desk.ledger.snapshot(() => findOrder('cs_1'));
const obstacle = async () => (await desk.ledger.snapshot(() => findStanding('cs_1')))?.error;

describe('a withdrawal that was not its buyer’s', () => {
  it('does not count any more: the order is as before, nothing is asked, and its buyer may withdraw', async () => {
    expect(await obstacle()).toBe('order_withdrawn');
    desk.turnTo(later);
    const gone = { checkoutSessionId: 'cs_1', reference: 'W-1' };
    expect(await voidWithdrawal(desk.needs, 'pi_1', 'W-1', ' they wrote ')).toEqual(gone);
    expect([(await order())?.withdrawal, await obstacle()]).toEqual([null, null]);
    expect(await listAttention(desk.needs)).toEqual([]);
    expect((await desk.recorded())[0]).toEqual([
      'orders.void-withdrawal',
      'cs_1',
      'they wrote',
      { reference: 'W-1' },
    ]);
    const own = { ...declared, reference: 'W-2', name: 'Anna', receivedAt: later };
    await desk.ledger.recordWithdrawal('cs_1', own);
    expect((await order())?.withdrawal).toEqual(own);
    expect(await listAttention(desk.needs)).toMatchObject([
      { reason: 'withdrawal_requested', subject: 'W-2' },
    ]);
  });

  it('is kept as it was declared for 400 days, and then without who declared it', async () => {
    await voidWithdrawal(desk.needs, 'cs_1', 'W-1', 'they wrote');
    const kept = query('SELECT {columns} FROM void_withdrawals', {
      ...{ reference: text, name: text, email: text, productIds: textList, confirmation: text },
      receivedAt: time,
    });
    const { refundOre: _, ...whole } = declared;
    const daysLater = (days: number) => new Date(desk.clock().getTime() + days * 86_400_000);
    expect(await desk.ledger.amend(() => forgetOldDeclarers(daysLater(399)))).toBe(0);
    expect(await desk.ledger.read(() => kept.all())).toEqual([whole]);
    expect(await desk.ledger.amend(() => forgetOldDeclarers(daysLater(400)))).toBe(1);
    const empty = { name: '', email: '', confirmation: '' };
    expect(await desk.ledger.read(() => kept.all())).toEqual([{ ...whole, ...empty }]);
    expect(await desk.ledger.amend(() => forgetOldDeclarers(daysLater(401)))).toBe(0);
  });

  it.each([
    ['another order’s', 'cs_1', 'W-9', 'not_found'],
    ['of no order', 'cs_9', 'W-1', 'order_not_found'],
  ])('is refused when it is %s', async (_what, id, reference, code) => {
    await expect(voidWithdrawal(desk.needs, id, reference, 'they wrote')).rejects.toMatchObject({ code });
    expect((await order())?.withdrawal).toEqual(declared);
  });

  it('is refused once its money has gone back', async () => {
    await desk.ledger.recordPaymentFact(refundOf(1), { by: 'webhook', event: null }, later);
    await expect(voidWithdrawal(desk.needs, 'cs_1', 'W-1', 'they wrote')).rejects.toThrow('paid back');
    expect((await order())?.withdrawal).toEqual(declared);
  });
});
