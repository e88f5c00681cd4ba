import { describe, expect, it } from 'vitest';
import type { RecordedOrder } from '#server/buying/records.ts';
import type { ClaimError } from '#shared/api/claims.ts';
import { deskAt, orderOf, said, unopened, which, withdrawnFrom } from '#tests/support/letter-words.ts';
import { minutes, noon, refundOf } from '#tests/support/small-shop.ts';
import type { Desk } from './letter.ts';
import {
  addressCorrected,
  orderConfirmation,
  orderMoved,
  paymentFailed,
  paymentProcessing,
  preOrderOut,
  preOrderPutOff,
  withdrawalAcknowledged,
} from './order-letters.ts';

/** What a confirmation may tell of what became of its order meanwhile, and its parts. */
const words = {
  thanks: 'Thank you. Your payment is here, and your order is recorded.',
  twice:
    'You have the same by your order of 2 March 2026, so this payment unlocks nothing new. You can have it back: see below.',
  withdrawn: 'You have withdrawn from this order, and the money comes back to you.',
  refunded: 'The money of this order went back to you, so it unlocks nothing any more.',
  disputed:
    'Your bank is looking into this payment. Until it has decided, what the order unlocked is locked.',
  reversed: 'Your bank has taken this payment back, so the order unlocks nothing any more.',
  ended: 'This order unlocks nothing at present. Write to us if you think that it should.',
  bought: 'What you bought',
  wentBack: /^The money for this went back to you: /,
  opens: / opens on 1 August 2025\./,
  order: 'Your order: https://shop.example.org/shop/order?id=cs_1',
  invoice: 'Your invoice: https://invoice.example.com/i',
  play: 'How to play',
  give: 'How to give it',
  opened: 'It is a gift, and somebody opened it on 3 March 2026.',
  right: 'Your right of withdrawal',
  seller: 'Who sells, and when something is wrong',
  questions: 'Questions: write to support@example.com, or answer this mail.',
};
const always = ['bought', 'order', 'seller', 'questions'];
const ahead = new Date('2025-07-01T12:00:00Z');
const openedGift = { ...unopened, openedAt: new Date('2026-03-02T23:30:00Z') };

describe('a confirmation says what the order is by the time it goes out', () => {
  const usual = ['thanks', ...always, 'play', 'right'];
  const obstacles: [obstacle: ClaimError, told: string[]][] = [
    ['order_withdrawn', ['withdrawn']],
    ['order_refunded', ['refunded']],
    ['order_reversed', ['reversed']],
    // The contract has not ended with these.
    ['order_disputed', ['disputed', 'right']],
    ['order_ended', ['ended', 'right']],
  ];
  it.each<[state: string, order: RecordedOrder, desk: Partial<Desk>, told: string[]]>([
    ['paid', orderOf(['fod']), {}, usual],
    [
      'paid twice',
      orderOf(['fod'], { repeats: { checkoutSessionId: 'cs_0', accountId: null, paidAt: minutes(-60) } }),
      {},
      [...usual, 'twice'],
    ],
    ['paid ahead', orderOf(['coc_aatt']), { now: ahead }, [...usual, 'opens']],
    [
      'paid ahead, and gone back',
      orderOf(['coc_aatt', 'fod'], {
        refunds: [refundOf({ amountOre: 25_000, productIds: ['coc_aatt'] })],
      }),
      { now: ahead },
      [...usual, 'wentBack'],
    ],
    ['a gift that waits', orderOf(['fod'], { gift: unopened }), {}, ['thanks', ...always, 'give', 'right']],
    [
      'a gift that was opened meanwhile',
      orderOf(['fod'], { gift: openedGift }),
      {},
      ['thanks', ...always, 'opened', 'right'],
    ],
    ...obstacles.map(([obstacle, told]): [string, RecordedOrder, Partial<Desk>, string[]] => [
      obstacle,
      // Neither when it opens nor what went back is told beside it.
      orderOf(['coc_aatt', 'fod'], { refunds: [refundOf({ amountOre: 1, productIds: ['fod'] })] }),
      { now: ahead, obstacle },
      ['thanks', ...always, ...told],
    ]),
    [
      'a gift that was paid back meanwhile',
      orderOf(['fod'], { gift: unopened }),
      { obstacle: 'order_refunded' },
      ['thanks', ...always, 'refunded'],
    ],
  ])('%s', (_state, order, over, told) => {
    expect(which(orderConfirmation(order, deskAt(noon, over)), words).toSorted()).toEqual(told.toSorted());
  });

  it('with its invoice, if one was made', () => {
    const order = orderOf(['fod'], {}, { invoiceId: 'in_1' });
    const letter = orderConfirmation(order, deskAt(noon), 'https://invoice.example.com/i');
    expect(which(letter, words)).toContain('invoice');
  });

  it('with a promise to write on the day on which it opens only to whoever keeps it', () => {
    const promise = /We write to you on that day\./;
    const told = (over: Partial<RecordedOrder>) =>
      which(orderConfirmation(orderOf(['coc_aatt'], over), deskAt(ahead)), { ...words, promise });
    expect(told({})).toContain('promise');
    expect(told({ gift: unopened })).toContain('opens');
    expect(told({ gift: unopened })).not.toContain('promise');
  });

  it('under the titles of what was bought', () => {
    expect(orderConfirmation(orderOf(['fod', 'fist', 'coc_aatt']), deskAt(noon)).subject).toBe(
      "Your order: Lone Wolf The Fortress of Death, Steve Jackson's F.I.S.T. and Call of Cthulhu: Alone Against the Tide (Pre-Order)",
    );
  });
});

