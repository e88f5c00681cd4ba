import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpaidWithdrawals } from '#server/buying/withdrawals.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { at, type OperatorsDesk, openDesk, refundOf } from '#tests/support/operators-desk.ts';
import { declareWithdrawal } from './declare-withdrawal.ts';
import { listAttention, showOrder } from './operator-orders.ts';

let desk: OperatorsDesk;
/** The right has ended: it lasted to the end of 16 June, because the 15th is a Sunday. */
const tooLate = new Date('2025-06-20T09:00:00Z');
beforeEach(async () => {
  desk = openDesk();
  await desk.sell(1);
  desk.turnTo(tooLate);
});
afterEach(() => desk.ledger.close());

const statement = { name: ' Anna\nA ', email: anna.email, received: '2025-06-16' };
const declare = (over: Partial<typeof statement> = {}, confirm = true) =>
  declareWithdrawal(
    { ...desk.withProvider({}), facts: exampleFacts },
    'pi_1',
    { ...statement, ...over },
    { reason: 'her mail of the 16th', confirm },
  );
const withdrawal = async () => (await showOrder(desk.needs, 'cs_1')).order.withdrawal;

describe('a withdrawal that was sent in time and read too late', () => {
  it('is declared as on the page of the order: acknowledged, due from the day it arrived, and on record', async () => {
    await desk.ledger.write([], () => noteMailService(true, at));
    expect(await declare({}, false)).toMatchObject({ status: 'to_confirm', refundOre: 25_000 });
    expect(await withdrawal()).toBeNull();
    const receivedAt = new Date('2025-06-16T12:00:00Z');
    const { received } = await declare();
    const { reference, confirmation } = received ?? {};
    expect(confirmation).toContain('received this statement on 16 June 2025 at 14:00, Swedish time');
    expect(await withdrawal()).toMatchObject({ reference, name: 'Anna A', receivedAt });
    expect(await desk.ledger.read(() => unpaidWithdrawals())).toEqual([receivedAt]);
    expect(await listAttention(desk.needs)).toMatchObject([
      { reason: 'withdrawal_requested', subject: reference, raisedAt: tooLate },
    ]);
    const { letters, actions } = await showOrder(desk.needs, 'cs_1');
    expect(letters).toMatchObject([{ kind: 'withdrawal-acknowledged', writtenAt: tooLate }]);
    expect(actions).toMatchObject([{ action: 'orders.withdraw', reason: 'her mail of the 16th' }]);
    await expect(declare()).rejects.toThrow(`withdrawn from already: ${reference}`);
  });

  it.each([
    ['the day after the right had ended', '2025-06-17', 'withdrawal_not_possible'],
    ['a day that has not come', '2025-06-21', 'invalid_request'],
    ['the day before the payment', '2025-05-31', 'invalid_request'],
    ['no day', 'Monday', 'invalid_request'],
  ])('is refused for %s', async (_what, received, code) => {
    await expect(declare({ received })).rejects.toMatchObject({ code });
    expect(await withdrawal()).toBeNull();
    expect(await desk.recorded()).toEqual([['orders.show', 'cs_1', null, {}]]);
  });

  it.each([
    ['before the payment on its day', '2025-06-01T08:00:00Z', '2025-06-01T12:00:01.123Z'],
    ['at a time in another zone', '2025-06-03T00:30:00+02:00', '2025-06-02T22:30:00.000Z'],
  ])('arrived %s', async (_when, received, arrived) => {
    expect((await declare({ received })).received?.at).toBe(arrived);
  });

  it('arrived today before this moment', async () => {
    desk.turnTo(new Date('2025-06-03T06:00:00Z'));
    expect((await declare({ received: '2025-06-03' })).received?.at).toBe('2025-06-03T06:00:00.000Z');
  });

  it('is of a gift that nobody had opened then, and of nothing that has gone back since', async () => {
    await desk.sell(2, { isGift: true, consentText: 'I agree' });
    const opened = new Date('2025-06-05T12:00:00Z');
    await claimWith(desk.ledger, bo, await newLink(desk.ledger, 'cs_2', at), opened);
    const gift = (received: string) =>
      declareWithdrawal(
        { ...desk.withProvider({}), facts: exampleFacts },
        'cs_2',
        { ...statement, received },
        { reason: 'her mail', confirm: true },
      );
    await expect(gift('2025-06-06')).rejects.toMatchObject({ code: 'withdrawal_not_possible' });
    expect((await gift('2025-06-04')).received?.confirmation).toContain('leaves their account');
    await desk.ledger.recordPaymentFact(refundOf(1), { by: 'webhook', event: null }, tooLate);
    await expect(declare()).rejects.toMatchObject({ code: 'withdrawal_not_possible' });
  });

  it('is refused for the one of two orders for the same that stays, and names the other one', async () => {
    await desk.sell(2);
    await expect(declare({ received: '2025-06-18' })).rejects.toMatchObject({
      ...{
        code: 'withdrawal_not_possible',
        message: expect.stringContaining('paid for with cs_2, which can'),
      },
    });
  });

  it.each([`Anna <${anna.email}>`, ` ${anna.email} (Anna)`])(
    'is acknowledged to the address as the mail shows it: %j',
    async (email) => {
      await declare({ email });
      expect(await withdrawal()).toMatchObject({ email: anna.email });
    },
  );

  it('needs an address', async () => {
    await expect(declare({ email: 'Anna' })).rejects.toMatchObject({ field: 'email' });
  });

  it('needs a name', async () => {
    await expect(declare({ name: ' ' })).rejects.toMatchObject({ field: 'name' });
  });
});
