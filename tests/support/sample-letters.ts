import type { RecordedOrder } from '#server/buying/records.ts';
import { accountDeleted, newDevice } from '#server/mailing/letters/account-letters.ts';
import { giftLetter, giftUndelivered } from '#server/mailing/letters/gift-letter.ts';
import type { Desk, Letter } from '#server/mailing/letters/letter.ts';
import { dailySummary } from '#server/mailing/letters/operator-letters.ts';
import {
  addressCorrected,
  orderConfirmation,
  orderLinks,
  orderMoved,
  paymentFailed,
  paymentProcessing,
  preOrderOut,
  preOrderPutOff,
  withdrawalAcknowledged,
  withdrawalDeclared,
} from '#server/mailing/letters/order-letters.ts';
import { refundMade } from '#server/mailing/letters/refund-letter.ts';
import type { LetterKind } from '#server/outbox/letter-kinds.ts';
import { exampleFacts } from './example-facts.ts';
import { days, noon, purchaseOf, refundOf } from './small-shop.ts';

/** A sample of every letter that the shop writes, with long content, for looking at them. */

const desk: Desk = {
  publicUrl: 'https://shop.example.org',
  facts: exampleFacts,
  now: noon,
  claimUrl: 'https://shop.example.org/open/Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78St90Uv1',
};

const vat = (ore: number, ratePpm: number) => ({ ore, ratePpm, country: 'SE' });
const order: RecordedOrder = {
  purchase: purchaseOf({
    checkoutSessionId: 'cs_live_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6a7b8',
    lines: [
      { productId: 'bundle-pre-order', priceOre: 50_000, vat: vat(10_000, 250_000) },
      { productId: 'coc_aatt', priceOre: 25_000, vat: vat(1415, 60_000) },
    ],
    ...{ totalOre: 75_000, vatOre: 11_415, country: 'SE', invoiceId: 'in_1' },
    consentText: 'Unlock it at once. I know that this ends my right of withdrawal.',
  }),
  ...{
    refunds: [],
    disputes: [],
    withdrawal: null,
    repeats: null,
    grants: [],
    gift: null,
    confirmation: { delivery: 'waiting', sentAt: null },
  },
};
const given: RecordedOrder = {
  ...order,
  gift: {
    ...{
      recipient: 'bertil@example.com',
      sender: 'Anna',
      sendOn: '2026-03-05',
      letters: 1,
      countedLetters: 1,
    },
    message: 'For the long winter nights.\nPut your headphones on, and mind the third step.',
    ...{ openedAt: null, letter: 'waiting' },
  },
};
const withdrawal = {
  ...{ reference: 'W-2026-0001', name: 'Anna Andersson', email: 'anna@example.com' },
  ...{ productIds: ['bundle-pre-order'], refundOre: 50_000, receivedAt: days(1) },
  confirmation: [
    'I withdraw from my contract for The Fortress of Death + F.I.S.T. Bundle,',
    'ordered on 2 March 2026.',
    '',
    'Anna Andersson <anna@example.com>',
  ].join('\n'),
};
const refund = refundOf({ amountOre: 50_000, productIds: ['bundle-pre-order'] });
const checkout = {
  checkoutSessionId: order.purchase.checkoutSessionId,
  productIds: ['fod', 'fist'],
  amount: '500 SEK',
  isGift: false,
};

export const sampleLetters: Readonly<Record<LetterKind, Letter>> = {
  'order-confirmation': orderConfirmation(order, desk, 'https://invoice.example.com/i/acct_1/live_Ab12Cd34'),
  'address-corrected': addressCorrected(order, desk),
  'order-moved': orderMoved(desk),
  'withdrawal-acknowledged': withdrawalAcknowledged(withdrawal, order, desk),
  'withdrawal-declared': withdrawalDeclared(withdrawal, order, desk),
  refund: refundMade({ ...order, refunds: [refund] }, refund, desk, []),
  'payment-processing': paymentProcessing(checkout, desk),
  'payment-failed': paymentFailed(checkout, desk),
  'order-links': orderLinks([order.purchase, given.purchase], desk),
  'pre-order-out': preOrderOut(order, ['coc_aatt'], desk),
  'pre-order-put-off': preOrderPutOff(order, ['coc_aatt'], { before: '2027-01-15', now: '2027-03-28' }, desk),
  gift: giftLetter(given, desk.claimUrl ?? '', desk),
  'gift-undelivered': giftUndelivered(given, 'bertil@example.com', desk),
  'account-deleted': accountDeleted(desk, true),
  'new-device': newDevice('Firefox on Android', noon, desk),
  'daily-summary': dailySummary(
    {
      questions: [
        { reason: 'withdrawal', orders: 2 },
        { reason: 'paid_twice', orders: 1 },
      ],
      ...{ refused: 1, dead: 0, putOff: 3 },
    },
    desk,
  ),
};
