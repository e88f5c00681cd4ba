import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderMoves } from '#server/buying/purchase-moves.ts';
import { text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { anna } from '#tests/support/accounts.ts';
import {
  at,
  later,
  type OperatorsDesk,
  openDesk,
  purchaseOf,
  refundOf,
} from '#tests/support/operators-desk.ts';
import { disputeOf, withdrawalOf } from '#tests/support/small-shop.ts';
import { listGrants, revokeGrant } from './customer-grants.ts';
import { eraseCustomer } from './customers.ts';
import { moveOrder } from './move-order.ts';
import { voidWithdrawal } from './void-withdrawal.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());
const bo = { ...anna, id: 'sub-bo', email: 'bo@example.com' };
const waiting = query("SELECT kind FROM letters WHERE state = 'waiting' ORDER BY id", { kind: text });
const addressed = query(
  "SELECT kind, recipient FROM letters WHERE state = 'waiting' AND recipient IS NOT NULL ORDER BY id",
  { kind: text, recipient: text },
);
const moves = (id: string) => desk.ledger.read(() => orderMoves(id));

it('An order that went to a wrong address leaves the account that has it and waits for the owner of the right one', async () => {
  await desk.sell(1);
  await desk.sell(2);
  await desk.ledger.ownedGrants(anna, at);
  desk.turnTo(later);
  const move = { from: anna.email, to: bo.email, reason: 'typo', actor: 'operator:kim', at: later };
  expect(await moveOrder(desk.needs, ' pi_1 ', ' Bo@Example.com ', ' typo ')).toEqual(move);
  expect(await desk.ledger.findPurchase('cs_1')).toMatchObject({ email: bo.email, accountId: null });
  expect(await desk.ledger.findPurchase('cs_2')).toMatchObject({ email: anna.email, accountId: anna.id });
  expect((await desk.ledger.orderGrants('cs_1')).history.at(-1)).toEqual({
    ...{ adventureId: 'fod', what: 'moved', reason: 'other_address', actor: 'operator:kim' },
    ...{ eventId: null, at: later },
  });
  expect(await desk.ledger.ownedGrants(anna, at)).toHaveLength(1);
  expect(await desk.ledger.ownedGrants(bo, at)).toHaveLength(1);
  expect(await moves('cs_1')).toEqual([move]);
  expect(await moves('cs_2')).toEqual([]);
  expect(await desk.recorded()).toEqual([
    ['orders.move', 'cs_1', 'typo', { from: 'a•••@example.com', to: 'b•••@example.com' }],
  ]);
});

it.each([
  ['an order', false],
  ['a gift', true],
])(
  'The address of a buyer who was erased is not kept with the moves of %s, and is told of none',
  async (_what, isGift) => {
    await desk.ledger.amend(() => noteMailService(true, at));
    const order = { ...purchaseOf(1), isGift };
    await desk.ledger.recordPurchase(order, ['fod'], { by: 'webhook', event: null }, at);
    for (const email of [bo.email, anna.email]) await moveOrder(desk.needs, 'cs_1', email, 'typo');
    await eraseCustomer(desk.needs, anna.email, 'by letter');
    desk.turnTo(later);
    await moveOrder(desk.needs, 'cs_1', 'cecil@example.com', 'typo');
    expect((await moves('cs_1')).map(({ from, to }) => [from, to])).toEqual([
      ['(erased)', bo.email],
      [bo.email, '(erased)'],
      ['(erased)', 'cecil@example.com'],
    ]);
    expect(await desk.ledger.read(() => addressed.all())).toEqual([
      { kind: 'account-deleted', recipient: anna.email },
    ]);
  },
);

it('The address of a buyer who was erased stays with the moves of an order that is theirs again by it', async () => {
  await desk.sell(1);
  await eraseCustomer(desk.needs, anna.email, 'by letter');
  await moveOrder(desk.needs, 'cs_1', anna.email, 'they bought it after all');
  expect(await moves('cs_1')).toMatchObject([{ from: anna.email, to: anna.email }]);
});

it('An order moves to a verified address that guests could not have typed', async () => {
  await desk.sell(1);
  const neil = { ...bo, email: "o'neil@example.com" };
  await moveOrder(desk.needs, 'cs_1', neil.email, 'typo');
  expect(await desk.ledger.ownedGrants(neil, at)).toHaveLength(1);
});

it('An order that moves queues under the addresses that it leaves and goes to, so that nobody claims it half', async () => {
  await desk.sell(1);
  const before = desk.locks.length;
  await moveOrder(desk.needs, 'cs_1', bo.email, 'typo');
  expect(desk.locks.slice(before)).toEqual([['address anna@example.com', 'address bo@example.com']]);
});

it('An order that has just moved is not moved on by somebody who saw it at its old address', async () => {
  await desk.sell(1);
  const late = {
    ...desk.needs,
    ledger: {
      ...desk.ledger,
      async write<T>(locks: readonly string[], script: () => Script<T>) {
        if (locks.includes('address cecil@example.com'))
          await moveOrder(desk.needs, 'cs_1', bo.email, 'first');
        return desk.ledger.write(locks, script);
      },
    },
  };
  await expect(moveOrder(late, 'cs_1', 'cecil@example.com', 'second')).rejects.toMatchObject({
    ...{ code: 'invalid_email', field: 'email' },
  });
  expect(await desk.ledger.findPurchase('cs_1')).toMatchObject({ email: bo.email });
});

it('The moves of an order are told, oldest first', async () => {
  await desk.sell(1);
  await moveOrder(desk.needs, 'cs_1', bo.email, 'typo');
  desk.turnTo(later);
  await moveOrder(desk.needs, 'cs_1', anna.email, 'it was right');
  expect(await moves('cs_1')).toMatchObject([
    { from: anna.email, to: bo.email, reason: 'typo', at },
    { from: bo.email, to: anna.email, reason: 'it was right', at: later },
  ]);
});

it('An order that would unlock nothing does not move: its buyer would be told that it is in the app', async () => {
  for (const number of [1, 2, 3]) await desk.sell(number);
  const cause = { by: 'webhook', event: null } as const;
  await desk.ledger.recordPaymentFact(refundOf(1), cause, at);
  await desk.ledger.recordPaymentFact(disputeOf({ paymentIntentId: 'pi_3', status: 'lost' }), cause, at);
  const grants = await listGrants(desk.needs, anna.email);
  await revokeGrant(desk.needs, grants.find(({ origin }) => origin === 'cs_2')?.id ?? 0, 'a stolen card');
  await desk.ledger.ownedGrants(anna, at);
  await desk.ledger.completeErasure(anna.id, at);
  for (const [order, words] of [
    ['cs_1', 'The order was refunded'],
    ['cs_2', 'has ended, for example because an operator'],
    ['cs_3', 'The bank took the payment back'],
  ] as const)
    await expect(moveOrder(desk.needs, order, bo.email, 'typo')).rejects.toMatchObject({
      ...{ code: 'correction_not_possible', message: expect.stringContaining(words) },
    });
  expect(await moves('cs_1')).toEqual([]);
});

describe('An order whose account was deleted', () => {
  const both = {
    totalOre: 50_000,
    lines: ['fod', 'fist'].map((productId) => ({ productId, priceOre: 25_000 })),
  };
  const cause = { by: 'webhook', event: null } as const;
  const owned = async (account: typeof anna) =>
    (await desk.ledger.ownedGrants(account, at)).map(({ adventureId }) => adventureId).toSorted();
  const begin = async () => {
    await desk.sell(1, { ...both, accountId: anna.id }, ['fod', 'fist']);
    await desk.ledger.completeErasure(anna.id, at);
  };
  const again = { ...anna, id: 'sub-anna-again' };

  it.each([
    ['another address', bo],
    ['the address that it had', again],
  ])(
    'unlocks its products anew for %s once it moves there, and loses them with its money',
    async (_, owner) => {
      await begin();
      expect(await owned(owner)).toEqual([]);
      await moveOrder(desk.needs, 'cs_1', owner.email, 'a new account');
      expect(await owned(owner)).toEqual(['fist', 'fod']);
      expect(await desk.ledger.findPurchase('cs_1')).toMatchObject({ accountId: owner.id });
      await desk.ledger.recordPaymentFact(refundOf(1, { amountOre: 50_000 }), cause, at);
      expect(await owned(owner)).toEqual([]);
    },
  );

  it('does not tell the address that it stays at that it has left', async () => {
    await desk.ledger.write([], () => noteMailService(true, at));
    await begin();
    await moveOrder(desk.needs, 'cs_1', anna.email, 'a new account');
    const kinds = (await desk.ledger.read(() => waiting.all())).map(({ kind }) => kind);
    expect(kinds).toEqual(['address-corrected']);
  });

  it('unlocks no part anew that was given back', async () => {
    await begin();
    const part = refundOf(1, { amountOre: 25_000, productIds: ['fist'] });
    await desk.ledger.recordPaymentFact(part, cause, at);
    await moveOrder(desk.needs, 'cs_1', bo.email, 'a new account');
    expect(await owned(bo)).toEqual(['fod']);
  });

  it('unlocks nothing anew that was withdrawn from, though the money has not gone back', async () => {
    await begin();
    await desk.ledger.recordWithdrawal('cs_1', withdrawalOf({ productIds: ['fist'], receivedAt: at }));
    await moveOrder(desk.needs, 'cs_1', bo.email, 'a new account');
    expect(await owned(bo)).toEqual(['fod']);
    const order = await desk.ledger.findPurchase('cs_1');
    expect(order).toMatchObject({ accountId: bo.id });
    expect((await desk.ledger.orderGrants('cs_1')).grants).toMatchObject([
      { adventureId: 'fod', accountId: bo.id, revokedReason: null },
      { adventureId: 'fist', accountId: bo.id, revokedReason: 'account_deleted' },
    ]);
  });

  it('does not move while all of it is withdrawn from, and moves once the withdrawal is void', async () => {
    await begin();
    await desk.ledger.recordWithdrawal(
      'cs_1',
      withdrawalOf({ productIds: ['fod', 'fist'], refundOre: 50_000, receivedAt: at }),
    );
    for (const { email } of [anna, bo])
      await expect(moveOrder(desk.needs, 'cs_1', email, 'a new account')).rejects.toMatchObject({
        ...{ code: 'correction_not_possible', message: expect.stringContaining('has withdrawn') },
      });
    await voidWithdrawal(desk.needs, 'cs_1', 'W-1', 'it was not her');
    await moveOrder(desk.needs, 'cs_1', anna.email, 'a new account');
    expect(await owned(again)).toEqual(['fist', 'fod']);
  });

  it('is paid twice where it comes to, when its new owner has the same', async () => {
    await begin();
    await desk.sell(2, { email: bo.email, ...both }, ['fod', 'fist']);
    await moveOrder(desk.needs, 'cs_1', bo.email, 'a new account');
    expect((await desk.ledger.openAttention()).map(({ reason }) => reason)).toEqual(['paid_twice']);
  });
});

describe('What an operator took away by mistake', () => {
  const takeAway = async (adventure: string) => {
    const grants = await listGrants(desk.needs, anna.id);
    const wrong = grants.find(({ adventureId }) => adventureId === adventure);
    await revokeGrant(desk.needs, wrong?.id ?? 0, 'the wrong number');
  };
  const owned = async (account: typeof anna) =>
    (await desk.ledger.ownedGrants(account, at)).map(({ adventureId }) => adventureId).toSorted();

  it('comes back with its payment when the order moves to the address that it has, and ends with a refund', async () => {
    await desk.sell(1, { accountId: anna.id });
    await takeAway('fod');
    await expect(moveOrder(desk.needs, 'cs_1', bo.email, 'typo')).rejects.toThrow(
      'Move it to anna@example.com first',
    );
    await moveOrder(desk.needs, 'cs_1', anna.email, 'the wrong number');
    expect(await owned(anna)).toEqual(['fod']);
    await desk.ledger.recordPaymentFact(refundOf(1), { by: 'webhook', event: null }, at);
    expect(await owned(anna)).toEqual([]);
  });

  it('stays away when the order moves to another address, as after a correction of its buyer', async () => {
    await desk.sell(1, { accountId: anna.id }, ['fod', 'fist']);
    await takeAway('fist');
    await moveOrder(desk.needs, 'cs_1', bo.email, 'typo');
    expect(await owned(bo)).toEqual(['fod']);
  });
});

it.each([
  ['cs_9', bo.email, 'typo', 'order_not_found', 'No order is recorded under cs_9.'],
  ['cs_1', 'nobody', 'typo', 'invalid_email', '"nobody" is no e-mail address.'],
  ['cs_1', ' Anna@example.com', 'typo', 'invalid_email', 'The order belongs to anna@example.com already.'],
  ['cs_1', bo.email, ' ', 'invalid_request', 'Say why, in a few words.'],
])('%s does not move to %j for %j: %s', async (order, to, why, code, words) => {
  await desk.sell(1);
  await expect(moveOrder(desk.needs, order, to, why)).rejects.toMatchObject({
    ...{ code, message: expect.stringContaining(words) },
    ...(code === 'invalid_email' && { field: 'email' }),
  });
  expect(await desk.ledger.findPurchase('cs_1')).toMatchObject({ email: anna.email });
  expect(await desk.recorded()).toEqual([]);
});
