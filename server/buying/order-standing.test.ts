import { describe, expect, it } from 'vitest';
import type { Gift } from '#server/owning/gifts.ts';
import type { OrderGrant } from '#server/owning/grants.ts';
import { disputeOf, minutes, noon, purchaseOf, refundOf, withdrawalOf } from '#tests/support/small-shop.ts';
import { grantedAnew, standingOf, unlockingLines } from './order-standing.ts';
import type { RecordedOrder } from './records.ts';

const both = purchaseOf({
  lines: [
    { productId: 'bundle-pre-order', priceOre: 50_000 },
    { productId: 'coc_aatt', priceOre: 25_000 },
  ],
  totalOre: 75_000,
});
const grantOf = (adventureId: string, over: Partial<OrderGrant> = {}): OrderGrant => ({
  ...{ id: 1, adventureId, accountId: null, withheldReason: null, revokedReason: null, grantedAt: noon },
  ...over,
});
const orderOf = (over: Partial<RecordedOrder> = {}): RecordedOrder => ({
  ...{ purchase: purchaseOf(), refunds: [], disputes: [], withdrawal: null, repeats: null },
  ...{ confirmation: null, grants: [grantOf('fod')], gift: null },
  ...over,
});
const withdrawnFrom = (...productIds: string[]): RecordedOrder['withdrawal'] =>
  withdrawalOf({ productIds, receivedAt: minutes(5) });
const gift: Gift = {
  ...{ recipient: null, sender: null, sendOn: null, message: null },
  ...{ letters: 0, countedLetters: 0, openedAt: null, letter: null },
};
const half = refundOf({ amountOre: 50_000, productIds: ['bundle-pre-order'] });
const withheld = grantOf('fod', { withheldReason: 'refunded' });
const revoked = grantOf('fod', { revokedReason: 'account_deleted' });

describe('why nothing of an order can be claimed', () => {
  it.each<[why: string, order: RecordedOrder, error: string | null]>([
    ['nothing hinders it', orderOf(), null],
    ['it was paid back', orderOf({ refunds: [refundOf()], grants: [withheld] }), 'order_refunded'],
    [
      'its only product was paid back, by its name',
      orderOf({ refunds: [refundOf({ amountOre: 20_000, productIds: ['fod'] })], grants: [withheld] }),
      'order_refunded',
    ],
    ['the bank looks into it', orderOf({ disputes: [disputeOf()], grants: [withheld] }), 'order_disputed'],
    [
      'the bank took it back',
      orderOf({ disputes: [disputeOf({ status: 'lost' })], grants: [withheld] }),
      'order_reversed',
    ],
    ['its unlocks were revoked', orderOf({ grants: [revoked] }), 'order_ended'],
    ['all of it was withdrawn from', orderOf({ withdrawal: withdrawnFrom('fod') }), 'order_withdrawn'],
    [
      'a part was withdrawn from',
      orderOf({ purchase: both, withdrawal: withdrawnFrom('bundle-pre-order') }),
      null,
    ],
    [
      'a part was paid back, and the rest withdrawn from',
      orderOf({ purchase: both, refunds: [half], withdrawal: withdrawnFrom('coc_aatt') }),
      'order_withdrawn',
    ],
    [
      'a part was paid back',
      orderOf({ purchase: both, refunds: [half], grants: [grantOf('coc_aatt')] }),
      null,
    ],
    ['it is a gift that waits, without grants', orderOf({ gift, grants: [] }), null],
    [
      'it is a gift that was paid back',
      orderOf({ gift, grants: [], refunds: [refundOf()] }),
      'order_refunded',
    ],
  ])('%s', (_why, order, error) => {
    expect(standingOf(order).error).toBe(error);
  });
});