describe('the confirmation to a corrected address', () => {
  const first = (order: RecordedOrder, over: Partial<Desk> = {}) =>
    said(addressCorrected(order, deskAt(noon, over)))[0];
  const belongs = 'From now on your order belongs to anna@example.com';

  it('says to log in with it where what was bought waits for that', () => {
    expect(first(orderOf(['fod']))).toBe(`${belongs}: log in to the app with this one.`);
  });

  it.each<[why: string, order: RecordedOrder, over: Partial<Desk>]>([
    ['it is on an account meanwhile, by its link', orderOf(['fod'], {}, { accountId: 'sub-bo' }), {}],
    ['it is a gift', orderOf(['fod'], { gift: unopened }), {}],
    ['it unlocks nothing now', orderOf(['fod']), { obstacle: 'order_disputed' }],
  ])('does not when %s', (_why, order, over) => {
    expect(first(order, over)).toBe(`${belongs}.`);
  });

  it('confirms all the rest as well, without the link to the invoice', () => {
    const order = orderOf(['fod'], {}, { invoiceId: 'in_1' });
    const letter = addressCorrected(order, deskAt(noon));
    expect(letter.subject).toBe(
      'Your order is now recorded for this address: Lone Wolf The Fortress of Death',
    );
    expect(which(letter, words)).toEqual([...always.slice(0, 2), 'play', 'right', 'seller', 'questions']);
  });
});

describe('the letter to the address that an order had before', () => {
  it('names neither the order, nor what was bought, nor the new address: it may be a stranger’s', () => {
    const letter = orderMoved(deskAt(noon));
    expect(letter.subject).toBe('An order is no longer recorded for this address');
    const [moved, ask] = said(letter);
    expect(moved).toMatch(/^An order at our shop was recorded for this address\. It has been moved/);
    expect(ask).toMatch(/^If you paid for it yourself and did not want that, write to us/);
    expect(which(letter, words)).toEqual(['questions']);
  });
});

describe('the acknowledgement of a withdrawal', () => {
  const letter = withdrawalAcknowledged(withdrawnFrom('fod'), orderOf(['fod']), deskAt(noon));

  it('names its reference, and when it came in, in Swedish time', () => {
    expect(letter.subject).toBe('We have received your withdrawal W-1');
    expect(said(letter)[0]).toMatch(
      /^Your statement reached us on 2 March 2026 at 13:05, Swedish time\. Keep/,
    );
  });

  it('quotes what was declared, word for word, without the white space around it', () => {
    const typed = { ...withdrawnFrom('fod'), confirmation: '\n I withdraw,\n  word for word \n' };
    const { parts } = withdrawalAcknowledged(typed, orderOf(['fod']), deskAt(noon));
    expect(parts).toContainEqual({ kind: 'quote', text: 'I withdraw,\n  word for word' });
  });

  it('says what comes next, and leads to the order', () => {
    expect(said(letter)).toContain(
      'You need not do anything more. When the money is on its way, we write to the address of the order.',
    );
    expect(which(letter, words)).toEqual(['order', 'questions']);
  });
});

