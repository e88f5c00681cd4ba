import { describe, expect, it } from 'vitest';
import type { RecordedOrder } from '#server/buying/records.ts';
import type { KnownRefund } from '#server/buying/refunds-and-disputes.ts';
import { deskAt, orderOf, said, unopened, which, withdrawnFrom } from '#tests/support/letter-words.ts';
import { disputeOf, noon, refundOf } from '#tests/support/small-shop.ts';
import type { Desk } from './letter.ts';
import { refundMade } from './refund-letter.ts';

const words = {
  locked: 'With the money, this is locked again in the app, unless you have it in another way as well.',
  elsewhere: 'You have this in another way as well, so it stays unlocked.',
  void: 'With the money, the gift is void: its link opens this no more, and where it was opened, this is locked again.',
  takenOut:
    'With the money, this is taken out of the gift, and where it was opened, this is locked again. The rest of the gift stays as it is.',
  partlyTakenOut:
    'With the money, this is taken out of the gift, except for what the rest of it unlocks as well.',
  opensTheSame: 'The rest of the gift unlocks this as well, so the gift opens the same as before.',
  giftStays: 'The gift stays as it is.',
  restOfGift: 'The rest of the gift stays as it is.',
  stays: 'What you bought stays unlocked.',
  restStays: 'The rest of what you bought stays unlocked.',
  fod: 'Lone Wolf The Fortress of Death',
  fist: "Steve Jackson's F.I.S.T.",
  bundle: 'The Fortress of Death + F.I.S.T. Bundle (Pre-Order)',
  gone: 'left-the-catalogue',
};
const part = (over: Partial<KnownRefund> = {}) => refundOf({ id: 're_part', amountOre: 10_000, ...over });
const named = (...productIds: string[]) => part({ amountOre: 25_000, productIds });
const whole = refundOf();
/** The letter about the last refund of an order. */
const letterOf = (order: RecordedOrder, elsewhere: string[] = [], over: Partial<Desk> = {}) =>
  refundMade(order, order.refunds.at(-1) ?? whole, deskAt(noon, over), elsewhere);
const gift = unopened;