describe('whose an order is', () => {
  it('its buyer’s account, and the account that has its grants, each once', () => {
    const grants = [grantOf('fod', { accountId: 'sub-b' }), grantOf('fist', { accountId: 'sub-a' })];
    expect(standingOf(orderOf({ grants })).owners).toEqual(['sub-b', 'sub-a']);
    const purchase = purchaseOf({ accountId: 'sub-a' });
    expect(standingOf(orderOf({ purchase, grants })).owners).toEqual(['sub-a', 'sub-b']);
    expect(standingOf(orderOf()).owners).toEqual([]);
  });

  it('a gift is not its buyer’s, only that of who opened it', () => {
    const purchase = purchaseOf({ accountId: 'sub-a' });
    expect(standingOf(orderOf({ purchase, gift, grants: [] })).owners).toEqual([]);
    const opened = { ...gift, openedAt: minutes(1) };
    const grants = [grantOf('fod', { accountId: 'sub-b' })];
    expect(standingOf(orderOf({ purchase, gift: opened, grants })).owners).toEqual(['sub-b']);
  });
});

describe('what an order unlocks', () => {
  it('its grants that are neither withheld nor revoked', () => {
    const grants = [withheld, grantOf('fist', { revokedReason: 'operator' }), grantOf('coc_aatt')];
    expect(standingOf(orderOf({ purchase: both, grants })).unlocks).toEqual(['coc_aatt']);
  });

  it('a gift that waits: what its products unlock, without what was paid back', () => {
    const waiting = orderOf({ purchase: both, refunds: [half], gift, grants: [] });
    expect(standingOf(waiting).unlocks).toEqual(['coc_aatt']);
  });

  it('an opened gift: its grants', () => {
    const grants = [grantOf('coc_aatt')];
    const opened = orderOf({ purchase: both, gift: { ...gift, openedAt: minutes(1) }, grants });
    expect(standingOf(opened).unlocks).toEqual(['coc_aatt']);
  });
});

describe('what is granted anew when an order moves', () => {
  const taken = grantOf('fod', { revokedReason: 'operator' });
  const ended = grantOf('fist', { revokedReason: 'customer_erased' });
  it.each<[what: string, order: RecordedOrder, elsewhere: string[], atItsAddress: string[]]>([
    ['nothing of what is there', orderOf(), [], []],
    ['what ended with its owner', orderOf({ grants: [revoked] }), ['fod'], ['fod']],
    ['what an operator took, only at its address', orderOf({ grants: [taken] }), [], ['fod']],
    [
      'only what ended with its owner, if anything did',
      orderOf({ grants: [taken, ended] }),
      ['fist'],
      ['fist'],
    ],
    [
      'also what the bank still looks into',
      orderOf({ grants: [{ ...revoked, withheldReason: 'dispute_open' }] }),
      ['fod'],
      ['fod'],
    ],
    [
      'nothing of what was paid back',
      orderOf({
        grants: [
          { ...revoked, withheldReason: 'refunded' },
          { ...taken, withheldReason: 'refunded' },
        ],
      }),
      [],
      [],
    ],
    [
      'nothing that was withdrawn from, but the rest',
      orderOf({
        purchase: both,
        withdrawal: withdrawnFrom('bundle-pre-order'),
        grants: [revoked, grantOf('coc_aatt', { revokedReason: 'account_deleted' })],
      }),
      ['coc_aatt'],
      ['coc_aatt'],
    ],
    ['nothing of a gift', orderOf({ gift, grants: [revoked, taken] }), [], []],
  ])('%s', (_what, order, elsewhere, atItsAddress) => {
    expect(grantedAnew(order, false)).toEqual(elsewhere);
    expect(grantedAnew(order, true)).toEqual(atItsAddress);
  });
});

it('of the lines those are shown of which anything is unlocked, or not known', () => {
  const purchase = purchaseOf({
    lines: [...both.lines, { productId: 'left-the-catalogue', priceOre: 10_000 }],
  });
  const linesOf = (...adventureIds: string[]) =>
    unlockingLines(standingOf(orderOf({ purchase, grants: adventureIds.map((id) => grantOf(id)) }))).map(
      ({ productId }) => productId,
    );
  expect(linesOf('coc_aatt')).toEqual(['coc_aatt', 'left-the-catalogue']);
  expect(linesOf('fod')).toEqual(['bundle-pre-order', 'left-the-catalogue']);
  expect(linesOf()).toEqual(['left-the-catalogue']);
});