describe('the letter of a release day', () => {
  const letter = preOrderOut(orderOf(['coc_aatt', 'fod']), ['coc_aatt', 'left-the-catalogue'], deskAt(noon));

  it('is about what came out, which is ahead no more', () => {
    expect(letter.subject).toBe('It is out: Call of Cthulhu: Alone Against the Tide, left-the-catalogue');
    expect(said(letter).slice(0, 3)).toEqual([
      'You ordered it before it came out. Now it is here, and it is in the app.',
      'Call of Cthulhu: Alone Against the Tide',
      'left-the-catalogue',
    ]);
  });

  it('says how to play, and leads to the order', () => {
    expect(which(letter, words)).toEqual(['order', 'play', 'questions']);
  });
});

describe('the letter of a release that is put off', () => {
  const moved = { before: '2025-07-01', now: '2025-08-01' };
  const letter = preOrderPutOff(orderOf(['coc_aatt', 'fod']), ['coc_aatt'], moved, deskAt(noon));

  it('is about what comes later, with both days', () => {
    expect(letter.subject).toBe('It comes later: Call of Cthulhu: Alone Against the Tide');
    expect(said(letter).slice(0, 2)).toEqual([
      'You ordered this before it comes out. It was to open on 1 July 2025, and opens on 1 August 2025 instead. We are sorry that you have to wait.',
      'Call of Cthulhu: Alone Against the Tide',
    ]);
  });

  it('says that nothing is to be done, that the money can be had back, and leads to the order', () => {
    expect(said(letter)).toContain(
      'If you want to wait, you need not do anything: it is unlocked on that day.',
    );
    expect(said(letter).join(' ')).toContain('you may withdraw from it until that day, without saying why');
    expect(which(letter, words)).toEqual(['order', 'questions']);
  });
});

describe('the letters about a payment that is not settled', () => {
  const checkout = {
    checkoutSessionId: 'cs_1',
    productIds: ['fod', 'fist'],
    amount: '500 SEK',
    isGift: false,
  };
  const titles = ['Lone Wolf The Fortress of Death', "Steve Jackson's F.I.S.T."];

  it('on its way: for what, how much, and where to see how it stands', () => {
    const letter = paymentProcessing(checkout, deskAt(noon));
    expect(letter.subject).toBe(`Your payment is on its way: ${titles.join(' and ')}`);
    expect(said(letter)).toEqual([
      expect.stringMatching(/^You have ordered this, and the payment of 500 SEK is on its way to us\./),
      ...titles,
      'As soon as the money is here we confirm the order by mail, and what you bought is unlocked.',
      'How it stands: https://shop.example.org/shop/order?id=cs_1',
      ...said({ parts: orderMoved(deskAt(noon)).parts.slice(-2) }),
    ]);
  });

  it.each([
    ['is unlocked when it opens, where some of it is still to come', ['fod', 'coc_aatt'], false, ahead],
    ['can be given away, where it is a gift', ['fod', 'coc_aatt'], true, ahead],
    ['is unlocked, where it is out', ['coc_aatt', 'left-the-catalogue'], false, noon],
    ['is unlocked from the day of its release in Stockholm', ['coc_aatt'], false, '2025-07-31T22:00:00Z'],
  ])('on its way: what is bought %s', (_name, productIds, isGift, now) => {
    const says = {
      unlocked: /, and what you bought is unlocked\.$/,
      later: /, and what you bought is unlocked, each from the day on which it opens\.$/,
      give: /, and you can give it away on the page of your order\.$/,
    };
    const letter = paymentProcessing({ ...checkout, productIds, isGift }, deskAt(new Date(now)));
    expect(which(letter, says)).toEqual([isGift ? 'give' : now === ahead ? 'later' : 'unlocked']);
  });

  it('failed: nothing was unlocked, money that left comes back, and the shop is there', () => {
    const letter = paymentFailed(checkout, deskAt(noon));
    expect(letter.subject).toBe(`Your payment failed: ${titles.join(' and ')}`);
    expect(said(letter)).toEqual([
      expect.stringMatching(
        /^The payment of 500 SEK did not come through: .* There is no order, and nothing/,
      ),
      ...titles,
      'If money did leave your account, it comes back by itself. You can order the same again whenever you like.',
      'Back to the shop: https://shop.example.org/shop',
      ...said({ parts: orderMoved(deskAt(noon)).parts.slice(-2) }),
    ]);
  });
});