describe('a refund says what is locked again, and what stays', () => {
  it.each<[state: string, order: RecordedOrder, elsewhere: string[], told: string[]]>([
    ['all of it', orderOf(['fod'], { refunds: [whole] }), [], ['fod', 'locked']],
    [
      'all of it, of what the buyer has in another way',
      orderOf(['fod'], { refunds: [whole] }),
      ['fod'],
      ['fod', 'elsewhere'],
    ],
    [
      'all of it, of which the buyer has one in another way',
      orderOf(['fod', 'fist'], { refunds: [refundOf({ amountOre: 50_000 })] }),
      ['fod'],
      ['fod', 'fist', 'locked'],
    ],
    [
      'a bundle, of which the buyer has a part in another way',
      orderOf(['bundle-pre-order'], { refunds: [refundOf({ amountOre: 25_000 })] }),
      ['fist'],
      ['bundle', 'locked'],
    ],
    [
      'the last of several parts',
      orderOf(['fod'], { refunds: [part(), part({ id: 're_2', amountOre: 15_000 })] }),
      [],
      ['fod', 'locked'],
    ],
    ['one product by its name', orderOf(['fod', 'fist'], { refunds: [named('fod')] }), [], ['fod', 'locked']],
    [
      'one product by its name, which a bundle of the same order keeps unlocked',
      orderOf(['fod', 'bundle-pre-order'], { refunds: [named('fod')] }),
      [],
      ['fod', 'elsewhere'],
    ],
    [
      'one that left the catalogue: what it unlocked is not known',
      orderOf(['left-the-catalogue', 'fod'], { refunds: [named('left-the-catalogue')] }),
      [],
      ['gone', 'locked'],
    ],
    [
      'one that left the catalogue, with one that the buyer has in another way',
      orderOf(['left-the-catalogue', 'fod'], { refunds: [refundOf({ amountOre: 50_000 })] }),
      ['fod'],
      ['gone', 'fod', 'locked'],
    ],
    ['a part', orderOf(['fod'], { refunds: [part()] }), [], ['stays']],
    [
      'a part, after a product went back by its name',
      orderOf(['fod', 'fist'], { refunds: [named('fod'), part({ id: 're_2' })] }),
      [],
      ['restStays'],
    ],
    [
      'a part, after a withdrawal from a part',
      orderOf(['fod', 'fist'], { withdrawal: withdrawnFrom('fod'), refunds: [part()] }),
      [],
      ['restStays'],
    ],
    ['all of a gift', orderOf(['fod'], { gift, refunds: [whole] }), [], ['fod', 'void']],
    [
      'one product of a gift by its name, whatever the giver has in another way',
      orderOf(['fod', 'fist'], { gift, refunds: [named('fod')] }),
      ['fod'],
      ['fod', 'takenOut'],
    ],
    [
      'one product of a gift by its name, which a bundle in it unlocks as well',
      orderOf(['fod', 'bundle-pre-order'], { gift, refunds: [named('fod')] }),
      [],
      ['fod', 'opensTheSame'],
    ],
    [
      'a bundle of a gift by its name, of which another product in it unlocks a part',
      orderOf(['fod', 'bundle-pre-order'], { gift, refunds: [named('bundle-pre-order')] }),
      [],
      ['bundle', 'partlyTakenOut'],
    ],
    [
      'the first of two products of a gift that was withdrawn from as a whole',
      orderOf(['fod', 'fist'], {
        gift,
        withdrawal: withdrawnFrom('fod', 'fist'),
        refunds: [named('fod')],
      }),
      [],
      ['fod', 'void'],
    ],
    ['a part of a gift', orderOf(['fod'], { gift, refunds: [part()] }), [], ['giftStays']],
    [
      'a part of a gift, after a product went back by its name',
      orderOf(['fod', 'fist'], { gift, refunds: [named('fod'), part({ id: 're_2' })] }),
      [],
      ['restOfGift'],
    ],
    [
      'a part of what the bank looks into: nothing is unlocked now',
      orderOf(['fod'], { refunds: [part()], disputes: [disputeOf()] }),
      [],
      [],
    ],
    [
      'a part of what the bank took back: that is all of it',
      orderOf(['fod'], { refunds: [part()], disputes: [disputeOf({ status: 'lost' })] }),
      [],
      ['fod', 'locked'],
    ],
  ])('%s', (_state, order, elsewhere, told) => {
    expect(which(letterOf(order, elsewhere), words).toSorted()).toEqual(told.toSorted());
  });

  it('nothing of what stays when the order unlocks nothing any more, as after its account was deleted', () => {
    const order = orderOf(['fod'], { refunds: [part()] });
    expect(which(letterOf(order, [], { obstacle: 'order_ended' }), words)).toEqual([]);
  });
});

describe('a refund names the sum', () => {
  it('in kronor, in its subject and its first sentence, with the way that the money takes', () => {
    const letter = letterOf(orderOf(['fod'], { refunds: [part({ amountOre: 12_550 })] }));
    expect(letter.subject).toBe('We are paying you back 125.50 SEK');
    expect(said(letter)[0]).toBe(
      '125.50 SEK of your order for Lone Wolf The Fortress of Death, of 2 March 2026, is on its way back to you, by the means you paid with. A bank may take some days over it; if you paid shortly before, it may take the payment off your statement instead.',
    );
  });

  it('in the currency that was paid, about where it is a part', () => {
    const paid = { paidAmount: 2190, paidCurrency: 'eur' };
    expect(letterOf(orderOf(['fod'], { refunds: [whole] }, paid)).subject).toBe(
      'We are paying you back 21.90 EUR (250 SEK)',
    );
    expect(letterOf(orderOf(['fod'], { refunds: [part()] }, paid)).subject).toBe(
      'We are paying you back about 8.76 EUR (100 SEK)',
    );
  });
});

it('A refund of what was withdrawn from names the withdrawal, and no other refund does', () => {
  const answer = 'This answers your withdrawal W-1.';
  const withdrawal = withdrawnFrom('fod');
  const answered = (refunds: KnownRefund[]) =>
    said(letterOf(orderOf(['fod', 'fist'], { withdrawal, refunds }))).includes(answer);
  expect([[named('fod')], [refundOf({ amountOre: 50_000 })]].map(answered)).toEqual([true, true]);
  expect([[named('fist')], [part()]].map(answered)).toEqual([false, false]);
});

it('A refund ends with the way to its order', () => {
  expect(said(letterOf(orderOf(['fod'], { refunds: [whole] })))).toContain(
    'Your order: https://shop.example.org/shop/order?id=cs_1',
  );
});
