import { expect, it } from 'vitest';
import { failedForGood } from './failed-refunds.ts';
import type { KnownRefund } from './refunds-and-disputes.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const made = (
  id: string,
  countedAt: Date,
  amountOre: number,
  over: Partial<KnownRefund> = {},
): KnownRefund => ({
  ...{ kind: 'refund', id, paymentIntentId: 'pi_1', amountOre, status: 'succeeded', productIds: [] },
  ...{ asOf: countedAt, countedAt, reinstatedAt: null, ...over },
});
/** A refund that was made on one day and failed on a later one; its state was read again long after. */
const failed = (id: string, from: number, to: number, amountOre: number, productIds: string[] = []) =>
  made(id, day(from), amountOre, { status: 'failed', asOf: day(90), reinstatedAt: day(to), productIds });

it.each<[string, KnownRefund[], string[]]>([
  ['and nothing since', [failed('re_1', 1, 5, 100)], ['re_1']],
  ['and was given anew whole', [failed('re_1', 1, 5, 100), made('re_2', day(6), 100)], []],
  [
    'and was given anew in parts',
    [failed('re_1', 1, 5, 100), made('re_2', day(6), 60), made('re_3', day(7), 40)],
    [],
  ],
  ['and a part of it was given anew', [failed('re_1', 1, 5, 100), made('re_2', day(6), 99)], ['re_1']],
  [
    'after another one was made, which it is not',
    [failed('re_1', 1, 5, 100), made('re_2', day(3), 100)],
    ['re_1'],
  ],
  [
    'and another product was refunded since',
    [failed('re_1', 1, 5, 100, ['fod']), made('re_2', day(6), 100, { productIds: ['fist'] })],
    ['re_1'],
  ],
  [
    'and its product was refunded anew',
    [failed('re_1', 1, 5, 100, ['fod']), made('re_2', day(6), 100, { productIds: ['fod'] })],
    [],
  ],
  [
    'and so did another one, and the sum of one was given anew',
    [failed('re_1', 1, 5, 100), failed('re_2', 2, 6, 100), made('re_3', day(9), 100)],
    ['re_2'],
  ],
  ['and the one in its place failed too', [failed('re_1', 1, 5, 100), failed('re_2', 6, 8, 100)], ['re_2']],
  [
    'and the third one went through',
    [failed('re_1', 1, 5, 100), failed('re_2', 6, 8, 100), made('re_3', day(9), 100)],
    [],
  ],
  [
    'and the one in its place was called off, or waits for the buyer',
    ['canceled', 'requires_action']
      .map((status, place) => made(`re_${place}`, day(6), 100, { status }))
      .concat(failed('re_9', 1, 5, 100)),
    ['re_9'],
  ],
])('A refund failed %s', (_, refunds, waiting) => {
  const found = (those: KnownRefund[]) => failedForGood(those).map(({ id }) => id);
  expect(found(refunds)).toEqual(waiting);
  expect(found(refunds.toReversed())).toEqual(waiting);
});
